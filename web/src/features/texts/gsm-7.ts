/** The GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1), without the escape. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Its extension table (6.2.1.1): each of these takes two places. */
const EXTENDED = '\f^{}\\[~]|€'

const GSM = { single: 160, each: 153 } as const
const UCS_2 = { single: 70, each: 67 } as const

export interface SmsSize {
  /** How many SMS a text is sent, and charged by the carrier, as. */
  segments: number
  /** How many it would be without `special`. */
  plainSegments: number
  /** The characters outside the basic alphabet, each once. */
  special: string[]
  /** Whether the GSM alphabet has all of them, by two places each; else one SMS holds 70 characters. */
  isGsm: boolean
}

/** How a text travels as SMS: one character outside of the GSM alphabet shortens a message to 70 characters. */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const isGsm = characters.every((character) => BASIC.includes(character) || EXTENDED.includes(character))
  const widths = characters.map((character) => widthOf(character, isGsm))
  const special = isGsm
    ? characters.filter((character) => EXTENDED.includes(character))
    : characters.filter((character) => !BASIC.includes(character) && !EXTENDED.includes(character))
  return {
    segments: countSegments(widths, isGsm ? GSM : UCS_2),
    plainSegments: countSegments(
      characters.map(() => 1),
      GSM,
    ),
    special: [...new Set(special)],
    isGsm,
  }
}

function widthOf(character: string, isGsm: boolean): number {
  if (!isGsm) return character.length
  return EXTENDED.includes(character) ? 2 : 1
}

/** A character of two places is never cut in two. */
function countSegments(widths: readonly number[], limit: { single: number; each: number }): number {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total <= limit.single) return total === 0 ? 0 : 1
  let segments = 1
  let used = 0
  for (const width of widths) {
    if (used + width > limit.each) {
      segments += 1
      used = 0
    }
    used += width
  }
  return segments
}

const MOST_NAMED = 3

/** What holds before anything special is written, too. */
const PLAIN_HINT = 'One SMS holds 160 plain characters.'

/** `1 SMS`, `2 SMS`: what a text is sent as. */
export function smsCount(text: string): string {
  return `${smsSize(text).segments} SMS`
}

/** Why a text is as many SMS as it is: which of its characters make it longer, or shorten what one SMS holds. */
export function smsHint(text: string): string {
  const { segments, plainSegments, special, isGsm } = smsSize(text)
  if (special.length === 0) return PLAIN_HINT
  const named = namesOf(special)
  const isOne = special.length === 1
  if (segments > plainSegments)
    return `${named} ${isOne ? 'makes' : 'make'} this ${segments} SMS instead of ${plainSegments}.`
  if (isGsm) return `${named} ${isOne ? 'counts' : 'count'} as two characters in an SMS.`
  return `With ${named} one SMS holds 70 characters.`
}

/** Those for which there is no plain twin come first: the others go by one press. */
function namesOf(special: readonly string[]): string {
  const hasTwin = (character: string) => plainTwins(character) !== character
  const characters = special.toSorted((one, other) => Number(hasTwin(one)) - Number(hasTwin(other)))
  const others = characters.length - MOST_NAMED
  const named = characters.slice(0, MOST_NAMED).join(' ')
  return others > 0 ? `${named} and ${others} ${others === 1 ? 'other' : 'others'}` : named
}

/** What word processors put in for plain characters, each with its plain twin. */
const TWINS: readonly [RegExp, string][] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u00ad\u200b\u2060\ufeff]/g, ''],
]

const QUOTES = TWINS.slice(0, 2)

const replace = (text: string, twins: typeof TWINS) =>
  twins.reduce((replaced, [found, twin]) => replaced.replace(found, twin), text)

/** A text with the plain twins of its quotes, dashes, dots and spaces. */
export function plainTwins(text: string): string {
  return replace(text, TWINS)
}

/** What plain twins would do for a text: the words of the offer, or null where they would not make it fewer SMS. */
export function twinOffer(text: string, maxCharacters: number): string | null {
  const plain = plainTwins(text)
  const isTooLong = [...plain].length > Math.max(maxCharacters, [...text].length)
  if (isTooLong || smsSize(plain).segments >= smsSize(text).segments) return null
  return replace(text, QUOTES) === plain ? 'Use straight quotes' : 'Use plain characters'
}
