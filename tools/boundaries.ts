import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import { layers, rules } from './boundaries.rules.ts'

export interface Violation {
  rule: string
  from: string
  to: string
}

const places = ['contract', 'server', 'sandbox', 'web', 'tools', 'bench', 'e2e']

/**
 * Reads every import of the project at `root` and returns those that point where they may not.
 *
 * @throws Error when a place that holds sources yields no module or no import: then nothing was checked
 */
export async function checkBoundaries(root: string): Promise<{ modules: number; violations: Violation[] }> {
  const roots = places.filter((place) => existsSync(join(root, place)))
  const { output } = await cruise(
    roots,
    {
      baseDir: root,
      ruleSet: { forbidden: rules },
      validate: true,
      // Type imports too: whoever reads a file has to read what it names.
      tsPreCompilationDeps: true,
      // Its own choice, the TypeScript compiler's API, is gone in TypeScript 7: it would read nothing and be content.
      parser: 'swc',
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|data|test-results)/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'node', 'types', 'default'],
        extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
      },
    },
    { mainFields: ['module', 'main', 'types'] },
  )
  const { modules, summary } = output as ICruiseResult
  const own = modules.filter((module) => !module.source.includes('node_modules') && !module.coreModule)
  refuseBlindness(root, own)
  return {
    modules: own.length,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...findUnplacedFeatures(root),
      ...findCircles(own),
    ],
  }
}

/** Every folder with sources must have shown up, with imports: a check that reads nothing always succeeds. */
function refuseBlindness(root: string, modules: IModule[]): void {
  const imports = modules.reduce((sum, module) => sum + module.dependencies.length, 0)
  if (modules.length === 0 || imports === 0) {
    throw new Error(
      `The boundaries check read ${modules.length} modules and ${imports} imports: it is blind.`,
    )
  }
  for (const place of places) {
    const folder = join(root, place)
    const isSource = (name: string) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name)
    if (!existsSync(folder) || !readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(isSource))
      continue
    if (!modules.some((module) => module.source.startsWith(`${place}/`))) {
      throw new Error(`The boundaries check read nothing in ${place}/: it is blind there.`)
    }
  }
}

function findUnplacedFeatures(root: string): Violation[] {
  const folder = join(root, 'server/src/features')
  if (!existsSync(folder)) return []
  const placed = layers.flatMap((layer) => layer.features)
  return readdirSync(folder)
    .filter((name) => !placed.includes(name))
    .map((name) => ({
      rule: 'every-feature-has-a-layer',
      from: `server/src/features/${name}`,
      to: 'tools/boundaries.rules.ts',
    }))
}

/** Features of one layer may know each other, but not in a circle. */
function findCircles(modules: IModule[]): Violation[] {
  const knows = new Map<string, Set<string>>()
  for (const module of modules) {
    const from = featureOf(module.source)
    if (!from || /\.(test|contract)\.tsx?$/.test(module.source)) continue
    const known = knows.get(from) ?? new Set()
    knows.set(from, known)
    for (const { resolved } of module.dependencies) {
      const to = featureOf(resolved)
      if (to && to !== from) known.add(to)
    }
  }
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(knows.get(from) ?? [])].some((next) => {
      if (next === goal) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, goal, seen)
    })
  return [...knows].flatMap(([from, known]) =>
    [...known]
      .filter((to) => reaches(to, from))
      .map((to) => ({
        rule: 'features-form-no-circle',
        from: `server/src/features/${from}`,
        to: `server/src/features/${to}`,
      })),
  )
}

function featureOf(path: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
}

if (import.meta.main) {
  const { modules, violations } = await checkBoundaries(join(import.meta.dirname, '..'))
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`)
  console.log(`${modules} modules read, ${violations.length} imports that may not be.`)
  if (violations.length > 0) process.exitCode = 1
}
