import { automaticPoints, takingPoints } from '../crash-points.ts'
import type { acts } from './acts.ts'
import type { Trouble, Wish } from './mishaps.ts'

export type Step = Wish & { act: keyof typeof acts }

const calm: Wish = { way: 'card', which: 0, part: 50, trouble: { kind: 'none' }, crowd: 'alone' }
const step = (act: Step['act'], wish: Partial<Wish> = {}): Step => ({ ...calm, act, ...wish })

/** All events are heard, the last one first. */
const hearAll = step('hear', { part: 81 })
const fiveSeconds = step('restart')
const minutes = step('restart', { which: 3 })
const anHour = step('restart', { which: 5 })
/** Approved and taken at once. */
const buyByWallet = step('buy', { way: 'wallet' })
const keepWallet = step('keepDefault', { way: 'wallet' })
const keepCard = step('keepDefault')
const wholeInquiry = step('dispute', { part: 51 })
const wholeChargeback = step('dispute', { part: 52 })
const refundAllThere = step('refundThere', { part: 61 })
const lose = step('decide', { part: 40 })
const losePart = step('decide', { part: 10 })
const win = step('decide', { part: 60 })
/** An admin gives as much as a reading costs. */
const giveReading = step('edit', { part: 67 })

/** Each is what was told to go wrong in it, and the fewest steps that lead there. */
export const stories: Record<string, Step[]> = {
  'a threshold that rose after the consumer agreed': [
    step('edit', { part: 81 }),
    keepCard,
    step('turnOn'),
    step('changeThreshold', { which: 3 }),
    step('read'),
    fiveSeconds,
  ],
  'a refund at the wallet that is heard of before its dispute, which is won': [
    buyByWallet,
    wholeInquiry,
    refundAllThere,
    step('hear', { which: 3 }),
    hearAll,
    win,
  ],
  'a dispute at the wallet that is settled in part': [buyByWallet, wholeChargeback, hearAll, losePart],
  'a lost dispute whose money a refund had given back': [
    buyByWallet,
    wholeInquiry,
    refundAllThere,
    hearAll,
    lose,
  ],
  'a dispute of a card that is lost in part after a refund': [
    step('buy'),
    step('refundThere', { part: 20 }),
    step('dispute', { part: 30 }),
    hearAll,
    losePart,
  ],
  'a payment that was disputed for fraud, and is the default still': [
    keepCard,
    step('turnOn'),
    fiveSeconds,
    wholeChargeback,
    hearAll,
    lose,
    hearAll,
    giveReading,
    step('turnOn'),
    step('read'),
    fiveSeconds,
    minutes,
  ],
  'a lost dispute for fraud that ends the rule': [
    keepCard,
    step('turnOn'),
    fiveSeconds,
    wholeChargeback,
    hearAll,
    lose,
    hearAll,
    giveReading,
    step('read'),
    fiveSeconds,
  ],
  'a Sunburst that comes back after its purchase was refunded': [
    step('buy'),
    step('sendSunburst'),
    step('refund', { part: 71 }),
    step('returnSunburst'),
  ],
  'a balance that has no room for another package': [step('fill', { part: 1 }), step('buy'), hearAll],
  'a rule that is turned off between its purchase and the charge': [
    keepCard,
    step('turnOn'),
    step('restart', { trouble: { kind: 'between', commit: 0, act: 'turnOff' } }),
  ],
}

/** What goes wrong in an automatic purchase, wherever it can. */
const troubles: Trouble[] = [
  ...[...automaticPoints, ...takingPoints].map((point) => ({ kind: 'crash' as const, point })),
  ...(['lost', 'unheard', 'away'] as const).flatMap((kind) => [0, 1].map((call) => ({ kind, call }))),
]

/** What may happen before it is told again. */
const changes: Record<string, Step[]> = {
  'its rule off': [step('turnOff')],
  'its payment method deleted': [step('deleteDefault')],
  'its payment method replaced': [keepCard],
  'its price lower': [step('changeOffer', { which: 1 })],
  'its price higher': [step('changeOffer', { which: 2 })],
  'its tokens changed': [step('changeOffer', { which: 3, part: 80 })],
  'all of them stopped': [step('stopAll')],
  'its package deleted': [step('deletePackage')],
  'another payment in dispute': [wholeChargeback, hearAll],
  'a package bought in person': [step('buy')],
  'nothing else': [],
}

/** A package bought in person and used up, and automatic purchase turned on by card or wallet. */
const opening = (keep: Step) => [step('buy'), ...Array<Step>(4).fill(step('read')), keep, step('turnOn')]

/** An automatic purchase in which something goes wrong, what changes meanwhile, and hours in which it may be sent again. */
function interrupt(keep: Step, trouble: Trouble): [string, Step[]][] {
  return Object.entries(changes).map(([name, changed]) => [
    `an automatic purchase by ${keep.way} with ${Object.values(trouble).join(' ')} and ${name}`,
    [...opening(keep), step('restart', { trouble }), ...changed, fiveSeconds, minutes, anHour, minutes],
  ])
}

/** All of them; `MODEL_GRID=1` plays them. */
export const interrupted: Record<string, Step[]> = Object.fromEntries(
  [keepCard, keepWallet].flatMap((keep) => troubles.flatMap((trouble) => interrupt(keep, trouble))),
)

/** Those in which a wallet that never got the order is told again. */
export const toldAgain = Object.fromEntries(interrupt(keepWallet, { kind: 'unheard', call: 0 }))

/** Where random steps go on from, so that they soon meet what takes many steps to come to. */
export const beginnings: Step[][] = [
  [],
  [],
  [buyByWallet],
  [buyByWallet, wholeInquiry],
  [keepCard, step('turnOn')],
  [keepWallet, step('turnOn')],
  [step('buy'), keepCard, step('turnOn'), step('read'), step('read'), step('read')],
  [step('buy'), keepWallet, step('turnOn'), step('read'), step('read'), step('read')],
  [keepCard, step('turnOn'), fiveSeconds, wholeChargeback, hearAll],
  [step('fill')],
]
