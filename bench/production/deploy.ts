import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Row } from '../table.ts'
import { makeCertificate } from './certificate.ts'
import { serveFirstCustomer } from './first-customer.ts'
import { HttpsClient } from './https-client.ts'
import { openScratchMachine } from './scratch-machine.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '../..')
const page = join(project, 'docs/deploy.md')
const domain = 'almanac.rehearsal.example'
const adminPassword = 'a password of the first admin'

type S3Server = { run(): Promise<AddressInfo>; close(): Promise<void> }
type S3ServerClass = new (options: Record<string, unknown>) => S3Server

/**
 * Runs each `sh` block of docs/deploy.md, word for word and in order, on a machine that has nothing of it; then a customer
 * is made there, a package bought and a Sunburst delivered, all of it over TLS. What is deployed is the last commit.
 */
export async function benchDeploy(): Promise<Row[]> {
  if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0)
    return [['docs/deploy.md', 'is run by root alone, where it may make namespaces']]
  const folder = await mkdtemp(join(tmpdir(), 'almanac-deploy-'))
  const { s3, port } = await openBucket(join(folder, 'bucket'))
  const { chain, key, ca } = await makeCertificate(folder, domain)
  const machine = await openScratchMachine(domain)
  try {
    await run('git', ['clone', '--quiet', '--bare', project, join(folder, 'source.git')])
    await run('git', ['-C', join(folder, 'source.git'), 'branch', '--force', 'release', await lastCommit()])
    await machine.put(join(folder, 'source.git'), '/source.git')
    await machine.put(chain, '/chain.pem')
    await machine.put(key, '/key.pem')
    const blocks = blocksOf(await readFile(page, 'utf8'))
    const startedAt = performance.now()
    await machine.run(blocks.map(announced).join('\n'), {
      ALMANAC_DOMAIN: domain,
      ALMANAC_SOURCE: 'file:///source.git',
      ALMANAC_VERSION: 'release',
      CERTIFICATE: '/chain.pem',
      CERTIFICATE_KEY: '/key.pem',
      S3_BUCKET: 'almanac',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      ADMIN_PASSWORD: adminPassword,
    })
    const minutes = (performance.now() - startedAt) / 60_000
    const open = () => new HttpsClient({ domain, ca })
    const done = await serveFirstCustomer(open, { username: 'admin', password: adminPassword })
    return [
      [`${blocks.length} blocks of docs/deploy.md, from a bare machine`, `${minutes.toFixed(1)} minutes`],
      ...done.map((sentence) => ['over TLS', sentence] as const),
    ]
  } finally {
    await machine.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Block {
  line: number
  text: string
}

/** What a page tells to type: its blocks of `sh`. */
export function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length + 1,
    text: match[1] ?? '',
  }))
}

/** With what it says when it fails, one knows where. */
const announced = ({ line, text }: Block) => `echo '== docs/deploy.md, line ${line}'\n${text}`

async function lastCommit(): Promise<string> {
  return (await run('git', ['-C', project, 'rev-parse', 'HEAD'])).stdout.trim()
}

async function openBucket(directory: string): Promise<{ s3: S3Server; port: number }> {
  const S3rver = createRequire(import.meta.url)('s3rver') as S3ServerClass
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'almanac' }],
  })
  return { s3, port: (await s3.run()).port }
}
