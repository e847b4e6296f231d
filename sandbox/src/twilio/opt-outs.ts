import type { TwilioWorld } from './context.ts'

export type OptOutType = 'STOP' | 'START' | 'HELP'

const words: Record<OptOutType, string[]> = {
  STOP: ['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'STOPALL', 'REVOKE', 'OPTOUT', 'CANCEL'],
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
}

/** Twilio's own answers, sent to the phone without the customer's doing. */
export const optOutReplies: Record<OptOutType, string> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

/** The keyword that a reply is, when it is nothing but one. */
export function optOutTypeOf(body: string): OptOutType | null {
  const word = body.trim().toUpperCase()
  return (Object.keys(words) as OptOutType[]).find((type) => words[type].includes(word)) ?? null
}

export function isOptedOut(world: TwilioWorld, sender: string, number: string): boolean {
  return world.books.optOuts.get(`${sender}|${number}`) !== undefined
}

/** The block holds for one sender (number or messaging service) and one phone. */
export function setOptOut(world: TwilioWorld, sender: string, number: string, out: boolean): void {
  const id = `${sender}|${number}`
  if (out) world.books.optOuts.put({ id, sender, number, since: new Date().toISOString() })
  else world.books.optOuts.remove(id)
}
