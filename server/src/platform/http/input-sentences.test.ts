import { audio, endpoints, identity, ledger, payments, subscriptions, texts } from '@almanac/contract'
import { pageQuery } from '@almanac/contract/primitives'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { examples } from '../../../test/examples.ts'
import { DomainError } from '../errors.ts'
import { readInput } from './failures.ts'
import { nameInWords } from './input-sentences.ts'

test.each([
  [['rememberMe'], 'Remember me'],
  [['page'], 'Page'],
  [['itemPerPage'], 'Items per page'],
  [['usernameOrEmail'], 'Email or username'],
  [['smsPhoneNumber'], 'SMS phone number'],
  [['packageId'], 'Package ID'],
  [['isExpired'], 'Expired'],
  [['issue'], 'Issue'],
  [['imageURLText'], 'Image URL text'],
  [['a2z'], 'A2z'],
  [['snake_case_name'], 'Snake case name'],
  [['shortTextList', 1, 'messageName'], 'Message name'],
  [['mediums', 0], 'Choice of SMS or email'],
  [[], ''],
] as const)('the field %j is called %j', (path, name) => {
  expect(nameInWords(path)).toBe(name)
})

/** What is said of input that a schema refuses, one sentence a field. */
function sentencesFor(schema: z.ZodType, input: unknown): readonly string[] {
  try {
    readInput(schema, input)
  } catch (error) {
    if (error instanceof DomainError) return error.details.list ?? []
    throw error
  }
  return []
}

const page = z.object(pageQuery)
const login = { usernameOrEmail: 'nova', password: 'secret' }
const text = { messageName: 'Monday', textContent: 'A quiet day.', disburseDateTime: '2030-01-01 09:00' }

describe('what is wrong with a field is said in a sentence', () => {
  test.each([
    [page, { page: 'two' }, 'Page must be a whole number.'],
    [page, { page: '0x2' }, 'Page must be a whole number.'],
    [page, { page: '-1' }, 'Page must be a whole number.'],
    [page, { page: ['1', '2'] }, 'Page must be a whole number.'],
    [page, { page: '0' }, 'Page must be at least 1.'],
    [page, { itemPerPage: '101' }, 'Items per page must be at most 100.'],
    [page, { sendList: 'maybe' }, 'Send list must be true or false.'],
    [page, { sendList: ['true', 'true'] }, 'Send list must be text.'],
    [identity.login.body, { ...login, rememberMe: 'yes' }, 'Remember me must be true or false.'],
    [identity.login.body, { ...login, usernameOrEmail: undefined }, 'Email or Username is required.'],
    [identity.login.body, [], 'The request must be an object with named fields.'],
    [identity.login.body, 'login', 'The request must be an object with named fields.'],
    [
      identity.resendShortCode.body,
      { username: 'nova', otpType: 'pigeon', resend: true },
      'Code type must be email, smsPhoneNumber, or password.',
    ],
    [
      identity.resendShortCode.body,
      { username: 'nova', otpType: 'email', resend: 'yes' },
      'Resend must be true.',
    ],
    [
      identity.resendShortCode.body,
      { username: 'n'.repeat(300), otpType: 'email', resend: true },
      'Username must have at most 254 characters.',
    ],
    [identity.checkShortCode.query, { passwordToken: '123456' }, 'Username is required.'],
    [identity.checkShortCode.query, { username: 7, passwordToken: '123456' }, 'Username must be text.'],
    [payments.purchaseWithCard.body, { paymentId: 'pm_card_visa' }, 'Package ID is required.'],
    [
      payments.purchaseWithCard.body,
      { paymentId: 'pm_card_visa', packageId: 1.5 },
      'Package ID must be a whole number.',
    ],
    [
      payments.purchaseWithCard.body,
      { paymentId: 'pm_card_visa', packageId: 0 },
      'Package ID must be at least 1.',
    ],
    [
      payments.purchaseWithCard.body,
      { paymentId: 'pm_card_visa', packageId: 3_000_000_000 },
      'Package ID must be at most 2147483647.',
    ],
    [subscriptions.subscribe.body, {}, 'Choice of SMS or email is required.'],
    [subscriptions.subscribe.body, { mediums: 'sms' }, 'Choice of SMS or email must be a list.'],
    [
      subscriptions.subscribe.body,
      { mediums: ['pigeon'] },
      'Entry 1: Choice of SMS or email must be sms or email.',
    ],
    [
      texts.addShortTexts.body,
      { shortTextList: [], consumerCategoryId: 1 },
      'Short texts must have at least 1 entry.',
    ],
    [
      texts.addShortTexts.body,
      { shortTextList: [text, { ...text, disburseDateTime: 5 }], consumerCategoryId: 1 },
      'Entry 2: Disburse date time must be text.',
    ],
    [
      audio.listAudio.query,
      { consumerCategoryId: '1', isExpired: 'true', isActive: 'true' },
      'Please choose only one of isExpired, isActive, or isUnexpired.',
    ],
    [
      texts.listShortTexts.query,
      { consumerCategoryId: '1', isSent: 'true', isUnsent: 'true' },
      'Please choose only one of isUnsent or isSent.',
    ],
    [ledger.listTokenTransactions.query, { startDate: 'May' }, 'Start date must be a date as YYYY-MM-DD.'],
    [z.object({ contactEmail: z.email() }), { contactEmail: 'x' }, 'Contact email must be a valid email.'],
    [z.object({ price: z.number() }), { price: '5' }, 'Price must be a number.'],
    [
      z.object({ codes: z.array(z.string()).max(2) }),
      { codes: ['', '', ''] },
      'Codes must have at most 2 entries.',
    ],
    [z.object({ name: z.string().regex(/^a/) }), { name: 'b' }, 'Name is not valid.'],
    [z.object({ either: z.union([z.literal('a'), z.number()]) }), { either: [] }, 'Either is not valid.'],
    [z.strictObject({}), { more: 1 }, 'The request has parts that are not known.'],
  ])('%#: %o %o is told %j', (schema, input, sentence) => {
    expect(sentencesFor(schema, input)).toEqual([sentence])
  })

  test('with one sentence a field, in the order of the fields', () => {
    expect(sentencesFor(page, { page: 'x', itemPerPage: '0', noPagination: 'x' })).toEqual([
      'Page must be a whole number.',
      'Items per page must be at least 1.',
      'No pagination must be true or false.',
    ])
  })

  /** What a library says of types and patterns, or a field by its name in the code. */
  const technical =
    /\b(Invalid|Unrecognized|Too small|Too big|expected|received|field)\b|[a-z][A-Z]|undefined|NaN/

  test.each(Object.entries(endpoints))('%s: nothing is named as the code names it', (name, endpoint) => {
    const { body = {}, query = {} } = examples[name] ?? {}
    for (const [schema, right] of [
      [endpoint.body, body],
      [endpoint.query, query],
    ] as const) {
      const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      for (const field of fields) {
        for (const value of [undefined, null, {}, [], 'x', -1, 1.5, true, 'x'.repeat(5_000)]) {
          for (const sentence of sentencesFor(schema as z.ZodType, {
            ...(right as object),
            [field]: value,
          })) {
            expect(sentence).toMatch(/^(\* )?[A-Z].*[\w.]$/)
            // Choices are named as a program must send them, and these words are the specification's own.
            const words = sentence
              .replace(/ must be [\w, ]+\.$/, '')
              .replace('UserName', 'Username')
              .replace('* Invalid amount.', '')
            expect(words).not.toMatch(technical)
          }
        }
      }
    }
  })
})
