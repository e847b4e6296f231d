/** Blocks its thread until the number is set. */
export function waitFor(shared: Int32Array): string {
  Atomics.wait(shared, 0, 0)
  return 'released'
}

/** Misbehaves as it is told. */
export function hangOn(input: string): string {
  if (input === 'throw') throw new Error('A bug')
  const kept: number[][] = []
  while (input === 'grow') kept.push(Array.from({ length: 100_000 }, (_, index) => index / 3))
  while (input === 'hang');
  return input
}
