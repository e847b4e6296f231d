import type { Reader } from '../../platform/database.ts'
import type { Sample } from '../../platform/http/gauges.ts'
import { readPresent } from '../../platform/present.ts'
import { readWaits } from '../messages/index.ts'
import type { ProviderAccount } from '../payments/index.ts'
import { readFigures } from './queries.ts'

const ofState = (help: string) => ({ help, label: 'state' })
/** Not `job`, which is Prometheus's own name for what it asks: it would rename ours. */
const ofName = (help: string) => ({ help, label: 'name' })

/** What the gauges of `figureSamples` count. */
export const gaugeHelp = {
  almanac_deliveries: ofState(
    'Messages of Sunbursts: due, held and sending now, the others of the last 24 hours',
  ),
  almanac_delivery_wait_seconds: ofState(
    'How long the message that has been due longest has waited; 0 where none is due',
  ),
  almanac_messages: ofState('Codes, receipts and notices: waiting and held now, failed in the last 24 hours'),
  almanac_message_wait_seconds: ofName(
    'How long the oldest waiting message of a lane has waited: sms, code-mail (codes by email), mail (other email)',
  ),
  almanac_events: ofState('Events of payment providers that are not worked off'),
  almanac_auto_purchases: ofState('Automatic purchases that wait, by what for'),
  almanac_matches: ofState('Days of payments: balanced of the last seven, and all that are not'),
  almanac_jobs: ofState('Background jobs by how they fare'),
  almanac_job_unwell: ofName('1 where the job fails or has not run through for too long'),
  almanac_job_last_success_timestamp_seconds: ofName('When the job last ran through, in seconds since 1970'),
  almanac_caller_silent: ofName('1 where the provider has told nothing though it should have'),
  almanac_caller_untold: ofName(
    'Payments and refunds, or SMS, that were begun since the provider last called, and of which it has not told',
  ),
  almanac_caller_last_heard_timestamp_seconds: ofName(
    'When the provider last called us, in seconds since 1970',
  ),
} as const

/** The figures of the health page as `/metrics` has them: a gauge a group, how each job fares, and who has called us. */
export async function figureSamples(
  reader: Reader,
  providers: readonly ProviderAccount[],
): Promise<Sample[]> {
  const [{ figures, jobs, callers, deliveriesDueSince }, present, waits] = await Promise.all([
    readFigures(reader, providers),
    readPresent(reader),
    readWaits(reader),
  ])
  const waitedMs = deliveriesDueSince ? present.getTime() - deliveriesDueSince.getTime() : 0
  return [
    {
      gauge: 'almanac_delivery_wait_seconds',
      labels: { state: 'due' },
      value: Math.max(0, Math.round(waitedMs / 1_000)),
    },
    ...Object.entries(waits).map(([name, value]) => ({
      gauge: 'almanac_message_wait_seconds',
      labels: { name },
      value,
    })),
    ...Object.entries(figures).flatMap(([group, states]) =>
      Object.entries(states).map(([state, value]) => ({
        gauge: `almanac_${snakeCase(group)}`,
        labels: { state },
        value,
      })),
    ),
    ...jobs.map(({ name, state }) => ({
      gauge: 'almanac_job_unwell',
      labels: { name },
      value: state === 'well' ? 0 : 1,
    })),
    ...jobs.flatMap(({ name, lastSuccessAt }) =>
      instantOf('almanac_job_last_success_timestamp_seconds', name, lastSuccessAt),
    ),
    ...callers.flatMap(({ name, lastHeardAt, untold, isSilent }) => [
      { gauge: 'almanac_caller_silent', labels: { name }, value: Number(isSilent) },
      {
        gauge: 'almanac_caller_untold',
        labels: { name },
        value: untold.payments + untold.refunds + untold.messages,
      },
      ...instantOf('almanac_caller_last_heard_timestamp_seconds', name, lastHeardAt),
    ]),
  ]
}

/** None where it has not been yet. */
function instantOf(gauge: string, name: string, instant: string | null): Sample[] {
  return instant === null ? [] : [{ gauge, labels: { name }, value: Math.round(Date.parse(instant) / 1_000) }]
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
