import { listConsumerAudio } from '@almanac/contract/audio'
import { getAutoPurchase } from '@almanac/contract/auto-purchase'
import { listConsumerCategories } from '@almanac/contract/categories'
import { listReceivedSunbursts } from '@almanac/contract/delivery'
import { listOwnTokenTransactions } from '@almanac/contract/ledger'
import { listConsumerPackages } from '@almanac/contract/packages'
import { getDefaultPayment, getPaymentSettings, listOpenPurchases } from '@almanac/contract/payments'
import { readOutlook } from '@almanac/contract/rehearsal'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { listRaisedCosts } from '@almanac/contract/subscriptions'
import { listOwnTickets } from '@almanac/contract/support'
import { type ComponentProps, createElement } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatTime } from '../src/ui/format.ts'
import { nothingComing } from './coming.ts'
import {
  category,
  noPayment,
  noRule,
  offer,
  openPurchase,
  pageOf,
  reading,
  rule,
  savedCard,
  stella,
  tenant,
  virgo,
} from './people.ts'
import {
  answer,
  canPlay,
  fail,
  linksOf,
  render,
  showOn,
  signIn,
  stored,
  tagsOf,
  textOf,
  textsOf,
} from './screen.ts'

const { AudioSessionProvider } = await import('../src/features/audio/listening/audio-session.tsx')
const { ChargeDialogs } = await import('../src/features/audio/listening/charge-dialogs.tsx')
const { SubscriptionDialog } = await import('../src/features/subscriptions/subscription-dialog.tsx')
const { FaqList } = await import('../src/features/support/faq-list.tsx')

beforeAll(() => {
  answer(getCustomerDetailsByUrl, tenant)
  answer(listConsumerCategories, pageOf([virgo, category()]))
  answer(listOwnTickets, pageOf([]))
  answer(getPaymentSettings, {
    card: { mode: 'sandbox', frameOrigin: 'http://127.0.0.1:1' },
    wallets: [],
    statementDescriptor: 'ALMANAC* AURORA',
  })
})
beforeEach(async () => {
  showOn('laptop')
  stored.set('audio-session:7', JSON.stringify({ id: 'session-one', chargedIds: [32], track: null }))
  answer(listConsumerPackages, { packages: [offer()] })
  answer(listOpenPurchases, { purchases: [] })
  answer(listReceivedSunbursts, { sunbursts: [] })
  answer(listRaisedCosts, { raisedCosts: [] })
  answer(readOutlook, nothingComing)
  answer(getDefaultPayment, noPayment)
  answer(getAutoPurchase, noRule)
  answer(listConsumerAudio, pageOf([reading, { ...reading, id: 32, audioName: 'The Full Table' }]))
  await signIn(stella)
})

describe('the dashboard', () => {
  const show = () =>
    render(() => import('../src/features/audio/listening/dashboard-page.tsx'), {
      frame: AudioSessionProvider,
    })

  test('has the signs, the own one first, the test audio and the readings', async () => {
    const markup = await show()
    expect(textsOf(markup, 'h1')).toEqual(['Select Reading to Play'])
    expect(textsOf(markup, 'h2').slice(0, 2)).toEqual(['The Open Door', 'The Full Table'])
    expect(textsOf(markup, 'button').slice(0, 3)).toEqual(['Leo', 'Virgo', 'Play test audio'])
    expect(textOf(markup)).toContain('Nov 17, 2026 4:38')
    const labels = tagsOf(markup, 'button').join()
    expect(labels).toContain('aria-label="Play The Open Door"')
  })

  test('says what a reading costs, and that one is charged already', async () => {
    const [free, charged] = textsOf(await show(), 'li').slice(-2)
    expect(free).toMatch(/7 Tokens$/)
    expect(charged).toMatch(/Charged$/)
  })

  test('says that a reading of 0 tokens is free', async () => {
    const free = category()
    const deliveryMediums = free.deliveryMediums.map((medium) => ({ ...medium, numberOfTokens: 0 }))
    answer(listConsumerCategories, pageOf([{ ...free, deliveryMediums }]))
    for (const line of textsOf(await show(), 'li').slice(-2)) expect(line).toMatch(/Free$/)
    answer(listConsumerCategories, pageOf([virgo, category()]))
  })

  test('lets the button of the test audio glow until it has been played', async () => {
    const button = (markup: string) => tagsOf(markup, 'button').find((tag) => tag.includes('glowing'))
    expect(button(await show())).toBeDefined()
    await signIn({ ...stella, isTestAudioPlayed: true })
    expect(button(await show())).toBeUndefined()
  })

  test.each([
    [9, false],
    [10, true],
  ])('of %i readings has pages: %s', async (totalItems, hasPages) => {
    answer(listConsumerAudio, pageOf([reading], totalItems))
    expect(textOf(await show()).includes(`of ${totalItems} entries`)).toBe(hasPages)
  })

  test('on a phone has no pages but a button for more', async () => {
    const { Pager } = await import('../src/ui/pager.tsx')
    const nothing = () => undefined
    const handlers = { onPage: nothing, onStep: nothing, onItemPerPage: nothing, onLoadMore: nothing }
    const pager = (loadedItems: number) =>
      render({
        Component: () =>
          createElement(Pager, { page: 1, itemPerPage: 20, totalItems: 21, loadedItems, ...handlers }),
      })
    showOn('phone')
    expect(textOf(await pager(20))).toBe('Load More')
    expect(textOf(await pager(21))).toBe('')
    showOn('laptop')
    expect(textOf(await pager(20))).toContain('1–20 of 21 entries')
  })

  test('warns where the browser can not play audio', async () => {
    const warning = 'Your browser may not support audio.'
    expect(textOf(await show())).not.toContain(warning)
    canPlay(false)
    expect(textOf(await show())).toContain(warning)
    canPlay(true)
  })
})

