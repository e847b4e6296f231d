import { describe, expect, test } from 'vitest'
import { parseApart } from './parse-apart.ts'

const module = new URL('../../test/hanging-parsers.ts', import.meta.url)
const parserOf = <Input>(name: string, seconds = 60) =>
  parseApart<Input, string>({ module, name, seconds, otherwise: 'gave up' })

describe('a parser of foreign bytes', () => {
  test('leaves the event loop free while it works', async () => {
    const shared = new Int32Array(new SharedArrayBuffer(4))
    // The parser waits, blocking its thread, until a timer of this thread has fired.
    const parsed = parserOf<Int32Array>('waitFor')(shared)
    await new Promise((resolve) => setTimeout(resolve, 1))
    Atomics.store(shared, 0, 1)
    Atomics.notify(shared, 0)
    expect(await parsed).toBe('released')
  })

  test('is ended by its time limit, and the next input is parsed', async () => {
    const parse = parserOf<string>('hangOn', 1)
    expect(await Promise.all([parse('hang'), parse('fine')])).toEqual(['gave up', 'fine'])
  })

  test('is ended when it takes too much memory, and the next input is parsed', async () => {
    const parse = parserOf<string>('hangOn')
    expect(await Promise.all([parse('grow'), parse('fine')])).toEqual(['gave up', 'fine'])
  })

  test('passes on what it throws', async () => {
    const parse = parserOf<string>('hangOn')
    await expect(parse('throw')).rejects.toThrow('A bug')
    expect(await parse('fine')).toBe('fine')
  })

  test('that is not exported fails its caller', async () => {
    await expect(parserOf<string>('missing')('fine')).rejects.toThrow('exports no missing')
  })

  test('refuses input while twenty others wait', async () => {
    const parse = parserOf<string>('hangOn')
    const parsed = await Promise.allSettled(Array.from({ length: 25 }, () => parse('fine')))
    expect(parsed.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(parsed.at(-1)).toMatchObject({ reason: { code: 'rate_limited' } })
    expect(await parse('fine')).toBe('fine')
  })
})
