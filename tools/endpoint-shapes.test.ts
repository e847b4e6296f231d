import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(root, folder, path),
  )

/** What the build keeps of an endpoint is how it is called: see `endpointsWithoutShapes`. */
const takenAway = 'actor|body|content|errors|idempotent|params|query|response|segments|session|status|summary'
const importOf = /import (?:type )?\{([^}]*)\} from '@almanac\/contract\/([\w-]+)'/g

/** Where a module of the web app reads a shape of an endpoint, which is not there in a browser. */
function findShapes(text: string, isEndpoint: (module: string, name: string) => boolean): string[] {
  return [...text.matchAll(importOf)].flatMap(([, names = '', module = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type ') && isEndpoint(module, name))
      .flatMap((name) => text.match(new RegExp(`(?<!typeof )\\b${name}\\.(?:${takenAway})\\b`, 'g')) ?? []),
  )
}

test('no screen reads the shape of an endpoint', async () => {
  const isEndpoint = await knowEndpoints()
  expect(isEndpoint('support', 'answerTicket')).toBe(true)
  expect(isEndpoint('support', 'answerBody')).toBe(false)
  const found: string[] = []
  for (const path of filesOf('web/src')) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
    const shapes = findShapes(await readFile(path, 'utf8'), isEndpoint)
    found.push(...shapes.map((shape) => `${path.slice(root.length + 1)}: ${shape}`))
  }
  expect(found).toEqual([])
})

test('a shape that is read is found, and a type of it is none', () => {
  const text = `import { answerTicket, type Ticket } from '@almanac/contract/support'
    const schema = answerTicket.body
    type Body = z.output<typeof answerTicket.body>
    const own = ticket.body`
  expect(findShapes(text, () => true)).toEqual(['answerTicket.body'])
})

async function knowEndpoints(): Promise<(module: string, name: string) => boolean> {
  const endpoints = new Set<string>()
  for (const path of filesOf('contract/src')) {
    const [, module] = /([\w-]+)\.ts$/.exec(path) ?? []
    if (!module || path.endsWith('.test.ts')) continue
    const members = (await import(pathToFileURL(path).href)) as Record<string, unknown>
    for (const [name, value] of Object.entries(members))
      if (typeof value === 'object' && value !== null && 'method' in value && 'path' in value)
        endpoints.add(`${module} ${name}`)
  }
  return (module, name) => endpoints.has(`${module} ${name}`)
}
