import { logout } from '@almanac/contract/identity'
import { checkSession, type UserInfo } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listTickets } from '@almanac/contract/support'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { operator, pageOf, stella, tenant } from './people.ts'
import { answer, fail, signIn } from './screen.ts'

/** What a browser is told from outside of the page: by other tabs, and by the stream. */
const windowEvents = new EventTarget()
const streams: FakeStream[] = []
class FakeStream extends EventTarget {
  static readonly CLOSED = 2
  readyState = 1
  onopen?: () => void
  onerror?: () => void
  constructor() {
    super()
    streams.push(this)
  }
  close() {
    this.readyState = FakeStream.CLOSED
  }
}
vi.stubGlobal('EventSource', FakeStream)
vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents))
Object.assign(document, { visibilityState: 'visible' })

const { followEvents } = await import('../src/api/event-stream.ts')
const { queryClient, queryKey, readOf } = await import('../src/api/query-client.ts')
const { followSession, logOut, readSession, verifySession } = await import('../src/api/session.ts')

beforeAll(() => {
  followSession()
  followEvents()
  answer(getCustomerDetailsByUrl, tenant)
  answer(logout, { message: 'You are logged out.' })
})

let stopReading = () => {}
afterEach(() => stopReading())

const openTickets = (open: number) => ({ ...pageOf([], open), counts: { open, answered: 0 } })
const input = { params: { customerUrl: 'aurora' }, query: {} }

/** A screen that shows the tickets: answers how many it has. */
function readTickets(): () => number | undefined {
  const observer = new QueryObserver(queryClient, readOf(listTickets, input))
  stopReading = observer.subscribe(() => undefined)
  return () => observer.getCurrentResult().data?.totalItems
}
const balance = () => {
  const session = readSession()
  return session.status === 'signed-in' ? session.user.tokenBalance : null
}
const tell = (topic: string) =>
  streams.at(-1)?.dispatchEvent(new MessageEvent('change', { data: JSON.stringify({ topic }) }))
const logInNext = (user: UserInfo) => {
  answer(checkSession, user)
  return verifySession()
}

test('word of another balance brings it, and word of a list brings that list', async () => {
  await signIn(stella)
  answer(listTickets, openTickets(1))
  const tickets = readTickets()
  await expect.poll(tickets).toBe(1)
  answer(checkSession, { ...stella, tokenBalance: 93 })
  tell('balance')
  await expect.poll(balance).toBe(93)
  expect(tickets()).toBe(1)
  answer(listTickets, openTickets(2))
  tell('tickets')
  await expect.poll(tickets).toBe(2)
})

test('what happened while the stream was away is asked for once it is back', async () => {
  await signIn(stella)
  answer(listTickets, openTickets(1))
  const tickets = readTickets()
  await expect.poll(tickets).toBe(1)
  streams.at(-1)?.onopen?.()
  answer(listTickets, openTickets(2))
  answer(checkSession, { ...stella, tokenBalance: 92 })
  streams.at(-1)?.onopen?.()
  await expect.poll(tickets).toBe(2)
  await expect.poll(balance).toBe(92)
})

test('a session that the server has ended ends here with the next news, and its user is forgotten', async () => {
  await signIn(stella)
  fail(checkSession, { code: 'unauthenticated', message: 'Please log in.' }, 401)
  tell('balance')
  await expect.poll(() => readSession().status).toBe('failed')
})

test('another tab that signs somebody else in is followed', async () => {
  await signIn(stella)
  answer(checkSession, operator)
  windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'user-data' }))
  await expect.poll(readSession).toEqual({ status: 'signed-in', user: operator })
})

test.each<[string, () => Promise<void>]>([
  ['in place of the first', async () => undefined],
  ['after the first has signed out', logOut],
])('what was read for one user is gone for the next, %s', async (_, leave) => {
  await signIn(stella)
  queryClient.setQueryData(queryKey(listTickets, input), pageOf([], 5))
  await logInNext({ ...stella, tokenBalance: 1 })
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1)
  await leave()
  await logInNext(operator)
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})
