import { pagePaths, pages } from '@almanac/contract/pages'
import type { RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/' })
const { routes } = await import('./routes.tsx')

const pathsOf = (tree: RouteObject[]): string[] =>
  tree.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])])

test('every address of contract/src/pages.ts is a screen, and no screen is elsewhere', () => {
  expect(
    pathsOf(routes)
      .filter((path) => path !== '*')
      .sort(),
  ).toEqual([pages.root, ...pagePaths].sort())
})
