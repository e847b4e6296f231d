/** A control call that can't be understood; answered 400 with this sentence. */
export class BadControl extends Error {}

/** Reads the fields of a control call's JSON body, each with a sentence when it doesn't fit. */
export function readBody(body: unknown) {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw new BadControl('The body must be a JSON object.')
  }
  const fields = (body ?? {}) as Record<string, unknown>
  const optional = <Value>(name: string, fits: (value: unknown) => boolean, wanted: string) => {
    const value = fields[name]
    if (value === undefined || value === null) return undefined
    if (!fits(value)) throw new BadControl(`'${name}' must be ${wanted}.`)
    return value as Value
  }
  return {
    only: (...names: string[]): void => {
      const unknown = Object.keys(fields).find((name) => !names.includes(name))
      if (unknown) throw new BadControl(`'${unknown}' is not known here. Known: ${names.join(', ')}.`)
    },
    text: (name: string) => optional<string>(name, (value) => typeof value === 'string', 'a text'),
    needText: (name: string): string => {
      const value = optional<string>(name, (given) => typeof given === 'string' && given !== '', 'a text')
      if (value === undefined) throw new BadControl(`'${name}' is missing.`)
      return value
    },
    oneOf: <Choice extends string>(name: string, choices: readonly Choice[]) =>
      optional<Choice>(name, (value) => choices.includes(value as Choice), `one of ${choices.join(', ')}`),
    whole: (name: string, least = 0) =>
      optional<number>(
        name,
        (value) => Number.isInteger(value) && (value as number) >= least,
        `a whole number of at least ${least}`,
      ),
    flag: (name: string) => optional<boolean>(name, (value) => typeof value === 'boolean', 'true or false'),
    texts: (name: string) =>
      optional<string[]>(
        name,
        (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
        'a list of texts',
      ),
    object: (name: string) =>
      optional<Record<string, unknown>>(
        name,
        (value) => typeof value === 'object' && !Array.isArray(value),
        'an object',
      ),
    list: (name: string) => optional<unknown[]>(name, Array.isArray, 'a list') ?? [],
    instant: (name: string) =>
      optional<string>(
        name,
        (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
        'an instant such as 2026-11-17T05:05:00Z',
      ),
  }
}
