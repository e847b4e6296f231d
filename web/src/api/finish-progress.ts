import { limits } from '@almanac/contract/limits'

const pause = () => new Promise((resolve) => setTimeout(resolve, limits.progressDoneMs))

/** After the server's answer: 99 percent stays a moment, then `complete` shows 100. Resolves once that has been seen too. */
export async function finishProgress(complete: () => void): Promise<void> {
  await pause()
  complete()
  await pause()
}
