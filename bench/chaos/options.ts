import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export const suiteNames = [
  'purchase',
  'provider',
  'delivery',
  'messages',
  'charge',
  'database',
  'model',
  'restore',
  'rehearsal',
] as const
export type SuiteName = (typeof suiteNames)[number]

export interface Options {
  suites: readonly SuiteName[]
  /** How long all suites together may take, in minutes; each ends what it has begun. */
  minutes: number
  seed: number
  /** Whatever is tried a given number of times is tried so many times as often. */
  times: number
}

const defaultMinutes = 10
const usage = `npm run chaos -- [--only ${suiteNames.join('|')}] [--minutes N] [--seed N] [--times N]`

/** Reads the command line. @throws Error with the usage */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      minutes: { type: 'string' },
      seed: { type: 'string' },
      times: { type: 'string' },
    },
  })
  const only = (values.only ?? []).flatMap((list) => list.split(','))
  const unknown = only.filter((name) => !suiteNames.some((known) => known === name))
  const minutes = Number(values.minutes ?? defaultMinutes)
  const seed = Number(values.seed ?? randomInt(1, 1_000_000))
  const times = Number(values.times ?? 1)
  const areWhole = Number.isSafeInteger(seed) && Number.isSafeInteger(times) && times > 0
  if (unknown.length > 0 || !(minutes > 0) || !areWhole) throw new Error(usage)
  const suites = only.length === 0 ? suiteNames : suiteNames.filter((name) => only.includes(name))
  const wholeMinutes = values.minutes === undefined ? minutes * shareOf(suites) : minutes
  return { suites, minutes: wholeMinutes, seed, times }
}

/** Parts of the whole time; what takes turns with restarts needs most. */
export const shares: Record<SuiteName, number> = {
  purchase: 29,
  provider: 17,
  delivery: 15,
  messages: 11,
  charge: 6,
  database: 12,
  model: 6,
  restore: 2,
  rehearsal: 2,
}

/** A part of all suites takes a part of the default time. */
export function shareOf(suites: readonly SuiteName[]): number {
  return suites.reduce((sum, name) => sum + shares[name], 0) / 100
}
