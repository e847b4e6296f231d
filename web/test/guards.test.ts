// @vitest-environment happy-dom
import type { Role } from '@almanac/contract/endpoint'
import { logout } from '@almanac/contract/identity'
import { homePath, loginPath, pagePaths } from '@almanac/contract/pages'
import { checkSession, getConsumerProfile, type UserInfo } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../src/api/call.ts'
import { followSession, logOut, readSession } from '../src/api/session.ts'
import { storedUser } from '../src/api/stored-user.ts'
import { routes } from '../src/routes.tsx'
import { Public } from '../src/shells/guard.tsx'
import { hideToast, readToasts } from '../src/ui/toast-store.ts'
import { admin, operator, profile, stella, tenant } from './people.ts'
import { answer, fail, signIn } from './scene.ts'

/** Every address of the app, for every role, through its own routes. */

const roles: { role: Role; user: UserInfo }[] = [
  { role: 'consumer', user: stella },
  { role: 'customer', user: operator },
  { role: 'admin', user: admin },
]

/** Whose screen an address is; null where it is everybody's. */
function roleOf(path: string): Role | null {
  if (['/:customerUrl', '/:customerUrl/login', '/admin/login'].includes(path)) return null
  if (path.startsWith('/admin/')) return 'admin'
  return path.startsWith('/:customerUrl/customer/') ? 'customer' : 'consumer'
}

const fill = (path: string, slug = 'aurora') =>
  path.replace(':customerUrl', slug).replace(/:(category|purchase)Id/, '1')
const screensOf = (role: Role) => pagePaths.filter((path) => roleOf(path) === role)
const homeOf = ({ type, customerUrl }: UserInfo) => homePath(type, customerUrl ?? '')

/** Opens the app at an address. `visited` are those that one is led through. */
async function openApp(at: string) {
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const visited: string[] = []
  const addresses: string[] = []
  router.subscribe(({ location }) => {
    addresses.push(location.pathname + location.search)
    if (visited.at(-1) !== location.pathname) visited.push(location.pathname)
  })
  await act(async () => render(createElement(RouterProvider, { router })))
  return {
    visited,
    addresses,
    goTo: (address: string) => act(() => router.navigate(address)),
    address: () => router.state.location.pathname,
  }
}

const toasted = () => readToasts().map(({ text }) => text)
const isNotFound = () => screen.queryByRole('heading', { name: '404 Page Not Found!' }) !== null
/** Whether a frame of a role is shown, and with it one of its screens. */
const isInside = () => screen.queryByRole('button', { name: /, account menu$/ }) !== null

// The server has no news.
vi.stubGlobal(
  'EventSource',
  class {
    addEventListener() {}
    close() {}
  },
)

beforeAll(() => followSession())
beforeEach(() => answer(getCustomerDetailsByUrl, tenant))

describe.each(roles)('a signed-in $role', ({ role, user }) => {
  test.each(screensOf(role))('is shown %s', async (path) => {
    await signIn(user)
    const app = await openApp(fill(path))
    await waitFor(() => expect(isInside()).toBe(true))
    expect(app.visited).not.toContain(loginPath(role, 'aurora'))
    expect(toasted()).not.toContain('Access denied.')
  })

  test('is denied the screens of the others, and stays signed in', async () => {
    await signIn(user)
    const app = await openApp(homeOf(user))
    await waitFor(() => expect(isInside()).toBe(true))
    for (const path of roles.flatMap((other) => (other.role === role ? [] : screensOf(other.role)))) {
      app.visited.length = 0
      await app.goTo(fill(path))
      await waitFor(() => expect(app.address(), path).toBe(homeOf(user)))
      expect(toasted(), path).toContain('Access denied.')
      expect(app.visited, path).toContain('/aurora/login')
      expect(storedUser.read()?.type).toBe(role)
      for (const { id } of readToasts()) hideToast(id)
    }
  })

  test.each(['/aurora/login', '/admin/login'])('is led on from %s', async (path) => {
    await signIn(user)
    const app = await openApp(path)
    await waitFor(() => expect(app.address()).toBe(homeOf(user)))
  })

  test('whose session is over is forgotten, and led to the login', async () => {
    await signIn(user)
    const app = await openApp(homeOf(user))
    await waitFor(() => expect(isInside()).toBe(true))
    fail(checkSession, { message: 'Please log in.', code: 'unauthenticated' }, 401)
    await act(() => call(checkSession).catch(() => undefined))
    await waitFor(() => expect(app.address()).toBe(loginPath(role, 'aurora')))
    expect(storedUser.read()).toBeNull()
    expect(readSession().status).not.toBe('signed-in')
  })
})

test('while the screens of who has signed in are on their way, that is shown instead of nothing', async () => {
  await signIn(operator)
  const home = Promise.withResolvers<{ Component: () => string }>()
  const router = createMemoryRouter(
    [
      { Component: Public, children: [{ path: '/aurora/login', element: null }] },
      { path: homeOf(operator), lazy: () => home.promise },
    ],
    { initialEntries: ['/aurora/login'] },
  )
  await act(async () => render(createElement(RouterProvider, { router })))
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  await act(async () => home.resolve({ Component: () => 'The first screen' }))
  await screen.findByText('The first screen')
})

test('a purchase without a chosen package leads to the packages', async () => {
  await signIn(stella)
  const app = await openApp('/aurora/packages/purchase')
  await waitFor(() => expect(app.address()).toBe('/aurora/packages'))
})

test('the codes with nothing to verify lead to the profile', async () => {
  await signIn(stella)
  answer(getConsumerProfile, profile)
  const app = await openApp('/aurora/profile/edit/verification')
  await waitFor(() => expect(app.address()).toBe('/aurora/profile'))
})

test.each(
  roles
    .filter(({ role }) => role !== 'admin')
    .flatMap(({ role, user }) => screensOf(role).map((path) => [fill(path, 'northstar'), user] as const)),
)("another tenant's %s does not exist", async (path, user) => {
  await signIn(user)
  const app = await openApp(path)
  await waitFor(() => expect(isNotFound()).toBe(true))
  expect(app.address()).toBe(path)
  expect(storedUser.read()?.type).toBe(user.type)
})

test.each(roles.flatMap(({ role, user }) => screensOf(role).map((path) => [path, role, user] as const)))(
  'a signed-out visitor of %s is led to its login as %s, and after it back to the same address',
  async (path, role, user) => {
    fail(checkSession, { message: 'Please log in.', code: 'unauthenticated' }, 401)
    await act(() => call(checkSession).catch(() => undefined))
    const app = await openApp(`${fill(path)}?token=5O1`)
    await waitFor(() => expect(app.address()).toBe(loginPath(role, 'aurora')))
    await screen.findByRole('heading', { name: 'Login to your Account' })
    expect(storedUser.read()).toBeNull()
    app.addresses.length = 0
    await act(() => signIn(user))
    await waitFor(() => expect(app.addresses).toContain(`${fill(path)}?token=5O1`))
    await waitFor(() => expect(isInside()).toBe(true))
  },
)

test('the login after a log-out leads home', async () => {
  await signIn(stella)
  const app = await openApp('/aurora/faq')
  await waitFor(() => expect(isInside()).toBe(true))
  answer(logout, { message: 'You are logged out.' })
  await act(() => logOut())
  await waitFor(() => expect(app.address()).toBe('/aurora/login'))
  await act(() => signIn(stella))
  await waitFor(() => expect(app.address()).toBe('/aurora/dashboard'))
})
