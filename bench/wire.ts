/**
 * What our adapters say to the payment and message providers, and what the stand-in answers, beside the providers' own
 * descriptions: tests that pay, refund, match and send run with a recorder between the product and the stand-in, and every
 * call is held against the OpenAPI document of its provider. Then each kind of request is changed in all the ways that its
 * description forbids, and the stand-in has to refuse every one.
 *
 * `node bench/wire.ts --stripe FILE --paypal FILE --twilio FILE`, each if wished; `--keep FOLDER` leaves the recording there,
 * and uses one that is there already. Ends with 1 when anything is wrong.
 *
 * The project has none of the files. PayPal's are the public repository paypal/paypal-rest-api-specifications (orders,
 * payments, vault, webhooks), Twilio's twilio/twilio-oai, Stripe's stripe/openapi; a file may be cut to what is used here.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { RecordedCall } from '../sandbox/test/recorder.ts'
import { type Description, type Provider, providers, readDescription } from './wire/description.ts'
import { makeForbidden } from './wire/forbidden.ts'
import { judge } from './wire/judge.ts'
import { expectRefusals } from './wire/refusals.ts'
import { report } from './wire/report.ts'

/** Whatever calls a provider in its tests. */
const tests = [
  'sandbox',
  ...['paypal', 'stripe', 'twilio'].map((name) => `server/src/adapters/${name}`),
  ...['payments', 'refunds', 'auto-purchase', 'delivery', 'messages'].map(
    (name) => `server/src/features/${name}`,
  ),
]
const root = join(import.meta.dirname, '..')

const option = { type: 'string' } as const
const { values } = parseArgs({
  options: { stripe: option, paypal: option, twilio: option, keep: option },
})
const files = providers.flatMap((provider) =>
  values[provider] ? [[provider, values[provider]] as const] : [],
)
if (files.length === 0) {
  console.error('Name at least one description: --stripe FILE, --paypal FILE, --twilio FILE')
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'almanac-wire-'))
try {
  const recording = values.keep ?? folder
  await mkdir(recording, { recursive: true })
  if ((await readdir(recording)).length === 0) await record(recording)
  const descriptions: Partial<Record<Provider, Description>> = {}
  for (const [provider, file] of files) descriptions[provider] = await readDescription(provider, file)
  const judged = (await readRecording(recording)).flatMap((call) => judge(descriptions, call) ?? [])
  const isValid = report(judged)
  const isStrict = await expectRefusals(descriptions, makeForbidden(descriptions, judged))
  process.exitCode = isValid && isStrict ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Runs the tests with a recorder before every stand-in. @throws when one fails */
async function record(recording: string): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--reporter=dot', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, WIRE_RECORDING: recording },
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error('A recording of tests that fail says little.')
}

async function readRecording(recording: string): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = []
  for (const file of await readdir(recording)) {
    const text = await readFile(join(recording, file), 'utf8')
    for (const line of text.trimEnd().split('\n')) calls.push(JSON.parse(line) as RecordedCall)
  }
  return calls
}
