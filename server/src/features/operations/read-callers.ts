import type { Caller } from '@almanac/contract/operations'
import { readCallers as readLastCalls } from '../../platform/callers.ts'
import type { Reader } from '../../platform/database.ts'
import { countUntoldSms, reportsCaller } from '../delivery/index.ts'
import { countUntoldPayments, type ProviderAccount } from '../payments/index.ts'
import { countUntoldRefunds } from '../refunds/index.ts'
import { isSilent, untoldGraceSeconds } from './rules.ts'

/**
 * When each provider that is in use last called us, and whether it is silent though it should have spoken (`isSilent`). Only
 * what was begun after its last call counts: whatever it tells of that can't have come before.
 */
export async function readCallers(reader: Reader, providers: readonly ProviderAccount[]): Promise<Caller[]> {
  const ofPayments = providers.map(({ name }) => name)
  const calls = await readLastCalls(reader, [...ofPayments, reportsCaller])
  const sinceOf = (name: string) => calls.find((call) => call.name === name)?.untoldSince ?? new Date(0)
  const spans = providers.map((at) => ({ at, since: sinceOf(at.name) }))
  const [payments, refunds, messages] = await Promise.all([
    countUntoldPayments(reader, spans, untoldGraceSeconds),
    countUntoldRefunds(reader, spans, untoldGraceSeconds),
    countUntoldSms(reader, sinceOf(reportsCaller), untoldGraceSeconds),
  ])
  const toCaller = (name: Caller['name'], untold: Caller['untold']): Caller => ({
    name,
    lastHeardAt: calls.find((call) => call.name === name)?.lastHeardAt?.toISOString() ?? null,
    untold,
    isSilent: isSilent(untold),
  })
  return [
    ...ofPayments.map((name, place) =>
      toCaller(name, { payments: payments[place] ?? 0, refunds: refunds[place] ?? 0, messages: 0 }),
    ),
    toCaller(reportsCaller, { payments: 0, refunds: 0, messages }),
  ]
}