describe('before a reading plays', () => {
  type Play = ComponentProps<typeof ChargeDialogs>['play']
  type Asked = NonNullable<Play['question']>
  const ask = (kind: Asked['kind'], { priceTokens = 7, news }: Partial<Asked> = {}) => {
    const nothing = () => undefined
    const play: Play = {
      tap: nothing,
      charge: nothing,
      cancel: nothing,
      isCharging: false,
      question: { kind, audio: reading, priceTokens, news },
    }
    return render({ Component: () => createElement(ChargeDialogs, { play, categoryId: 5 }) })
  }

  test('its tokens are asked for', async () => {
    const markup = await ask('confirm')
    expect(textOf(markup)).toContain('Do you want to use 7 Tokens to play The Open Door ?')
    expect(textsOf(markup, 'button').filter(Boolean)).toEqual(['Cancel', 'Proceed'])
    expect(textOf(markup)).not.toContain('Nothing was charged')
  })

  test.each<[Asked['news'], number, string]>([
    ['price-changed', 9, 'This reading now costs 9 tokens. Nothing was charged.'],
    ['price-changed', 1, 'This reading now costs 1 token. Nothing was charged.'],
    ['session-over', 7, 'Your audio session is over. Nothing was charged.'],
  ])('what changed is told first: %s, %i', async (news, priceTokens, sentence) => {
    const markup = textOf(await ask('confirm', { news, priceTokens }))
    expect(markup).toContain(`${sentence} Do you want to use ${priceTokens} Token`)
    await signIn({ ...stella, tokenBalance: 0 })
    expect(textOf(await ask('buy-tokens', { news, priceTokens }))).toContain(
      `${sentence} The Open Door costs ${priceTokens} Token`,
    )
  })

  test('tokens are to be bought where there are too few', async () => {
    await signIn({ ...stella, tokenBalance: 1 })
    const markup = await ask('buy-tokens')
    expect(textsOf(markup, 'h2')).toEqual(['Please Purchase Tokens'])
    expect(textOf(markup)).toContain('costs 7 Tokens, and you have 1 Token.')
    expect(textsOf(markup, 'button').filter(Boolean)).toEqual(['Cancel', 'Purchase Tokens'])
  })
})

describe('the packages', () => {
  const show = () => render(() => import('../src/shells/packages-screen.tsx'))

  test('have their title, head and cards', async () => {
    const markup = await show()
    expect(textsOf(markup, 'h1')).toEqual(['Purchase Tokens'])
    expect(textsOf(markup, 'h2')).toEqual(['Select Token Package'])
    expect(textsOf(markup, 'li')[0]).toContain('A Month of Tuesdays $25.20 28 Tokens')
    expect(textsOf(markup, 'button')).toContain('Purchase')
  })

  test('say what failed where the server does not', async () => {
    fail(listConsumerPackages)
    expect(textOf(await show())).toContain('Error while getting packages')
  })
})

