import { z } from 'zod'

/** The greatest number that PostgreSQL's `integer` holds. */
const idMax = 2_147_483_647

/** A row's id in a JSON body: a positive integer that fits PostgreSQL's `integer`. */
export const id = z.number().int().positive().max(idMax)

/**
 * A number that travels as text, in a path, a query or a form: digits and nothing else, so that `0x4`, `4e0` and
 * ` 4` are refused rather than understood.
 */
export function fromDigits<Schema extends z.ZodType<number>>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    schema,
  )
}

/** Dollars that travel as text in a form: digits, and a point with one or two more at the most. */
export function fromDollars<Schema extends z.ZodType<number>>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(value) ? Number(value) : value),
    schema,
  )
}

/** What is nested in a form, which carries it as JSON (decision W12). */
export function fromJson<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (typeof value === 'string' ? parseJson(value) : value), schema)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A row's id in a path, a query or a form. */
export const idText = fromDigits(id)

/** An audio's id in a path; 0 is the tenant's test audio. */
export const audioIdText = fromDigits(z.number().int().min(0).max(idMax))

/** Tokens that a client expects to be charged, in a query; 0 is free. */
export const expectedTokensText = fromDigits(z.number().int().min(0).max(idMax))

/** A tenant's slug in a path; matched case-insensitively. */
export const customerUrl = z
  .string()
  .max(64)
  .transform((slug) => slug.toLowerCase())
  .meta({ description: 'The url slug of a tenant, in capital or small letters.' })

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true }).meta({ description: 'An instant, ISO 8601 in UTC.' })

/** What is said of a date outside of the years that can be entered (decision X9). */
export const YEAR_REFUSAL = 'Please enter a date from 2000 to 2100.'

/** Whether a date or instant that starts with its year can be entered (decision X9). */
const isEnterableYear = (text: string) => /^(20\d\d|2100)-/.test(text)

/** An instant as input: ISO with an offset, or `YYYY-MM-DD HH:mm` in the tenant's zone. */
export const instantInput = z
  .string()
  .max(40, { abort: true })
  .regex(
    /^\d{4}-\d{2}-\d{2}(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})| ([01]\d|2[0-3]):[0-5]\d)$/,
    { error: 'Please enter a valid date and time.', abort: true },
  )
  .refine(isEnterableYear, YEAR_REFUSAL)
  .meta({
    description: 'An instant, ISO 8601 with an offset, or `YYYY-MM-DD HH:mm` in the zone of the tenant.',
  })

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date()

/** A calendar day as input: `YYYY-MM-DD`, from 2000 to 2100. */
export const dayInput = day.refine(isEnterableYear, {
  error: YEAR_REFUSAL,
  when: ({ issues }) => issues.length === 0,
})

/** Dollars on the wire, at most two decimals. */
export const money = z.number().meta({ description: 'US dollars, with two decimals at the most.' })

export const tokenCount = z.number().int().meta({ description: 'A number of tokens.' })

/** A sign whose Sunbursts a consumer receives, and how. */
export const subscriptionLine = z.object({ categoryName: z.string(), deliveryMediums: z.array(z.string()) })

/** An email address in an answer; input is checked by `email` of `fields.ts`. */
export const emailAddress = z.string().meta({ format: 'email' })

/** A random id that the client makes for one list of readings (decision A2). */
export const audioSession = z
  .string()
  .regex(/^[A-Za-z0-9-]{8,64}$/, 'The audio session is not valid.')
  .meta({ description: 'A random id that the client makes for one list of readings.' })

const flagWords = {
  truthy: ['true', '1', 'yes', 'on', 'y', 'enabled'],
  falsy: ['false', '0', 'no', 'off', 'n', 'disabled'],
}

/** True or false as text, in capital or small letters. */
export const flag = z.stringbool(flagWords).meta({
  type: 'boolean',
  description: `Also taken: ${flagWords.truthy.slice(1).join(', ')}; ${flagWords.falsy.slice(1).join(', ')}.`,
})

/**
 * Refuses a query that sets several flags which exclude each other.
 *
 * @param names how the refusal begins, each flag as the caller has to write it
 */
export function atMostOne<Query extends z.ZodObject>(
  query: Query,
  names: readonly (keyof z.output<Query> & string)[],
): Query {
  const list = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
  return query.refine(
    (values) => names.filter((name) => values[name] === true).length <= 1,
    `Please choose only one of ${list}.`,
  )
}

export const itemPerPage = fromDigits(z.number().int().min(1).max(100))

/** The query of every list. */
export const pageQuery = {
  page: fromDigits(z.number().int().min(1).max(1_000_000)).default(1),
  itemPerPage: itemPerPage.default(20),
  noPagination: flag
    .default(false)
    .meta({ description: 'True for all rows, 1,000 at the most, as one page.' }),
  sendList: flag.default(true).meta({ description: 'False for the counts alone, with an empty `data`.' }),
}

export type PageQuery = z.output<z.ZodObject<typeof pageQuery>>

export const searchText = z.string().trim().max(100).optional()

/** The envelope of every list. */
export function paged<Row extends z.ZodType>(row: Row) {
  return z.object({
    totalItems: z.number().int(),
    totalPages: z.number().int(),
    currentPage: z.number().int(),
    data: z.array(row),
  })
}

/** The envelope of a list that may be too long to be counted: past `EXACT_COUNT_MAX` its counts are estimates. */
export function longPaged<Row extends z.ZodType>(row: Row) {
  return paged(row).extend({
    isApproximate: z
      .literal(true)
      .optional()
      .meta({ description: 'There where `totalItems` and `totalPages` are estimates.' }),
  })
}

/** Rows that a long list counts one by one. */
export const EXACT_COUNT_MAX = 10_000

export interface Paged<Row> {
  totalItems: number
  totalPages: number
  currentPage: number
  data: Row[]
}

export const message = z.object({ message: z.string() })

/** The body of every failure (decision W4); the specification's flags come beside these fields. */
export const failure = z.looseObject({
  message: z.string().meta({ description: 'A sentence for people.' }),
  code: z.string().meta({ description: 'A name for programs, which stays.' }),
  requestId: z.string().meta({ description: 'Names the request in the log of the server.' }),
  errorMessageList: z.array(z.string()).optional().meta({
    description: 'One sentence for each field or record that is wrong; always there with status 400.',
  }),
})

export type Failure = z.output<typeof failure>
