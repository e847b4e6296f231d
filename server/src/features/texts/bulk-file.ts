import { readFile } from 'node:fs/promises'
import { limits } from '@almanac/contract/limits'
import { type BadLine, shortTextEntry } from '@almanac/contract/texts'
import { DomainError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/bind.ts'
import { type DisburseTime, readDisburseTime, type Schedule } from './rules.ts'

/** A line of a bulk file that can be scheduled, as far as the file alone tells. */
export interface BulkRecord {
  /** Counted from 1, all lines of the file. */
  line: number
  categoryId: number
  messageName: string
  disburseAt: Date
  textContent: string
}

export interface BulkFile {
  records: BulkRecord[]
  badLines: BadLine[]
}

export interface BulkRules {
  /** The tenant's categories by their names in small letters. */
  categoryIds: ReadonlyMap<string, number>
  schedule: Schedule
}

const wallTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/
const countWords = limits.bulkTextMaxRecords.toLocaleString('en-US')

/**
 * The text of an uploaded file; a byte order mark is left out.
 * @throws DomainError `invalid_text_file` for another name than `.txt`, and for bytes that are no UTF-8 or no text.
 */
export function decodeBulkFile(bytes: Uint8Array, fileName: string): string {
  if (!/\.txt$/i.test(fileName)) throw new DomainError('invalid_text_file')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new DomainError('invalid_text_file')
    return text
  } catch (error) {
    throw error instanceof TypeError ? new DomainError('invalid_text_file') : error
  }
}

/** An uploaded file, and what its lines are read by. */
export interface BulkInput extends BulkRules, Pick<ReceivedFile, 'path' | 'fileName'> {}

/** Reads an uploaded file as a thread does: null for one that `decodeBulkFile` refuses. */
export async function tryBulkFile({ path, fileName, ...rules }: BulkInput): Promise<BulkFile | null> {
  const bytes = await readFile(path)
  try {
    return readBulkFile(decodeBulkFile(bytes, fileName), rules)
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

/**
 * Reads records, one a line (decision S8), and what is wrong with the lines that are none; each line has its reasons once,
 * as one sentence or several.
 */
export function readBulkFile(text: string, { categoryIds, schedule }: BulkRules): BulkFile {
  const file: BulkFile = { records: [], badLines: [] }
  const timeOf = rememberTimes(schedule)
  const lineOf = new Map<string, number>()
  let found = 0
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    if (content.trim() === '' || content.startsWith('#')) continue
    const line = index + 1
    found += 1
    if (found > limits.bulkTextMaxRecords) {
      const reason = `A file holds ${countWords} texts at the most. This line and those after it were not read.`
      file.badLines.push({ line, reason })
      break
    }
    const read = readLine(content, categoryIds, timeOf)
    if ('reasons' in read) file.badLines.push({ line, reason: read.reasons.join(' ') })
    else {
      const same = `${read.categoryId} ${read.disburseAt.getTime()} ${read.textContent}`
      const first = lineOf.get(same)
      if (first === undefined) {
        lineOf.set(same, line)
        file.records.push({ line, ...read })
      } else file.badLines.push({ line, reason: `It is the same text as in line ${first}.` })
    }
  }
  if (found === 0) file.badLines.push({ line: 1, reason: 'The file holds no texts.' })
  return file
}

/** Many records share their time, and to read one in a zone takes longer than all else of a line. */
function rememberTimes(schedule: Schedule): (text: string) => DisburseTime {
  const known = new Map<string, DisburseTime>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const time = readDisburseTime(wallTime.test(text) ? text : '', schedule)
    known.set(text, time)
    return time
  }
}

function readLine(
  content: string,
  categoryIds: BulkRules['categoryIds'],
  timeOf: (text: string) => DisburseTime,
): Omit<BulkRecord, 'line'> | { reasons: string[] } {
  const parts = splitLine(content)
  if (!parts) return { reasons: ['It must be: Category | Message name | YYYY-MM-DD HH:mm | Text.'] }
  const [category, name, time, text] = parts
  const categoryId = categoryIds.get(category.toLowerCase())
  const messageName = shortTextEntry.shape.messageName.safeParse(name)
  const textContent = shortTextEntry.shape.textContent.safeParse(text)
  const disburse = timeOf(time)
  if (categoryId !== undefined && messageName.success && textContent.success && disburse.instant) {
    return {
      categoryId,
      messageName: messageName.data,
      disburseAt: disburse.instant,
      textContent: textContent.data,
    }
  }
  const reasons = [
    categoryId === undefined && `There is no category "${shorten(category)}".`,
    messageName.error?.issues[0]?.message,
    disburse.instant === null && asSentence(disburse.sentence),
    textContent.error?.issues[0]?.message,
  ]
  return { reasons: reasons.filter((reason) => typeof reason === 'string') }
}

/**
 * The parts of a line between bars, or tabs where its time stands between those; the text is all that follows the third
 * separator. Null where there are not three of them.
 */
function splitLine(content: string): Parts | null {
  const [byBars, byTabs] = ['|', '\t'].map((separator) => partsOf(content, separator))
  return byTabs && wallTime.test(byTabs[2]) ? byTabs : (byBars ?? byTabs ?? null)
}

type Parts = [category: string, messageName: string, time: string, text: string]

function partsOf(content: string, separator: string): Parts | null {
  const [category, name, time, ...text] = content.split(separator)
  if (category === undefined || name === undefined || time === undefined || text.length === 0) return null
  return [category.trim(), name.trim(), time.trim(), text.join(separator).trim()]
}

const shownMaxCharacters = 60

function shorten(name: string): string {
  return name.length > shownMaxCharacters ? `${name.slice(0, shownMaxCharacters)}…` : name
}

/** The specification's sentence about the time ends with that time. */
function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
