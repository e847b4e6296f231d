import { z } from 'zod'
import { errorCatalogue } from './errors.ts'
import { mixesScripts } from './name-scripts.ts'
import { fromDigits } from './primitives.ts'
import { isReservedSlug } from './reserved-slugs.ts'
import { isTimeZone } from './time-zones.ts'

/** Trims, and treats a string of white space as missing. */
function required(messageIfMissing: string) {
  return z.string({ error: messageIfMissing }).trim().min(1, messageIfMissing)
}

/** The message of a check that ends all others: a text that is too long is not looked at further. */
function lastWord(message: string) {
  return { error: message, abort: true }
}

/** What is said of a number that is not there, and of what is none: a form holds both as text. */
export const missingOrWrong =
  (missing: string, wrong: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === '' ? missing : wrong

/** Letters of any script with their marks, and single-line white space between them. */
const lettersAndSpaces = /^[\p{L}\p{M}][\p{L}\p{M} ]*$/u

export const fullName = required('Name is required.')
  .min(3, 'Name must be at least 3 characters.')
  .max(100, lastWord('Name can be maximum 100 characters.'))
  .regex(lettersAndSpaces, 'Please enter a valid Name')
  .meta({ description: 'Letters of any script, and spaces between them.' })

/** Control characters, halves of characters, and what shows as nothing: two names could look the same. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u

/** Written in one of the ways that Unicode has for it. */
export const username = z
  .string({ error: 'Username is required.' })
  .normalize('NFKC')
  .trim()
  .min(1, 'Username is required.')
  .min(3, 'Username must be at least 3 characters.')
  .max(16, lastWord('Username can be maximum 16 characters.'))
  .regex(/^[^\s@]+$/, 'Username cannot contain spaces or @.')
  .refine((name) => !invisible.test(name), 'Username cannot contain invisible characters.')
  .refine((name) => !mixesScripts(name), 'Username must use letters of one alphabet.')

export const email = required('Email is required.')
  .max(254, lastWord('Email can be maximum 254 characters.'))
  .pipe(z.email('Must be a valid email.'))
  .meta({ format: 'email' })

/** At least one digit. Only marks may stand before the first, so that there is one way to read a number. */
const numberWithMarks = /^\+?[ ().\-/]*\d[\d ().\-/]*$/

export const contactNumber = required('Mobile number is required.')
  .max(31, lastWord('Please enter a valid number'))
  .regex(numberWithMarks, 'Please enter a valid number')

export const SMS_NUMBER_REFUSAL = errorCatalogue.invalid_sms_phone_number.message

/**
 * Countries whose numbers are US or Canadian: the two, and the territories of the US, which have country codes of their
 * own (decision T12). The code +1 alone means a dozen more.
 */
export const NORTH_AMERICAN_COUNTRIES = ['US', 'CA', 'PR', 'VI', 'GU', 'AS', 'MP'] as const
export type NorthAmericanCountry = (typeof NORTH_AMERICAN_COUNTRIES)[number]

export function isNorthAmericanCountry(country: string | undefined): country is NorthAmericanCountry {
  return (NORTH_AMERICAN_COUNTRIES as readonly (string | undefined)[]).includes(country)
}

/** Optional; whether it is a US or Canadian number is decided with a number library on both sides. */
export const smsPhoneNumber = z.string().trim().max(31, lastWord(SMS_NUMBER_REFUSAL))

/** Never trimmed: white space is part of a password. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(8, 'Password must be at least 8 characters long.')
  .max(100, lastWord('Password must be less than 100 characters.'))

export const loginPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(100, lastWord('Password must be less than 100 characters.'))

export const emailOrUsername = required('Email or Username is required.')
  .max(254, lastWord('UserName or Email can be maximum 254 characters.'))
  .regex(/^\S+$/, 'Email or Username cannot contain spaces.')

export const shortCode = z
  .string()
  .regex(/^\d*$/, 'Verification Code must be a numeric value')
  .length(6, 'Verification Code must be 6 digits.')

const signMissing = 'Astrological sign is required.'

/** The id of the category that a consumer takes for its own, as JSON holds it. */
export const astrologicalSignId = z
  .number(signMissing)
  .int(signMissing)
  .positive(signMissing)
  .max(2_147_483_647, signMissing)

/** The same as a form holds it: text, of which an empty choice counts as missing. */
export const astrologicalSign = fromDigits(astrologicalSignId)

export const timeZone = z
  .string({ error: 'Time zone is required.' })
  .refine(isTimeZone, 'Please choose a time zone from the list.')

/** A tenant's slug as it is chosen; kept in small letters. */
export const newCustomerUrl = required('Customer url is required.')
  .min(3, 'Customer url must be at least 3 characters.')
  .max(20, lastWord('Customer url can be maximum 20 characters.'))
  .regex(/^[A-Za-z0-9-]+$/, "Only alphanumeric characters and ' - ' are allowed.")
  .toLowerCase()
  .refine((slug) => !isReservedSlug(slug), 'This url is reserved. Please choose another one.')

/** Text without control characters and line separators. */
export const oneLine = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

export const companyName = required('Company name is required.')
  .min(2, 'Company name must be at least 2 characters.')
  .max(30, lastWord('Company name can be maximum 30 characters.'))
  .regex(oneLine, 'Company name must be one line.')

/** Lines as a form sends them, which ends each with two characters, count as they were typed. */
export const companyDetails = required('Details are required.')
  .overwrite((text) => text.replaceAll('\r\n', '\n'))
  .min(2, 'Details must be at least 2 characters.')
  .max(500, lastWord('Details can be maximum 500 characters.'))

const thresholdMissing = 'Threshold token is required.'
const thresholdWrong = 'Threshold token must be a whole number from 1 to 1000.'

/** The balance at or below which packages are bought automatically, as a form holds it. */
export const thresholdToken = fromDigits(
  z
    .number({
      error: ({ input }) => (input === undefined || input === '' ? thresholdMissing : thresholdWrong),
    })
    .int(thresholdWrong)
    .min(1, thresholdWrong)
    .max(1_000, thresholdWrong),
)

/** Adds the rule that the confirmation repeats the password. */
export function confirmed<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  password: keyof Shape & string,
  confirmation: keyof Shape & string,
) {
  return schema.refine(
    (value) =>
      (value as Record<string, unknown>)[password] === (value as Record<string, unknown>)[confirmation],
    {
      path: [confirmation],
      message: 'Passwords must match',
      when: () => true,
    },
  )
}
