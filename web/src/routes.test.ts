import { pagePaths, pages } from '@almanac/contract/pages'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/' })
const { routes } = await import('./routes.tsx')
const { NotFoundScreen } = await import('./shells/not-found-screen.tsx')

const pathsOf = (tree: RouteObject[], isCounted: (route: RouteObject) => boolean): string[] =>
  tree.flatMap((route) => [
    ...(route.path && isCounted(route) ? [route.path] : []),
    ...pathsOf(route.children ?? [], isCounted),
  ])

test('every address of contract/src/pages.ts is a screen, and no screen is elsewhere', () => {
  expect(pathsOf(routes, ({ Component }) => Component !== NotFoundScreen).sort()).toEqual(
    [pages.root, ...pagePaths].sort(),
  )
})

test.each([
  '/admin/packages',
  '/admin/dashboard',
  '/admin/customer/faq',
  '/admin/activity/7',
  '/admin/nothing',
])('%s leads nowhere, since no tenant is called so', (address) =>
  expect(matchRoutes(routes, address)?.at(-1)?.route.Component).toBe(NotFoundScreen),
)
