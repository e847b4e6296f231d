import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** Names of fields whose words do not follow from how they are written. */
const fieldNames: Readonly<Record<string, string>> = {
  emailOrUsername: 'Email or username',
  usernameOrEmail: 'Email or username',
  itemPerPage: 'Items per page',
  otpType: 'Code type',
  passwordToken: 'Verification code',
  emailToken: 'Verification code',
  smsPhoneNumberToken: 'Verification code',
  isShortAscending: 'Ascending order',
  shortByColumn: 'Sort column',
  shortTextList: 'Short texts',
  mediums: 'Choice of SMS or email',
  customerUrl: 'Company address',
  saveCardAsDefault: 'Save card as default',
  numberOfTokens: 'Number of tokens',
}

/** Words of a name that are written as they are spoken: letter by letter. */
const spelled: Readonly<Record<string, string>> = { id: 'ID', url: 'URL', sms: 'SMS', svg: 'SVG' }

/**
 * A field's name in words, as a sentence begins: `rememberMe` is 'Remember me', `isExpired` 'Expired', empty for the
 * input as a whole.
 */
export function nameInWords(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string')
  return name === undefined ? '' : words(name)
}

/** Says in front of a sentence which entry of a list it is about, if it is about one. */
export function withEntry(path: readonly PropertyKey[], sentence: string): string {
  const index = path.findLast((part) => typeof part === 'number')
  return index === undefined ? sentence : `Entry ${index + 1}: ${sentence}`
}

function words(name: string): string {
  const known = fieldNames[name]
  if (known !== undefined) return known
  const parts = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .split(' ')
    .map((word) => spelled[word] ?? word)
  const text = parts.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * The sentence for what a schema refuses without a sentence of its own: no form leaves such input, and a program may.
 * It names the field in words and says what would be right.
 */
export function sentenceOf(issue: Issue): string {
  const name = nameInWords(issue.path ?? []) || 'The request'
  if (issue.input === undefined && issue.code !== 'custom') return `${name} is required.`
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${describeType(issue)}.`
    case 'invalid_value':
      return `${name} must be ${describeValues(issue)}.`
    case 'too_small':
    case 'too_big':
      return `${name} must ${describeSize(issue)}.`
    case 'invalid_format':
      return formats[issue.format] ? `${name} must be ${formats[issue.format]}.` : `${name} is not valid.`
    case 'unrecognized_keys':
      return `${name} has parts that are not known.`
    default:
      return `${name} is not valid.`
  }
}

const formats: Readonly<Record<string, string>> = {
  email: 'a valid email',
  date: 'a date as YYYY-MM-DD',
  datetime: 'a date and time as YYYY-MM-DDTHH:mm:ssZ',
}

const types: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  date: 'a date',
}

function describeType({ expected, inst }: Extract<Issue, { code: 'invalid_type' }>): string {
  const isWhole = inst instanceof z.ZodNumber && inst.isInt
  return types[isWhole ? 'int' : expected] ?? 'of another kind'
}

function describeValues({ values, expected }: Extract<Issue, { code: 'invalid_value' }>): string {
  if (expected === 'stringbool') return 'true or false'
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(values.map(String))
}

const sizeUnits: Readonly<Record<string, string>> = { string: 'character', array: 'entry', set: 'entry' }

function describeSize(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const [limit, word] =
    issue.code === 'too_small' ? [Number(issue.minimum), 'at least'] : [Number(issue.maximum), 'at most']
  const unit = sizeUnits[issue.origin]
  if (unit !== undefined) return `have ${word} ${limit} ${plural(unit, limit)}`
  // More than zero, of whole numbers, is one at least.
  return `be ${word} ${issue.inclusive === false && limit === 0 ? 1 : limit}`
}

function plural(unit: string, count: number): string {
  if (count === 1) return unit
  return unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`
}
