import type { UserInfo } from '@almanac/contract/profile'
import { expect, test } from 'vitest'
import { errorOfAnswer, networkError } from '../api/api-error.ts'
import type { SessionState } from '../api/session.ts'
import { decideProtected, decidePublic, type GuardQuestion, readWanted } from './guard-decision.ts'

const signedIn = (type: UserInfo['type'], customerUrl: string | null): SessionState => ({
  status: 'signed-in',
  user: { type, customerUrl } as UserInfo,
})
const failed = (status: number, body?: object): SessionState => ({
  status: 'failed',
  error: errorOfAnswer(status, body, null),
})
const stella = signedIn('consumer', 'aurora')
const operator = signedIn('customer', 'aurora')
const admin = signedIn('admin', null)
const aurora = '/aurora/login'
const denied = (to: string) => ({ kind: 'leave', to, toast: 'Access denied.' })

test.each<[string, SessionState, GuardQuestion['role'], string | undefined, string | null, object]>([
  ['nobody asked yet', { status: 'unknown' }, 'consumer', 'aurora', null, { kind: 'wait' }],
  ['verifying', { status: 'verifying' }, 'admin', undefined, null, { kind: 'wait' }],
  ['own screen', stella, 'consumer', 'aurora', 'aurora', { kind: 'show' }],
  ['own screen, other case', stella, 'consumer', 'Aurora', 'aurora', { kind: 'show' }],
  ["operator's own", operator, 'customer', 'aurora', 'aurora', { kind: 'show' }],
  ["admin's own", admin, 'admin', undefined, null, { kind: 'show' }],
  ["another tenant's url", stella, 'consumer', 'northstar', 'aurora', { kind: 'not-found' }],
  ["another tenant's url, operator", operator, 'customer', 'northstar', 'aurora', { kind: 'not-found' }],
  ["consumer on the operator's", stella, 'customer', 'aurora', 'aurora', denied(aurora)],
  ["consumer on the admin's", stella, 'admin', undefined, 'aurora', denied(aurora)],
  ["operator on the consumer's", operator, 'consumer', 'aurora', 'aurora', denied(aurora)],
  ["operator on another tenant's consumer's", operator, 'consumer', 'northstar', 'aurora', denied(aurora)],
  [
    "admin on a consumer's, no tenant stored",
    admin,
    'consumer',
    'northstar',
    null,
    denied('/northstar/login'),
  ],
  ["admin on a consumer's, tenant stored", admin, 'consumer', 'northstar', 'aurora', denied(aurora)],
  ['wrong role, no tenant anywhere', operator, 'admin', undefined, null, denied('/')],
  [
    'logged out',
    { status: 'signed-out' },
    'consumer',
    'aurora',
    'aurora',
    { kind: 'leave', to: aurora, toast: null },
  ],
  [
    'logged out as admin',
    { status: 'signed-out' },
    'admin',
    undefined,
    'aurora',
    { kind: 'leave', to: '/admin/login', toast: null },
  ],
  [
    'no session',
    failed(401, { message: 'Please log in to continue.', code: 'unauthenticated' }),
    'consumer',
    'aurora',
    'northstar',
    { kind: 'leave', to: aurora, toast: 'Please log in to continue.' },
  ],
  [
    'a server that says nothing',
    failed(502),
    'admin',
    undefined,
    null,
    { kind: 'leave', to: '/admin/login', toast: 'Internal server error' },
  ],
  [
    'no network',
    { status: 'failed', error: networkError(true) },
    'consumer',
    'aurora',
    null,
    { kind: 'unreachable', message: networkError(true).message },
  ],
])('protected: %s', (_what, session, role, urlTenant, storedTenant, decision) => {
  expect(decideProtected({ session, role, urlTenant, storedTenant })).toEqual(decision)
})

test.each<[string, SessionState, string | null]>([
  ['a consumer', stella, '/aurora/dashboard'],
  ['an operator', operator, '/aurora/customer/revenue-report'],
  ['an admin', admin, '/admin/customers'],
  ['a visitor', { status: 'unknown' }, null],
  ['somebody being verified', { status: 'verifying' }, null],
  ['somebody logged out', { status: 'signed-out' }, null],
  ['somebody whose session ended', failed(401), null],
])('public: %s', (_what, session, to) => {
  expect(decidePublic(session, null)?.to ?? null).toBe(to)
})

const home = '/aurora/dashboard'
const orderReturn = '/aurora/packages/purchase/wallet/41'

test.each<[string, SessionState, string, string]>([
  ['a wallet return with its order', stella, orderReturn, `${orderReturn}?token=5O1#x`],
  ['a screen named in other case', stella, '/Aurora/packages', '/Aurora/packages?token=5O1#x'],
  ['an operator screen', operator, '/aurora/customer/tickets', '/aurora/customer/tickets?token=5O1#x'],
  ['an admin screen', admin, '/admin/customers/7', '/admin/customers/7?token=5O1#x'],
  ["another tenant's screen", stella, '/northstar/packages', home],
  ["an operator's screen as a consumer", stella, '/aurora/customer/tickets', home],
  ["an admin's screen as a consumer", stella, '/admin/customers', home],
  ['an address of another host', stella, '//evil.example/aurora/packages', home],
  ['an address that is no screen', stella, 'https://evil.example', home],
])('a login that was asked for %s leads there only if it is a screen of that person', (...given) => {
  const [, session, pathname, to] = given
  const wanted = { pathname, search: '?token=5O1', hash: '#x', state: { packageId: 21 } }
  const state = to === home ? null : { packageId: 21 }
  expect(decidePublic(session, readWanted({ wanted }))).toEqual({ to, state })
})
