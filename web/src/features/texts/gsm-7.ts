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

/** What to know about a text before it is sent by SMS; null when its characters make it no longer than it looks. */
export function smsHint(text: string): string | null {
  const { segments, plainSegments, special } = smsSize(text)
  if (segments <= Math.max(1, plainSegments)) return null
  const named = special.slice(0, MOST_NAMED).join(' ')
  return `${named} ${special.length === 1 ? 'makes' : 'make'} this ${segments} SMS instead of ${plainSegments}.`
}
