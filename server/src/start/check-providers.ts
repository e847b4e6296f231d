import { setTimeout as wait } from 'node:timers/promises'
import { askProviders } from '../deps.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import type { ProviderCheck } from '../platform/provider-check.ts'

const answerWithinMs = 5_000

/**
 * Asks each live provider once whether it accepts what is configured, for a few seconds at the most. Answers a sentence
 * for each that did not say: it may be away for a while, and the product starts without it.
 * @throws ConfigError where a provider refuses.
 */
export async function checkProviders(
  config: Config,
  publicUrl: string,
  withinMs = answerWithinMs,
): Promise<string[]> {
  const asked = Object.entries(askProviders(config, publicUrl, withinMs))
  const checks = await Promise.all(
    asked.map(async ([provider, check]) => ({ provider, ...(await boundedBy(withinMs, check)) })),
  )
  const problems = checks.flatMap((check) => (check.kind === 'refused' ? [check.problem] : []))
  if (problems.length > 0) throw new ConfigError(problems)
  return checks.flatMap((check) =>
    check.kind === 'unknown' ? [`${check.provider} ${oneSentence(check.reason)}`] : [],
  )
}

/** A provider that answers by single bytes is one that does not answer. */
async function boundedBy(withinMs: number, check: Promise<ProviderCheck>): Promise<ProviderCheck> {
  const late: ProviderCheck = { kind: 'unknown', reason: `did not answer within ${withinMs / 1_000} s` }
  return Promise.race([check, wait(withinMs, late, { ref: false })])
}

function oneSentence(reason: string): string {
  return `${reason.replace(/\s+/g, ' ').replace(/\.$/, '')}.`
}