describe('the purchase', () => {
  const show = (state?: unknown) =>
    render(() => import('../src/features/payments/purchase-page.tsx'), { state })

  test('has the package, the seller, the tabs, and the ways back', async () => {
    const markup = await show({ packageId: 21 })
    expect(textsOf(markup, 'button')).toEqual(expect.arrayContaining(['Back', 'Card']))
    expect(linksOf(markup)).toMatchObject({ 'Change Package': '/aurora/packages' })
    expect(textOf(markup)).toContain('Aurora Astrology A Month of Tuesdays Price $25.20')
    expect(textOf(markup)).toContain('Your card statement will show ALMANAC* AURORA .')
    expect(tagsOf(markup, 'img').join()).toContain('/v1/images/public/aurora/logo.png')
  })

  test('offers the default payment only where there is one', async () => {
    const button = 'Purchase With Default Payment Method'
    expect(textsOf(await show({ packageId: 21 }), 'button')).not.toContain(button)
    answer(getDefaultPayment, savedCard)
    await signIn(stella)
    expect(textsOf(await show({ packageId: 21 }), 'button')).toContain(button)
  })

  test('shows nothing without the package in the navigation', async () => {
    expect(textOf(await show())).toBe('')
    expect(textOf(await show({ packageId: 99 }))).toContain('This package is no longer sold.')
  })
})

describe('what is open of a payment', () => {
  const packages = { screen: () => import('../src/shells/packages-screen.tsx') }
  const purchase = {
    screen: () => import('../src/features/payments/purchase-page.tsx'),
    state: { packageId: 21 },
  }
  const activity = { screen: () => import('../src/features/activity/activity-page.tsx') }
  const screens = [
    ['the packages', packages],
    ['the purchase', purchase],
    ['My Activity', activity],
  ] as const
  const onScreen = async ({ screen, state }: { screen: Parameters<typeof render>[0]; state?: unknown }) => {
    answer(listOwnTokenTransactions, pageOf([]))
    const markup = await render(screen, { state })
    return { text: textOf(markup), buttons: textsOf(markup, 'button') }
  }

  test.each(screens)(
    'is said on %s: that it is being found out, and nothing to press',
    async (_name, where) => {
      answer(listOpenPurchases, { purchases: [openPurchase] })
      const { text, buttons } = await onScreen(where)
      expect(text).toContain('We are checking whether your payment of $25.20 went through.')
      expect(text).toContain('A Month of Tuesdays, 28 Tokens, Nov 22, 2026 09:05')
      expect(buttons).not.toContain('Cancel Payment')
    },
  )

  test.each(screens)(
    'is said on %s: that the bank waits, to be confirmed or canceled',
    async (_name, where) => {
      answer(listOpenPurchases, { purchases: [{ ...openPurchase, state: 'requires_action' }] })
      const { text, buttons } = await onScreen(where)
      expect(text).toContain('Your bank has not confirmed your payment of $25.20.')
      expect(buttons).toEqual(expect.arrayContaining(['Confirm Payment', 'Cancel Payment']))
    },
  )

  test.each(screens)('is not said on %s where nothing is', async (_name, where) => {
    expect((await onScreen(where)).text).not.toContain('your payment')
  })
})

