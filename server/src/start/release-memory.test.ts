import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { releaseMemoryWhenQuiet } from './release-memory.ts'

const entry = new URL('./release-memory.ts', import.meta.url)

const Script = vi.hoisted(() => vi.fn(class {}))
vi.mock('node:vm', () => ({ Script }))

afterEach(() => {
  vi.useRealTimers()
})

test('a process that was busy and is quiet gives memory back', async () => {
  const code = `
    import { releaseMemoryWhenQuiet } from ${JSON.stringify(entry.href)}
    releaseMemoryWhenQuiet()
    const garbage = Array.from({ length: 400_000 }, (_, index) => ({ index }))
    setInterval(() => undefined, 1_000)
  `
  const flags = [
    '--trace-memory-reducer',
    '--trace-mutator-utilization',
    '--gc-memory-reducer-start-delay-ms=3000',
  ]
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said: string | undefined
  for await (const line of createInterface(child.stdout)) {
    said = /Memory reducer: started GC|Embedder mutator utilization = 0/.exec(line)?.[0]
    if (said) break
  }
  expect(said).toBe('Memory reducer: started GC')
})

test('what V8 looks at is renewed before it forgets it', () => {
  vi.useFakeTimers()
  releaseMemoryWhenQuiet()
  Script.mockClear()
  vi.advanceTimersByTime(100_000)
  expect(Script).toHaveBeenCalled()
})
