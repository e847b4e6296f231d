import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './use-form.ts'

const schema = z
  .object({
    email: z.email('Must be a valid email.'),
    password: z.string().min(8, 'short').regex(/\d/, 'no digit'),
    again: z.string(),
  })
  .refine((form) => form.password === form.again, { path: ['again'], message: 'Passwords must match' })

const check = (values: unknown) => {
  const result = schema['~standard'].validate(values)
  if (result instanceof Promise) throw new Error('answers at once')
  return fieldErrors(result)
}

test('each field has its first message', () => {
  expect(check({ email: 'stella', password: 'short', again: 'short' })).toEqual({
    email: 'Must be a valid email.',
    password: 'short',
  })
})
test('a rule over two fields stands under the one it names', () => {
  expect(check({ email: 'a@b.co', password: '12345678', again: '87654321' })).toEqual({
    again: 'Passwords must match',
  })
})
test('right values have none', () => {
  expect(check({ email: 'a@b.co', password: '12345678', again: '12345678' })).toEqual({})
})
