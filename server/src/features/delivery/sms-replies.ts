import type { ReplyWish } from './ports.ts'

/** Words that say stop, whatever stands beside them. */
const plainStops = ['unsubscribe', 'unsub', 'stopall', 'optout', 'opt out']

/** Ways to say stop in other words; each is enough wherever it stands in a reply. */
const stopPhrases = [
  'take me off',
  'take my number off',
  'remove me',
  'remove my number',
  'remove this number',
  'delete my number',
  'leave me alone',
  'do not text',
  'do not message',
  'do not contact',
  'do not send',
  'do not want this',
  'do not want these',
  'do not want more',
  'do not want any more',
  'dont text',
  'dont message',
  'dont contact',
  'dont send',
  'dont want this',
  'dont want these',
  'dont want more',
  'dont want any more',
  'no more texts',
  'no more messages',
  'no more sms',
  'no more sunbursts',
  'wrong number',
]

/** Words that ask for an end where nothing but `around` stands beside them. */
const stopWords = ['stop', 'end', 'quit', 'cancel', 'revoke', 'alto', 'parar', 'arret']

/** What people put around such a word without changing what it says. */
const around = new Set(
  (
    'a all and any anymore am asap at bothering can could do doing everything from for getting how i id im immediately it ' +
    'just kindly like list me message messages messaging more my need now number of off ok okay once phone please pls plz ' +
    'receiving right sending service sms spam spamming stuff subscription subscriptions sunburst sunbursts texting text ' +
    'texts thank thanks that the them these thing things this this to u us want wish with would yall you your'
  ).split(' '),
)

/** The opposite of what follows: such a reply is left to a person. */
const negated =
  /\b(dont|do not|never|not|wont|cant)( want( you)? to| \w+)? (stop|end|quit|cancel|revoke|unsubscribe|unsub|optout|opt out)\b/

/** A reply of this many words is a letter, in which a single word says little. */
const shortWords = 25

/**
 * What somebody asks for in their own words. The law knows no keywords: whoever makes plain in any reasonable way that
 * they want no more texts has withdrawn their consent. Nothing is read into what may as well mean something else.
 */
export function wishOf(text: string): ReplyWish | null {
  const words = wordsOf(text)
  const line = words.join(' ')
  if (words.length === 0) return null
  if (asksToStop(words, line)) return 'stop'
  const meant = words.filter((word) => !around.has(word))
  return meant.length > 0 && meant.every((word) => word === 'help' || word === 'info') ? 'help' : null
}

function asksToStop(words: readonly string[], line: string): boolean {
  if (words.length > shortWords || negated.test(line)) return false
  const padded = ` ${line} `
  if ([...plainStops, ...stopPhrases].some((phrase) => padded.includes(` ${phrase} `))) return true
  const meant = words.filter((word) => !around.has(word))
  return meant.length > 0 && meant.every((word) => stopWords.includes(word))
}

/** Lower-case words without accents and punctuation; `don't` is one, `opt-out` two. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2018\u2019\u02bc]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Who sends to a number, and whom to write to about it. */
export type Programmes = readonly { companyName: string; supportEmail: string }[]

const named = (programmes: Programmes) =>
  programmes.map(({ companyName }) => companyName).join(' and ') || 'Almanac'

/** What is texted back to a wish to end: once, and nothing that sells. */
export function stopAnswer(programmes: Programmes): string {
  return `You are unsubscribed from texts of ${named(programmes)} and will get no more. Reply START to resume, HELP for help.`
}

/** What is texted back to a call for help; null where the number is nobody's. */
export function helpAnswer(programmes: Programmes): string | null {
  if (programmes.length === 0) return null
  const addresses = [...new Set(programmes.map(({ supportEmail }) => supportEmail))].join(' or ')
  return `${named(programmes)}: daily Sunbursts by SMS. Help: ${addresses}. Msg & data rates may apply. Reply STOP to end.`
}
