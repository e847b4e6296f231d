import { TwilioFailure } from './errors.ts'

type Form = 'text' | 'flag' | 'switch' | 'whole' | 'number' | 'date'

const forms: Record<Exclude<Form, 'text'>, RegExp> = {
  flag: /^(true|false)$/i,
  switch: /^(enable|disable)$/,
  whole: /^\d{1,15}$/,
  number: /^-?\d+([.]\d+)?$/,
  date: /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/i,
}

/** Parameters of a message, by what their values are. */
export const messageFields: Record<string, Form> = {
  To: 'text',
  From: 'text',
  MessagingServiceSid: 'text',
  Body: 'text',
  StatusCallback: 'text',
  ValidityPeriod: 'whole',
  SmartEncoded: 'flag',
  ProvideFeedback: 'flag',
  RiskCheck: 'switch',
  Attempt: 'whole',
  MaxPrice: 'number',
  ForceDelivery: 'flag',
}

/** Parameters of the list of messages. */
export const listFields: Record<string, Form> = {
  To: 'text',
  From: 'text',
  DateSent: 'date',
  'DateSent<': 'date',
  'DateSent>': 'date',
  PageSize: 'whole',
  Page: 'whole',
  PageToken: 'text',
}

/** @throws TwilioFailure for a value that is not what its parameter takes; names that are not listed are passed over */
export function checkForms(fields: Record<string, Form>, input: Record<string, unknown>): void {
  for (const [name, form] of Object.entries(fields)) {
    const value = input[name]
    if (value === undefined || value === '') continue
    const isDate = form !== 'date' || !Number.isNaN(Date.parse(String(value)))
    const fits = typeof value === 'string' && (form === 'text' || forms[form].test(value)) && isDate
    if (!fits) throw new TwilioFailure(400, `The parameter '${name}' has an invalid value.`)
  }
}
