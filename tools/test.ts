import { parseArgs } from 'node:util'
import { type Step, steps } from './test-steps.ts'

/**
 * `npm test`: every check, each one's seconds, and at the end `N passed, N failed`. A check that fails doesn't keep the
 * next ones from running. `npm test -- --only unit` (or types, lint, boundaries, build, e2e; several with commas).
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const groups = [...new Set(steps.map((step) => step.group))]
const wanted = values.only?.split(',') ?? groups
const unknown = wanted.filter((name) => !(groups as string[]).includes(name))
if (unknown.length > 0) {
  console.error(`--only knows ${groups.join(', ')}, not ${unknown.join(', ')}.`)
  process.exit(2)
}

const total = { passed: 0, failed: 0 }
const summary: string[] = []
for (const step of steps.filter((one) => wanted.includes(one.group))) await runStep(step)
console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runStep(step: Step): Promise<void> {
  console.log(`\n== ${step.title}`)
  const startedAt = performance.now()
  const { passed, failed } = await step.run().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const line = `${failed === 0 ? 'ok    ' : 'FAILED'} ${step.title}: ${seconds} s`
  summary.push(line)
  console.log(line)
}
