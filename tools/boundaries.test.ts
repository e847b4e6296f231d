import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rules } from './boundaries.rules.ts'
import { checkBoundaries } from './boundaries.ts'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'almanac-boundaries-'))
  await plant(soundTree)
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Writes files, each given as the list of what it imports (`type ` before a path makes a type import). */
async function plant(files: Record<string, string[]>): Promise<void> {
  for (const [path, imports] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    const lines = imports.map((target, index) =>
      target.startsWith('type ')
        ? `import type { T${index} } from '${target.slice(5)}'`
        : `import * as m${index} from '${target}'`,
    )
    await writeFile(join(root, path), `${lines.join('\n')}\nexport const one = 1 as number\n`)
  }
}

const npmPackage = { 'package.json': '{"name":"x","main":"index.js"}', 'index.js': '' }

/** A small house in which every import is in order. */
const soundTree: Record<string, string[]> = {
  'contract/src/audio.ts': ['zod'],
  'contract/src/limits.ts': [],
  'server/src/main.ts': ['./app.ts', './deps.ts'],
  'server/src/app.ts': ['./features/payments/index.ts', './platform/clock.ts'],
  'server/src/deps.ts': ['./adapters/stripe/index.ts', 'type ./features/payments/ports.ts'],
  'server/src/platform/clock.ts': ['node:fs'],
  'server/src/features/ledger/index.ts': ['./post.ts'],
  'server/src/features/ledger/post.ts': ['../../platform/clock.ts', '../identity/index.ts'],
  'server/src/features/identity/index.ts': [],
  'server/src/features/payments/index.ts': [
    './ports.ts',
    '../ledger/index.ts',
    '../../../../contract/src/audio.ts',
  ],
  'server/src/features/payments/ports.ts': [],
  'server/src/features/payments/buy.test.ts': [
    '../../app.ts',
    '../../../test/database.ts',
    '../ledger/post.ts',
  ],
  'server/src/adapters/stripe/index.ts': ['../../features/payments/ports.ts', '../../platform/clock.ts'],
  'server/src/adapters/paypal/index.ts': [],
  'server/test/database.ts': ['../src/platform/clock.ts'],
  'sandbox/src/main.ts': ['./mail.ts'],
  'sandbox/src/mail.ts': ['node:net'],
  'web/src/main.tsx': ['./routes.tsx'],
  'web/src/routes.tsx': ['./features/audio/list.tsx', 'react-router'],
  'web/src/features/audio/list.tsx': ['../../ui/card.tsx', '../../api/call.ts'],
  'web/src/features/packages/list.tsx': [],
  'web/src/shells/consumer.tsx': [],
  'web/src/api/call.ts': ['../../../contract/src/audio.ts', '@tanstack/react-query'],
  'web/src/ui/card.tsx': ['../theme/theme.ts', '../../../contract/src/limits.ts'],
  'web/src/theme/theme.ts': [],
}

/** For each rule one file that breaks it. */
const violations: Record<string, [file: string, imported: string]> = {
  'every-import-resolves': ['server/src/platform/lost.ts', './nowhere.ts'],
  'no-file-imports-itself-by-a-detour': ['web/src/theme/theme.ts', 'type ../ui/card.tsx'],
  'tests-are-imported-by-tests-alone': ['server/src/platform/leaning.ts', '../../test/database.ts'],
  'contract-knows-zod-and-nothing-else': ['contract/src/curious.ts', 'node:fs'],
  'web-knows-the-contract-and-nothing-of-the-rest': [
    'web/src/api/short-cut.ts',
    '../../../server/src/platform/clock.ts',
  ],
  'server-knows-the-contract-and-nothing-of-the-rest': [
    'server/src/platform/themed.ts',
    '../../../web/src/theme/theme.ts',
  ],
  'sandbox-stands-alone': ['sandbox/src/leaning.ts', '../../contract/src/audio.ts'],
  'platform-knows-no-feature': ['server/src/platform/nosy.ts', 'type ../features/ledger/index.ts'],
  'features-know-neither-adapters-nor-the-app': [
    'server/src/features/ledger/direct.ts',
    '../../adapters/stripe/index.ts',
  ],
  'a-feature-is-entered-by-its-door': ['server/src/features/payments/burglar.ts', '../ledger/post.ts'],
  'the-app-enters-features-by-their-doors': ['server/src/worker.ts', './features/ledger/post.ts'],
  'features-look-down-from-the-ground': ['server/src/features/identity/upward.ts', '../payments/index.ts'],
  'features-look-down-from-what-is-sold': ['server/src/features/audio/upward.ts', '../payments/index.ts'],
  'features-look-down-from-what-happens': ['server/src/features/payments/upward.ts', '../reports/index.ts'],
  'features-look-down-from-what-follows-of-it': [
    'server/src/features/auto-purchase/upward.ts',
    '../reports/index.ts',
  ],
  'adapters-know-ports-and-platform': [
    'server/src/adapters/paypal/knowing.ts',
    '../../features/payments/index.ts',
  ],
  'an-adapter-knows-no-other': ['server/src/adapters/paypal/borrowing.ts', '../stripe/index.ts'],
  'adapters-are-chosen-in-deps': [
    'server/src/features/payments/choosing.ts',
    '../../adapters/stripe/index.ts',
  ],
  'nothing-imports-main': ['server/src/features/ledger/restart.ts', '../../main.ts'],
  'no-web-feature-imports-another': ['web/src/features/audio/mixed.tsx', '../packages/list.tsx'],
  'web-features-do-not-know-who-composes-them': [
    'web/src/features/audio/framed.tsx',
    '../../shells/consumer.tsx',
  ],
  'ui-knows-neither-router-nor-api-nor-features': ['web/src/ui/link.tsx', '../../../contract/src/audio.ts'],
  'api-knows-no-screen': ['web/src/api/jumpy.ts', '../routes.tsx'],
  'features-form-no-circle': ['server/src/features/identity/back.ts', '../ledger/index.ts'],
  'every-feature-has-a-layer': ['server/src/features/misplaced/index.ts', '../ledger/index.ts'],
}

async function plantPackages(): Promise<void> {
  for (const name of ['zod', 'react-router', '@tanstack/react-query']) {
    const folder = join(root, 'node_modules', name)
    await mkdir(folder, { recursive: true })
    for (const [file, text] of Object.entries(npmPackage)) await writeFile(join(folder, file), text)
  }
}

it('finds nothing to say about a sound house', async () => {
  await plantPackages()
  const { modules, violations: found } = await checkBoundaries(root)
  expect(found).toEqual([])
  expect(modules).toBe(Object.keys(soundTree).length)
})

it('finds a violation of every rule', async () => {
  await plantPackages()
  await plant({ 'server/src/features/reports/index.ts': [] })
  for (const [file, imported] of Object.values(violations)) await plant({ [file]: [imported] })
  const { violations: found } = await checkBoundaries(root)
  for (const [rule, [file]] of Object.entries(violations)) {
    expect
      .soft(
        found.some((one) => one.rule === rule && file.startsWith(one.from)),
        `${rule} should have caught ${file}`,
      )
      .toBe(true)
  }
  expect(Object.keys(violations)).toEqual(expect.arrayContaining(rules.map((rule) => rule.name)))
})

it('fails when it can read nothing', async () => {
  await rm(root, { recursive: true })
  await mkdir(join(root, 'server'), { recursive: true })
  await expect(checkBoundaries(root)).rejects.toThrow('blind')
})