describe('the subscriptions', () => {
  const show = () => render(() => import('../src/shells/subscriptions-screen.tsx'))

  test('have their title, head and a card for each sign, the own one first', async () => {
    const markup = await show()
    expect(textsOf(markup, 'h1')).toEqual(['Daily Sunbursts'])
    expect(textsOf(markup, 'h2')).toEqual(['Select Sign', 'Coming Up', 'Today'])
    expect(textsOf(markup, 'li')).toEqual(['Leo Not subscribed', 'Virgo Email'])
  })

  test.each([
    ['goes on', {}, true],
    ['waits', { state: 'paused', pauseReason: 'declined' }, false],
  ] as const)('say that tokens are bought automatically, where a rule %s', async (_how, changes, isSaid) => {
    answer(getAutoPurchase, { ...noRule, rule: rule(changes) })
    const text = textOf(await show())
    const words =
      'Auto-purchase is on. A Month of Tuesdays is bought when your token balance falls to 2 tokens'
    expect(text.includes(words)).toBe(isSaid)
  })

  test('show what came in the last 24 hours under the signs', async () => {
    const now = new Date()
    const sunburst = {
      id: 3,
      text: 'Take the long way home.',
      consumerCategoryId: 6,
      categoryName: 'Virgo',
      mediums: ['sms' as const, 'email' as const],
      sentDateTime: now.toISOString(),
    }
    answer(listReceivedSunbursts, { sunbursts: [sunburst, { ...sunburst, id: 4 }] })
    const markup = await show()
    const when = formatTime(now, 'America/New_York')
    expect(textsOf(markup, 'li').slice(2)).toEqual(
      Array(2).fill(`Take the long way home. Virgo, sent ${when} by SMS and email`),
    )
  })

  test.each([
    ['say so where one is subscribed', virgo, true],
    ['are silent of it where none is', category(), false],
  ])('without any %s', async (_what, sign, isSaid) => {
    answer(listConsumerCategories, pageOf([sign]))
    expect(textOf(await show()).includes('No Sunburst in the last 24 hours.')).toBe(isSaid)
    answer(listConsumerCategories, pageOf([virgo, category()]))
  })

  test('stay usable when what came can not be read', async () => {
    fail(listReceivedSunbursts)
    const markup = await show()
    expect(textsOf(markup, 'li')).toHaveLength(2)
    expect(textsOf(markup, 'button')).toContain('Try again')
  })

  const choose = (sign: typeof virgo) =>
    render({ Component: () => createElement(SubscriptionDialog, { sign, onClose: () => undefined }) })

  test('are chosen by medium, each at its price', async () => {
    const markup = await choose(category())
    expect(textsOf(markup, 'label')).toEqual([
      'SMS 1 Token to (617) 555-0123, US carriers only',
      'Email 1 Token to stella@mail.example',
    ])
    expect(textsOf(markup, 'button').filter(Boolean)).toEqual(['Cancel', 'Subscribe'])
    expect(tagsOf(markup, 'button').at(-1)).toContain('disabled')
  })

  test('that cost more than the balance warn, with a button to buy tokens', async () => {
    await signIn({ ...stella, tokenBalance: 0 })
    const markup = await choose(virgo)
    expect(textOf(markup)).toContain('These Sunbursts cost 1 Token a day, more than your 0 Tokens.')
    expect(textsOf(markup, 'button')).toEqual(expect.arrayContaining(['Buy Tokens', 'Update Subscription']))
    const filled = tagsOf(markup, 'button').filter(
      (tag) => /\b_?(prime|gold)/.test(tag) && !/disabled=""/.test(tag),
    )
    expect(filled).toHaveLength(1)
    expect(markup).toContain(`${filled[0]}Buy Tokens<`)
  })
})

describe('support', () => {
  test('answers seven questions, the numbers the tenant’s own', async () => {
    const markup = await render(() => import('../src/features/support/faq-page.tsx'))
    expect(textsOf(markup, 'details')).toHaveLength(7)
    expect(textOf(markup)).toContain('A reading costs 7 tokens. A Sunburst costs 1 token for each message')
    expect(textOf(markup)).toContain('When your balance falls to 2 tokens or below, that package is bought')
    expect(textOf(markup)).not.toMatch(/PayPal|Venmo/i)
    expect(textsOf(markup, 'label')).toEqual(['Search FAQs'])
  })

  test('says that nothing matches', async () => {
    const markup = await render({ Component: () => createElement(FaqList, { entries: [] }) })
    expect(textOf(markup)).toContain('No FAQs match the searched term')
  })

  test('is written to by a message and an address', async () => {
    const markup = await render(() => import('../src/features/support/contact-page.tsx'))
    expect(textOf(markup)).toContain('Click Support on the left before sending a message')
    expect(textsOf(markup, 'label')).toEqual(['Message', 'Email'])
    expect(tagsOf(markup, 'input').join()).toContain('name="consumerEmail"')
    expect(tagsOf(markup, 'input').join()).toContain('value="stella@mail.example"')
  })

  test('shows the answers', async () => {
    const createdAt = '2026-11-18T12:00:00Z'
    const answers = [{ id: 1, answer: 'Yes, on Tuesday.', createdAt }]
    const ticket = { id: 3, description: 'When?', email: 's@mail.example', createdAt, answers }
    answer(listOwnTickets, pageOf([{ ...ticket, status: 'answered' }]))
    const text = textOf(await render(() => import('../src/features/support/own-tickets-page.tsx')))
    expect(text).toMatch(/Ticket 3, .* Answered When\? Aurora Astrology .* Yes, on Tuesday\./)
  })
})
