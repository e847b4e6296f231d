import { readdirSync, readFileSync } from 'node:fs'

const places = ['../../server/src/', '../../contract/src/'].map((place) => new URL(place, import.meta.url))

interface Sentences {
  source: string
  /** Those with something put in. */
  patterns: RegExp[]
}

let sentences: Sentences | undefined

function readSentences(): Sentences {
  const files = places.flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(name, place), 'utf8')),
  )
  const source = files.join('\n')
  const templates = source.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)
  return { source, patterns: [...templates].flatMap(([, template = '']) => patternOf(template)) }
}

/** Of a template with words of its own: nothing is shown by one that takes any text. */
function patternOf(template: string): RegExp[] {
  const parts = template.split(/\$\{[^}]*\}/)
  if (!/[a-z]{2,} [a-z]{2,}/.test(parts.join(' '))) return []
  return [new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`)]
}

/**
 * Compares the sentence of an answer with those of the server: a test that makes one up proves nothing.
 * @throws Error for a sentence that is neither in the server nor in the contract.
 */
export function requireServerSentence(body: unknown): void {
  const { message } = (body ?? {}) as { message?: unknown }
  if (typeof message !== 'string') return
  sentences ??= readSentences()
  const isKnown = sentences.source.includes(message) || sentences.patterns.some((one) => one.test(message))
  if (!isKnown) throw new Error(`The server never answers '${message}'`)
}
