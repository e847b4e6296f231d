/** The object that a form of bracketed names stands for: `card[exp_month]=12` and `expand[0]=charge`. */
export function readForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) put(root, partsOf(name), value)
  return withLists(root) as Record<string, unknown>
}

function partsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((part) => part.replace(/\]$/, ''))]
}

function put(into: Record<string, unknown>, [first = '', ...rest]: string[], value: string): void {
  // `name[]` counts by itself.
  const key = first === '' ? String(Object.keys(into).length) : first
  if (rest.length === 0) {
    into[key] = value
    return
  }
  into[key] ??= {}
  put(into[key] as Record<string, unknown>, rest, value)
}

/** Objects whose names are 0, 1, 2 … are lists. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  if (isList) return entries.map(([, item]) => withLists(item))
  return Object.fromEntries(entries.map(([key, item]) => [key, withLists(item)]))
}
