import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** One change of the books: the whole value under a key, or no `value` when the row was removed. */
export type JournalLine = { table: string; key: string; value?: unknown }

/**
 * An append-only JSON-lines file. A line is handed to the operating system before the caller answers, so a
 * SIGKILL of this process loses nothing that was answered (a power cut may: there is no fsync per line).
 */
export type Journal = {
  append(line: JournalLine): void
  /** Replaces the file by one line for each live row; done once at start so that it can't grow without end. */
  rewrite(lines: Iterable<JournalLine>): void
  close(): void
}

const fileName = 'provider-books.jsonl'

/** Reads the lines of an earlier run. A last line cut off by a crash was never answered, and is dropped. */
export function readJournal(dataDir: string): JournalLine[] {
  const path = join(dataDir, fileName)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n')
  const last = lines.length - 1
  return lines.flatMap((line, index) => {
    if (line === '') return []
    try {
      return [JSON.parse(line) as JournalLine]
    } catch (error) {
      if (index === last) return []
      throw new Error(
        `${path} is damaged at line ${index + 1}; move the file away to start with empty books.`,
        {
          cause: error,
        },
      )
    }
  })
}

/** Opens the journal in `dataDir`, made if missing. */
export function openJournal(dataDir: string): Journal {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, fileName)
  let file = openSync(path, 'a')
  return {
    append: (line) => void writeSync(file, `${JSON.stringify(line)}\n`),
    rewrite: (lines) => {
      closeSync(file)
      const fresh = `${path}.new`
      const out = openSync(fresh, 'w')
      for (const line of lines) writeSync(out, `${JSON.stringify(line)}\n`)
      fsyncSync(out)
      closeSync(out)
      renameSync(fresh, path)
      file = openSync(path, 'a')
    },
    close: () => closeSync(file),
  }
}

/** For runs without a data folder: nothing is kept. */
export const noJournal: Journal = { append: () => {}, rewrite: () => {}, close: () => {} }
