import * as audio from '@almanac/contract/audio'
import * as autoPurchase from '@almanac/contract/auto-purchase'
import * as categories from '@almanac/contract/categories'
import * as delivery from '@almanac/contract/delivery'
import type { ChangeTopic } from '@almanac/contract/events'
import * as ledger from '@almanac/contract/ledger'
import * as packages from '@almanac/contract/packages'
import * as payments from '@almanac/contract/payments'
import * as reports from '@almanac/contract/reports'
import * as texts from '@almanac/contract/texts'
import { expect, test } from 'vitest'
import { topicOf } from './event-stream.ts'
import { ALL_TOPICS, isAbout } from './topics.ts'

test.each<[string, string, ChangeTopic[]]>([
  ["a consumer's readings", audio.listConsumerAudio.path, ['audio']],
  ["an operator's readings", audio.listAudio.path, ['audio']],
  ['short texts', texts.listShortTexts.path, ['texts']],
  ['categories with their subscriptions', categories.listConsumerCategories.path, ['subscriptions']],
  ['categories as admins see them', categories.listAdminCategories.path, ['subscriptions']],
  ['packages as admins see them', packages.listAdminPackages.path, ['balance', 'packages', 'profile']],
  ['packages', packages.listPackages.path, ['balance', 'packages', 'profile']],
  [
    'packages as the consumer has them',
    packages.listConsumerPackages.path,
    ['balance', 'packages', 'profile'],
  ],
  ['the own token history', ledger.listOwnTokenTransactions.path, ['balance']],
  ["everybody's token history", ledger.listTokenTransactions.path, ['balance']],
  ['what is bought automatically', autoPurchase.getAutoPurchase.path, ['balance', 'packages', 'profile']],
  ['Sunbursts that came', delivery.listReceivedSunbursts.path, ['balance']],
  ['purchases', payments.listPurchases.path, ['balance']],
  ['what is open of them', payments.listOpenPurchases.path, ['balance']],
  ['the default payment', payments.getDefaultPayment.path, ['profile']],
  ['revenue', reports.readRevenue.path, ['reports']],
  ['usage', reports.readUsage.path, ['reports']],
  ['gross sales', reports.listGrossSales.path, ['packages', 'reports']],
  ['tickets', '/v1/customers/:customerUrl/consumers/:consumerId/tickets', ['tickets']],
])('%s change with their topics alone', (_what, path, topics) => {
  expect(ALL_TOPICS.filter((topic) => isAbout(topic, path)).sort()).toEqual([...topics].sort())
})

test.each([
  ['{"topic":"balance"}', 'balance'],
  ['{"topic":"weather"}', undefined],
  ['null', undefined],
  ['not json', undefined],
  [undefined, undefined],
])('the topic in an event %s', (data, topic) => {
  expect(topicOf(data)).toBe(topic)
})
