import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './harness.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rules of `docs/alerts.yml`, one field a line. */
const rules = read('docs/alerts.yml')
  .split(/^ {6}- /m)
  .slice(1)
  .map((rule) => ({
    name: /alert: (\w+)/.exec(rule)?.[1] ?? '',
    expression: /expr: '(.+)'$/m.exec(rule)?.[1] ?? '',
    severity: /severity: (\w+)/.exec(rule)?.[1] ?? '',
    summary: /summary: '(.+)'$/m.exec(rule)?.[1] ?? '',
    runbook: /runbook: (\S+)/.exec(rule)?.[1] ?? '',
  }))

interface Dashboard {
  panels: {
    id: number
    title: string
    targets: { expr: string; legendFormat: string }[]
    gridPos: { x: number; w: number }
  }[]
}
const dashboard = JSON.parse(read('docs/dashboard.json')) as Dashboard
const panels = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }): [string, string, string] => [title, expr, legendFormat]),
)

/** Of Prometheus itself. */
const itsOwn = new Set(['up'])
const words = /[a-z_]\w*/gi

/** The series that an expression reads: what is neither a function, a label, nor a word of the language. */
function seriesOf(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|without) \([^)]*\)/g, '')
    .replace(/\[\w+\]/g, '')
    .replace(/\b\d[\w.]*/g, '')
    .replace(/[a-z_]\w*(?= *\()/gi, '')
  return [...new Set(bare.match(words) ?? [])].filter(
    (word) => !['and', 'or'].includes(word) && !itsOwn.has(word),
  )
}

/** Values of a label that an expression asks for by name. */
function statesOf(expression: string): string[] {
  return [...expression.matchAll(/(almanac_\w+)\{state=~?"([^"]+)"\}/g)].flatMap(([, name, states = '']) =>
    states.split('|').map((state) => `${name}{state="${state}"}`),
  )
}

/** Labels that an expression goes by, each with a series that must have it: `almanac_events state`. */
function labelsOf(expression: string): string[] {
  const chosen = [...expression.matchAll(/([a-z_]\w*)\{([^}]*)\}/gi)].flatMap(([, name, matchers = '']) =>
    [...matchers.matchAll(/(\w+) *(?:=~|!~|!=|=)/g)].map(([, label]) => `${name} ${label}`),
  )
  const grouped = [...expression.matchAll(/\b(?:by|without) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').flatMap((label) => seriesOf(expression).map((name) => `${name} ${label.trim()}`)),
  )
  return [...new Set([...chosen, ...grouped])].filter((one) => !itsOwn.has(one.split(' ')[0] ?? ''))
}

/** Labels that are shown beside a result: those of `{{ $labels.name }}` and `{{name}}` that it has not kept. */
function lostIn(words: string, expression: string): string[] {
  const kept = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, */))
  const shown = [...words.matchAll(/\{\{ *(?:\$labels\.)?(\w+) *\}\}/g)].map(([, label = '']) => label)
  return shown.filter((label) => !kept.includes(label))
}

let app: TestApp
let series: Set<string>
let text: string
/** As `labelsOf` names them. */
let labels: Set<string>

beforeAll(async () => {
  app = await startTestApp()
  await app.query(
    `insert into job_runs (name, every_seconds, last_success_at) values ('end-texts', 30, now())`,
  )
  await app.server.inject({ url: '/healthz' })
  text = (await app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload
  labels = new Set(
    [...text.matchAll(/^([a-z][a-z0-9_]*)\{(.*)\} /gm)].flatMap(([, name, pairs = '']) =>
      [...pairs.matchAll(/(\w+)="/g)].map(([, label]) => `${name} ${label}`),
    ),
  )
  series = new Set([...text.matchAll(/^([a-z][a-z0-9_]*)[{ ]/gm)].map(([, name = '']) => name))
})
afterAll(() => app.close())

describe('docs/alerts.yml', () => {
  test('has fifteen alerts, each with a sentence', () => {
    expect(rules).toHaveLength(15)
    expect(new Set(rules.map(({ name }) => name)).size).toBe(15)
    for (const { summary, severity } of rules) {
      expect(summary).toMatch(/^[A-Z].{20,}\.$/)
      expect(['page', 'ticket']).toContain(severity)
    }
  })

  test.each(rules)(
    '$name reads what /metrics tells, and its runbook is there',
    ({ expression, runbook, name, summary }) => {
      const read = seriesOf(expression)
      expect(read.length > 0 || name === 'AlmanacNotReady').toBe(true)
      expect(read.filter((one) => !series.has(one))).toEqual([])
      expect(statesOf(expression).filter((one) => !text.includes(one))).toEqual([])
      expect(labelsOf(expression).filter((one) => !labels.has(one))).toEqual([])
      expect(lostIn(summary, expression)).toEqual([])
      expect(runbook).toMatch(/^docs\/runbooks\/[\w-]+\.md$/)
      expect(existsSync(join(root, runbook))).toBe(true)
    },
  )
})

describe('docs/dashboard.json', () => {
  test('has what Grafana imports by: ids of panels, a source to choose, no two side by side in one place', () => {
    expect(dashboard).toMatchObject({
      title: 'Almanac',
      templating: { list: [{ type: 'datasource', name: 'source' }] },
    })
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  })

  test.each(panels)('%s: reads what /metrics tells (%s)', (_title, expression, legend) => {
    const read = seriesOf(expression)
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter((one) => !series.has(one))).toEqual([])
    expect(statesOf(expression).filter((one) => !text.includes(one))).toEqual([])
    expect(labelsOf(expression).filter((one) => !labels.has(one))).toEqual([])
    expect(lostIn(legend, expression)).toEqual([])
  })
})

test('every figure of ours is named as Prometheus names: base units, and what is counted', () => {
  const own = [...series].filter((name) => /^(almanac|http)_/.test(name))
  expect(own.length).toBeGreaterThan(8)
  for (const name of own) {
    expect(name).toMatch(/^[a-z][a-z_]*[a-z]$/)
    expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kb|mb|percent)$/)
  }
  const help = [...text.matchAll(/^# (HELP|TYPE) (\w+)/gm)].map(([, kind, name]) => `${kind} ${name}`)
  for (const name of own.filter((one) => one.startsWith('almanac_')))
    expect(help).toEqual(expect.arrayContaining([`HELP ${name}`, `TYPE ${name}`]))
})

test('no figure of ours has a label by which Prometheus itself says whom it asked', () => {
  expect([...labels].filter((one) => / (job|instance)$/.test(one))).toEqual([])
})

test('an expression that reads what nobody tells is found', () => {
  expect(seriesOf('sum by (job) (rate(almanac_gone_total{state="due"}[5m])) > 0.5e9 and up == 1')).toEqual([
    'almanac_gone_total',
  ])
  expect(statesOf('almanac_deliveries{state=~"due|lost"}')).toEqual([
    'almanac_deliveries{state="due"}',
    'almanac_deliveries{state="lost"}',
  ])
  expect(labelsOf('max by (job, le) (rate(almanac_events{kind!="a",state=~"b"}[5m])) > up{job="x"}')).toEqual(
    ['almanac_events kind', 'almanac_events state', 'almanac_events job', 'almanac_events le'],
  )
  expect(lostIn('{{state}} of {{ $labels.job }}', 'max by (state) (almanac_events)')).toEqual(['job'])
})
