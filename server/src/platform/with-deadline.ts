/**
 * Settles as `work` does, or rejects after `deadlineMs`. The work goes on; its result is then ignored.
 * @throws Error with `message` at the deadline
 */
export async function withDeadline<Result>(
  work: Promise<Result>,
  deadlineMs: number,
  message: string,
): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(message)), deadlineMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
