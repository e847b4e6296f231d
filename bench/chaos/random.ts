import { createHash } from 'node:crypto'

/** Choices that a seed repeats. Times of day and the order of answers are the machine's own. */
export interface Random {
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<Value>(values: readonly [Value, ...Value[]]): Value
  /** True in so many of 100 cases. */
  percent(share: number): boolean
}

/** The generator sfc32, started from the words of a seed; the same words give the same choices. */
export function makeRandom(...words: readonly (string | number)[]): Random {
  const digest = createHash('sha256').update(words.join(':')).digest()
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => digest.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  /** A number of 0 up to, but not including, 1. */
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    pick: (values) => values[between(0, values.length - 1)] ?? values[0],
    percent: (share) => next() * 100 < share,
  }
}
