import {
  type AdminCategory,
  type CategoryContent,
  categoryBody,
  type MediumEntry,
  mediumTokens,
} from '@almanac/contract/categories'
import { SVG_TOO_LARGE, WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { limits } from '@almanac/contract/limits'
import { z } from 'zod'
import { formatCount } from '../../../ui/format.ts'
import type { FileKind } from '../../../ui/use-chosen-file.ts'

/** A category as its form holds it: numbers are text, and that of a medium that is off is empty. */
export interface CategoryValues {
  name: string
  sortOrder: string
  audioTokens: string
  isSmsOn: boolean
  smsTokens: string
  isEmailOn: boolean
  emailTokens: string
}

const asText = (medium: AdminCategory['deliveryMediums'][number] | undefined) =>
  medium && !medium.isDisable ? String(medium.numberOfTokens) : ''

/** What a form begins with: the category as it is, or the costs that most have. */
export function valuesOf(category: AdminCategory | null): CategoryValues {
  if (!category) {
    const sunburst = String(limits.tokensPerSunburst)
    return {
      ...{ name: '', sortOrder: '', audioTokens: String(limits.tokensPerReading) },
      ...{ isSmsOn: true, smsTokens: sunburst, isEmailOn: true, emailTokens: sunburst },
    }
  }
  const textOf = (wanted: string) => asText(category.deliveryMediums.find(({ name }) => name === wanted))
  const [smsTokens, emailTokens] = [textOf('sms'), textOf('email')]
  return {
    name: category.name,
    sortOrder: String(category.sortOrder),
    audioTokens: textOf('audio'),
    isSmsOn: smsTokens !== '',
    smsTokens,
    isEmailOn: emailTokens !== '',
    emailTokens,
  }
}

/** A category in words, by the labels of its form. */
export function factsOf({ name, sortOrder, deliveryMediums }: CategoryContent): Record<string, string> {
  const costOf = (wanted: string) => {
    const found = deliveryMediums.find((medium) => medium.name === wanted)
    return found && !found.isDisable ? formatCount(found.numberOfTokens) : 'Off'
  }
  return {
    'Category Name': name,
    'Sort Order': String(sortOrder),
    'Audio Tokens': costOf('audio'),
    'SMS Tokens': costOf('sms'),
    'Email Tokens': costOf('email'),
  }
}

const { name, sortOrder } = categoryBody.shape
const fields = z.object({
  name,
  sortOrder,
  audioTokens: mediumTokens,
  isSmsOn: z.boolean(),
  smsTokens: mediumTokens,
  isEmailOn: z.boolean(),
  emailTokens: mediumTokens,
})

/** The server's own rules; the tokens of a medium that is off are 0. */
export const categorySchema = z.preprocess((given) => {
  const values = given as CategoryValues
  return {
    ...values,
    ...(values.isSmsOn ? {} : { smsTokens: 0 }),
    ...(values.isEmailOn ? {} : { emailTokens: 0 }),
  }
}, fields)

/** The mediums as they are sent, those of a category that is there with their ids. */
export function mediumsOf(checked: z.output<typeof fields>, category: AdminCategory | null): MediumEntry[] {
  const idOf = (wanted: string) =>
    category?.deliveryMediums.find((medium) => medium.name === wanted)?.id ?? null
  return [
    { id: idOf('audio'), name: 'audio', numberOfTokens: checked.audioTokens, isDisable: false },
    { id: idOf('sms'), name: 'sms', numberOfTokens: checked.smsTokens, isDisable: !checked.isSmsOn },
    { id: idOf('email'), name: 'email', numberOfTokens: checked.emailTokens, isDisable: !checked.isEmailOn },
  ]
}

/** What is wrong with a chosen logo, or null. What it really holds shows when it is read. */
export function logoProblem({
  name: fileName,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const isSvg = /\.svg$/i.test(fileName) && (type === '' || type === 'image/svg+xml')
  if (!isSvg || size === 0) return WRONG_FORMAT
  return size > limits.svgMaxBytes ? SVG_TOO_LARGE : null
}

/** A logo that is a drawing; the server writes it anew from what may be in one. */
export const logoKind: FileKind = {
  problemOf: logoProblem,
  async prepare(file) {
    const text = await file.text()
    if (!/<svg[\s>]/i.test(text)) throw new Error('The file is no svg.')
    // Shown as one also where the device did not say so.
    return new Blob([text], { type: 'image/svg+xml' })
  },
}
