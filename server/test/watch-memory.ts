import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Watches the living buffers only: garbage is collected before each look. */
export function watchMemory() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const living = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  const before = living()
  let most = before
  return {
    sample: () => {
      most = Math.max(most, living())
    },
    grownBytes: () => most - before,
  }
}
