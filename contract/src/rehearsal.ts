import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { customerUrl, idText, instant, money, tokenCount } from './primitives.ts'
import { subscribableMedium } from './subscriptions.ts'

/** Days that a rehearsal and an outlook look ahead. */
export const REHEARSED_DAYS = 30

const count = z.number().int()

/** Why messages would not be sent, as the report of a text says it. */
const rehearsedReason = z.object({
  reason: z.string(),
  /** The same as a sentence. */
  words: z.string(),
  count,
})

/** What would become of a scheduled text, in messages unless said otherwise. */
export const rehearsedText = z.object({
  id: count,
  messageName: z.string(),
  consumerCategoryId: count,
  categoryName: z.string(),
  disburseDateTime: instant,
  /** Subscribers, whatever becomes of their messages. */
  recipients: count,
  /** Sent by SMS, those that quiet hours hold first included. */
  sms: count,
  email: count,
  /** Of those by SMS, the ones that leave when the quiet hours are over. */
  held: count,
  /** Not sent, for lack of tokens. */
  skipped: count,
  /** Not sent, since they can reach nobody. */
  refused: count,
  tokens: tokenCount,
  /** Why messages are not sent, the most frequent first. */
  reasons: z.array(rehearsedReason),
})
export type RehearsedText = z.output<typeof rehearsedText>

export const readRehearsal = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/rehearsal',
  summary: `What the scheduled short texts of the next ${REHEARSED_DAYS} days would come to, as of now; nothing is sent`,
  actor: ['customer'],
  params: z.object({ customerUrl }),
  response: z.object({
    rehearsedDateTime: instant,
    untilDateTime: instant,
    texts: z.array(rehearsedText).meta({ description: 'By their time; 1,000 at the most.' }),
    totalTexts: count.meta({ description: 'How many there are, listed or not.' }),
  }),
  errors: [],
})
export type Rehearsal = z.output<typeof readRehearsal.response>

/** One way in which messages of a text can end: `sent` at its time, `held` by quiet hours and sent then, or `skipped`. */
export const outcomeLine = z.object({
  medium: subscribableMedium,
  outcome: z.enum(['sent', 'held', 'skipped']),
  /** Of those that were skipped, why: as a sentence. */
  words: z.string().nullable(),
  rehearsed: count,
  happened: count,
})
export type OutcomeLine = z.output<typeof outcomeLine>

/** What was expected of a text the day before, beside what happened. What providers then did with a message is not compared. */
export const textComparison = z.object({
  rehearsedDateTime: instant,
  recipients: z.object({ rehearsed: count, happened: count }),
  /** Each way that was rehearsed or happened. */
  lines: z.array(outcomeLine),
  /** What happened between the rehearsal and the text, in people. */
  since: z.object({
    subscribed: count,
    left: count.meta({ description: 'Rehearsed for somebody who was no subscriber by then.' }),
    toppedUp: count.meta({ description: 'Recipients who were given tokens, purchased or not.' }),
  }),
})
export type TextComparison = z.output<typeof textComparison>

export const compareTextRehearsal = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/short-text/:shortTextId/rehearsal',
  summary: 'What was rehearsed of a short text the day before, beside what happened',
  actor: ['customer'],
  params: z.object({ customerUrl, shortTextId: idText }),
  response: z.object({
    comparison: textComparison
      .nullable()
      .meta({ description: 'Null while it has not begun, and where it was never rehearsed.' }),
  }),
  errors: [],
})

/** What is scheduled of a sign that the consumer receives. */
export const outlookSign = z.object({
  consumerCategoryId: count,
  categoryName: z.string(),
  mediums: z.array(subscribableMedium),
  /** Sunbursts that are scheduled, each once whatever the mediums it comes by. */
  scheduled: count,
  /** Of these, those that the balance covers, by one medium at least. */
  covered: count,
  /** For when the next one is scheduled. */
  nextDateTime: instant,
  /** When the next one by each medium leaves: quiet hours hold an SMS and no email. By time. */
  next: z.array(z.object({ medium: subscribableMedium, dateTime: instant })),
})
export type OutlookSign = z.output<typeof outlookSign>

export const readOutlook = endpoint({
  method: 'GET',
  path: '/v1/customers/:customerUrl/consumers/:consumerId/sunbursts/outlook',
  summary: `What is scheduled of the own signs in the next ${REHEARSED_DAYS} days, and how far the balance goes; what is not scheduled yet is not counted`,
  actor: ['consumer'],
  params: z.object({ customerUrl, consumerId: idText }),
  response: z.object({
    tokenBalance: tokenCount,
    /** Signs of which something is scheduled, by what comes next. */
    signs: z.array(outlookSign),
    tokens: tokenCount.meta({ description: 'What all that is scheduled costs.' }),
    lastDateTime: instant.nullable().meta({ description: 'The last that is scheduled; null for nothing.' }),
    coveredUntilDateTime: instant
      .nullable()
      .meta({ description: 'The last before the first that is not covered; null where the first is not.' }),
    firstUncovered: z
      .object({
        dateTime: instant,
        categoryName: z.string(),
        comesBy: subscribableMedium
          .nullable()
          .meta({ description: 'Of two mediums, the one that is covered; null where it is skipped.' }),
      })
      .nullable()
      .meta({ description: 'The first that the balance does not cover by all of its mediums.' }),
    automatic: z
      .object({
        packageName: z.string(),
        numberOfTokens: tokenCount,
        price: money,
        purchases: count.meta({ description: 'How often it would be bought.' }),
        firstDateTime: instant.nullable(),
        isCovered: z.boolean().meta({ description: 'Whether all would be covered then.' }),
      })
      .nullable()
      .meta({
        description: 'What automatic purchase would do, where it is on and nothing stands in its way.',
      }),
  }),
  errors: [],
})
export type Outlook = z.output<typeof readOutlook.response>
