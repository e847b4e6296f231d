import { describe, expect, it } from 'vitest'
import { costOf, decideAct, fromOwnSign, type Medium, messagePrice } from './subscription-rules.ts'

const MEDIUMS: Medium[][] = [[], ['sms'], ['email'], ['sms', 'email']]
const spoken = (mediums: readonly Medium[]) => mediums.join('+') || 'none'

describe('the button of the subscription, one token a medium', () => {
  /** Subscribed, ticked, then label and whether it may be pressed with 0, 1 and 2 tokens. */
  const table: [string, string, string, [boolean, boolean, boolean]][] = [
    ['none', 'none', 'Subscribe', [false, false, false]],
    ['none', 'sms', 'Subscribe', [false, true, true]],
    ['none', 'email', 'Subscribe', [false, true, true]],
    ['none', 'sms+email', 'Subscribe', [false, false, true]],
    ['sms', 'none', 'Unsubscribe', [true, true, true]],
    ['sms', 'sms', 'Update Subscription', [false, false, false]],
    ['sms', 'email', 'Update Subscription', [false, true, true]],
    ['sms', 'sms+email', 'Update Subscription', [false, false, true]],
    ['email', 'none', 'Unsubscribe', [true, true, true]],
    ['email', 'sms', 'Update Subscription', [false, true, true]],
    ['email', 'email', 'Update Subscription', [false, false, false]],
    ['email', 'sms+email', 'Update Subscription', [false, false, true]],
    ['sms+email', 'none', 'Unsubscribe', [true, true, true]],
    ['sms+email', 'sms', 'Update Subscription', [false, true, true]],
    ['sms+email', 'email', 'Update Subscription', [false, true, true]],
    ['sms+email', 'sms+email', 'Update Subscription', [false, false, false]],
  ]
  const mediumsOf = (words: string) => MEDIUMS.find((mediums) => spoken(mediums) === words) ?? []

  it('is decided for every choice', () => {
    const pairs = MEDIUMS.flatMap((subscribed) =>
      MEDIUMS.map((ticked) => `${spoken(subscribed)}/${spoken(ticked)}`),
    )
    expect(table.map(([subscribed, ticked]) => `${subscribed}/${ticked}`)).toEqual(pairs)
  })

  it.each(table)('%s now, %s ticked: %s', (subscribed, ticked, label, mayPress) => {
    for (const [balanceTokens, enabled] of mayPress.entries()) {
      const costTokens = mediumsOf(ticked).length
      const act = decideAct({
        subscribed: mediumsOf(subscribed),
        ticked: mediumsOf(ticked),
        costTokens,
        balanceTokens,
      })
      expect(act).toEqual({ label, isDisabled: !enabled, isShort: costTokens > balanceTokens })
    }
  })

  it('does not mind the order of the mediums', () => {
    const act = decideAct({
      subscribed: ['email', 'sms'],
      ticked: ['sms', 'email'],
      costTokens: 2,
      balanceTokens: 9,
    })
    expect(act.isDisabled).toBe(true)
  })
})

it('adds up what the mediums cost', () => {
  const offered = [
    { name: 'sms', numberOfTokens: 2 },
    { name: 'email', numberOfTokens: 1 },
  ]
  expect(
    [[], ['sms'], ['email'], ['sms', 'email'], ['audio']].map((names) => costOf(offered, names)),
  ).toEqual([0, 2, 1, 3, 0])
})

describe('the order of the signs', () => {
  const signs = [{ id: 4 }, { id: 5 }, { id: 6 }]
  it.each([
    [5, [5, 6, 4]],
    [4, [4, 5, 6]],
    [null, [4, 5, 6]],
    [99, [4, 5, 6]],
  ])('from %s on', (ownId, order) => {
    expect(fromOwnSign(signs, ownId).map(({ id }) => id)).toEqual(order)
  })
})

describe('the price of one message', () => {
  const sign = (audio: number, sms: number, email: number) => ({
    deliveryMediums: [
      { name: 'audio', numberOfTokens: audio, isDisable: false },
      { name: 'sms', numberOfTokens: sms, isDisable: sms > 8 },
      { name: 'email', numberOfTokens: email, isDisable: false },
    ],
  })

  it.each([
    [[sign(7, 1, 1)], '1 Token'],
    [[sign(7, 2, 2), sign(9, 2, 2)], '2 Tokens'],
    [[sign(7, 1, 1), sign(7, 3, 2)], '1 to 3 Tokens'],
    [[sign(7, 9, 1)], '1 Token'],
  ])('of %j is %s', (signs, price) => {
    expect(messagePrice(signs)).toBe(price)
  })
})
