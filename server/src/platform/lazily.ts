/** Makes a thing when it is first needed, and keeps it. Where that failed, whoever needs it next tries again. */
export function lazily<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}
