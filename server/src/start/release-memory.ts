import { Script } from 'node:vm'

/** V8 forgets a sample after some 110 s. */
const intervalMs = 60_000

/**
 * Lets V8 give freed memory back to the system once the process has been quiet for some 10 s, as it means to. Its memory
 * reducer waits until little is allocated, on the C++ heap too, and V8 13 takes a rate of exactly 0 there for a high one:
 * in a process that never allocates there, no time is ever quiet. A script is such an allocation, of some microseconds.
 *
 * Source: `Heap::HasLowEmbedderAllocationRate`, `ComputeMutatorUtilizationImpl`,
 * https://github.com/nodejs/node/blob/v24.21.0/deps/v8/src/heap/heap.cc
 */
export function releaseMemoryWhenQuiet(): void {
  const allocate = () => void new Script('')
  allocate()
  setInterval(allocate, intervalMs).unref()
}
