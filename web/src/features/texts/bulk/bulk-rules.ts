import { INVALID_TEXT_FILE, TEXT_FILE_TOO_LARGE } from '@almanac/contract/file-refusals'
import { limits } from '@almanac/contract/limits'
import type { BadLine } from '@almanac/contract/texts'
import type { ApiError } from '../../../api/api-error.ts'
import { formatCount } from '../../../ui/format.ts'

/** Why a chosen file can not be uploaded, in the specification's words; null of one that can. Its lines are checked later. */
export function textFileError({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!/\.txt$/i.test(name) || size === 0) return INVALID_TEXT_FILE
  return size > limits.bulkTextMaxBytes ? TEXT_FILE_TOO_LARGE : null
}

/** Refusals that are said of the file itself, where it was chosen. */
export function isOfFile({ code }: Pick<ApiError, 'code'>): boolean {
  return code === 'invalid_text_file' || code === 'text_file_too_large'
}

/** A bad line as the upload's own refusal would name it. */
export function lineInWords({ line, reason }: BadLine): string {
  return `Line ${line}: ${reason}`
}

/** As far as the specification lets a progress go before the answer is there. */
export function shownPercent(percent: number): number {
  return Math.min(limits.progressCapPercent, Math.max(0, Math.floor(percent)))
}

export const countTexts = (count: number): string => (count === 1 ? '1 text' : `${formatCount(count)} texts`)
export const countLines = (count: number): string => (count === 1 ? '1 line' : `${formatCount(count)} lines`)
