import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The members of a union of names that a feature's `tables.ts` declares. */
function statesOf(feature: string, type: string): string[] {
  const text = read(`server/src/features/${feature}/tables.ts`)
  const [, union = ''] = new RegExp(`export type ${type} =([^;]*?)\\n\\n`).exec(text) ?? []
  return [...union.matchAll(/'([a-z_]+)'/g)].map(([, state = '']) => state)
}

/** The states that a page has: in the row of a table, and in an arrow of a diagram. */
function statesIn(page: string): { rows: Set<string>; arrows: Set<string> } {
  const diagrams = [...page.matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, text = '']) => text).join('\n')
  const names = (pattern: RegExp, text: string) =>
    new Set([...text.matchAll(pattern)].flatMap((match) => match.slice(1)).filter(Boolean))
  return {
    rows: names(/^\| `([a-z_]+)`/gm, page),
    arrows: names(/^ *(\S+) --> (\S+?):? /gm, diagrams.replaceAll('\n', ' \n')),
  }
}

test.each([
  ['docs/life-of-a-purchase.md', [['payments', 'PurchaseState']]],
  [
    'docs/life-of-a-delivery.md',
    [
      ['delivery', 'DeliveryState'],
      ['texts', 'TextState'],
    ],
  ],
] as const)('%s draws and explains every state, and no other', (path, types) => {
  const states = types.flatMap(([feature, type]) => statesOf(feature, type))
  expect(states.length).toBeGreaterThanOrEqual(4 * types.length)
  const { rows, arrows } = statesIn(read(path))
  expect([...rows].sort()).toEqual([...new Set(states)].sort())
  expect([...arrows].filter((name) => name !== '[*]').sort()).toEqual([...new Set(states)].sort())
})

test.each([
  ['docs/life-of-a-purchase.md', 'payments', 10],
  ['docs/life-of-an-automatic-purchase.md', 'auto-purchase', 5],
  ['docs/life-of-a-refund.md', 'refunds', 5],
  ['docs/life-of-a-delivery.md', 'delivery', 10],
])('every file that %s names without a folder is one of %s', (path, feature, least) => {
  const files = [...read(path).matchAll(/`([a-z-]+\.ts)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(least)
  expect(files.filter((file) => !read(`server/src/features/${feature}/${file}`))).toEqual([])
})
