import { parseArgs } from 'node:util'
import { inTurn, type StepOutput } from './step-output.ts'
import { type Step, stages } from './test-steps.ts'

/**
 * `npm test`: every check, each one's seconds, and at the end `N passed, N failed`. A check that fails doesn't keep the
 * next ones from running. `npm test -- --only unit` (or types, lint, boundaries, build, e2e; several with commas).
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } })
const steps = stages.flat(2)
const groups = [...new Set(steps.map((step) => step.group))]
const wanted = values.only?.split(',') ?? groups
const unknown = wanted.filter((name) => !(groups as string[]).includes(name))
if (unknown.length > 0) {
  console.error(`--only knows ${groups.join(', ')}, not ${unknown.join(', ')}.`)
  process.exit(2)
}

const total = { passed: 0, failed: 0 }
const summary = new Map<Step, string>()
const chosen = steps.filter((one) => wanted.includes(one.group))
const outputs = inTurn(chosen.length, (text) => process.stdout.write(text))
const outputOf = new Map(chosen.map((step, index) => [step, outputs[index] as StepOutput]))
for (const lanes of stages) await Promise.all(lanes.map(runLane))
const lines = chosen.map((step) => summary.get(step))
console.log(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runLane(lane: readonly Step[]): Promise<void> {
  for (const step of lane) {
    const output = outputOf.get(step)
    if (output) await runStep(step, output)
  }
}

async function runStep(step: Step, output: StepOutput): Promise<void> {
  output.write(`\n== ${step.title}\n`)
  const startedAt = performance.now()
  const { passed, failed } = await step.run(output.write).catch((error: unknown) => {
    output.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const line = `${failed === 0 ? 'ok    ' : 'FAILED'} ${step.title}: ${seconds} s`
  summary.set(step, line)
  output.write(`${line}\n`)
  output.end()
}
