import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Certificate {
  /** File with the certificate and the one of its authority. */
  chain: string
  /** File with its key. */
  key: string
  /** The authority's certificate itself. */
  ca: string
}

/** An authority of one's own, and a certificate of it for a domain. */
export async function makeCertificate(folder: string, domain: string): Promise<Certificate> {
  const file = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => run('openssl', words)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=Rehearsal',
    '-days',
    '2',
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
  )
  await openssl(
    'req',
    ...newKey,
    '-subj',
    `/CN=${domain}`,
    '-keyout',
    file('key.pem'),
    '-out',
    file('request.pem'),
  )
  await writeFile(file('names'), `subjectAltName=DNS:${domain}\n`)
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2']
  await openssl(
    'x509',
    '-req',
    '-in',
    file('request.pem'),
    ...signed,
    '-extfile',
    file('names'),
    '-out',
    file('own.pem'),
  )
  const ca = await readFile(file('ca.pem'), 'utf8')
  await writeFile(file('chain.pem'), (await readFile(file('own.pem'), 'utf8')) + ca)
  return { chain: file('chain.pem'), key: file('key.pem'), ca }
}
