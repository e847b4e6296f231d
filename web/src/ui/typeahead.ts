/** How long after a letter another one goes on with the same word. */
const TYPING_MS = 500

/**
 * The place of the next label that begins with what was typed; of one letter, typed once or again and again, the next one
 * after `at`. -1 where there is none.
 */
export function findTyped(labels: readonly string[], at: number, typed: string): number {
  const text = typed.toLowerCase()
  const isOneLetter = [...text].every((letter) => letter === text[0])
  const start = isOneLetter ? at + 1 : Math.max(at, 0)
  const word = isOneLetter ? text.charAt(0) : text
  const inTurn = labels.map((_label, index) => (start + index) % labels.length)
  return inTurn.find((index) => labels[index]?.trim().toLowerCase().startsWith(word)) ?? -1
}

/** Takes letters as they are typed; answers the place of the label that they lead to. */
export function createTypeahead(): (letter: string, labels: readonly string[], at: number) => number {
  let typed = ''
  let typedAt = 0
  return (letter, labels, at) => {
    const now = Date.now()
    typed = now - typedAt < TYPING_MS ? typed + letter : letter
    typedAt = now
    return findTyped(labels, at, typed)
  }
}
