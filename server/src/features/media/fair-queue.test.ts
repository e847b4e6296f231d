import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** Brings works in this order, one letter an owner, and answers the order in which they were done. */
async function orderOf(brought: string): Promise<string> {
  const inTurn = fairQueue(100)
  let done = ''
  await Promise.all(
    [...brought].map((owner) =>
      inTurn(owner, async () => {
        await soon()
        done += owner
      }),
    ),
  )
  return done
}

test.each([
  ['aaaaaa', 'aaaaaa'],
  ['aaaaab', 'abaaaa'],
  ['aaabbbc', 'abcabab'],
  ['abc', 'abc'],
])('whoever brings much waits for the others: %s is done as %s', async (brought, done) => {
  expect(await orderOf(brought)).toBe(done)
})

test('a newcomer waits for what is under way, and for nothing more of the one who keeps it busy', async () => {
  const inTurn = fairQueue(100)
  const done: string[] = []
  const work = (name: string) => async () => {
    await soon()
    done.push(name)
  }
  const first = inTurn('busy', work('busy 1'))
  const second = inTurn('busy', work('busy 2'))
  await Promise.all([first, second, inTurn('new', work('new'))])
  expect(done).toEqual(['busy 1', 'new', 'busy 2'])
})

test('does one piece of work after the other, also after one that failed', async () => {
  const inTurn = fairQueue(100)
  let running = 0
  let most = 0
  const done: number[] = []
  const works = [0, 1, 2, 3].map((number) =>
    inTurn(`owner ${number % 2}`, async () => {
      running += 1
      most = Math.max(most, running)
      await soon()
      running -= 1
      if (number === 1) throw new Error('failed')
      done.push(number)
    }),
  )
  const results = await Promise.allSettled(works)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(most).toBe(1)
  expect(done).toEqual([0, 2, 3])
  await expect(inTurn('owner 0', async () => 'later')).resolves.toBe('later')
})

test('nobody has more than a few waiting, and others are not told of it', async () => {
  const inTurn = fairQueue(2)
  const bring = (owner: string) =>
    inTurn(owner, soon).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  const answers = await Promise.all(['a', 'a', 'a', 'a', 'b'].map(bring))
  expect(answers).toEqual(['done', 'done', 'done', 'rate_limited', 'done'])
  expect(await bring('a')).toBe('done')
})
