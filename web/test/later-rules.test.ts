// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FormFrame } from '../src/ui/form-frame.tsx'
import { type FormSchema, laterSchema } from '../src/ui/form-schema.ts'
import { TextField } from '../src/ui/text-field.tsx'
import { useForm } from '../src/ui/use-form.ts'
import { meanwhile, open } from './scene.ts'

const rules = z.object({ name: z.string().min(1, 'Name is required.') })
type Rules = FormSchema<z.output<typeof rules>>

/** A form whose rules come, or do not, when the test says so. */
async function openForm() {
  const loads: PromiseWithResolvers<Rules>[] = []
  const sent: unknown[] = []
  const schema = laterSchema(() => {
    const load = Promise.withResolvers<Rules>()
    loads.push(load)
    return load.promise
  })
  function Screen() {
    const form = useForm({ initial: { name: '' }, schema, onSubmit: (values) => sent.push(values) })
    const field = createElement(TextField, { label: 'Name', ...form.field('name') })
    const frame: ComponentProps<typeof FormFrame> = { onSubmit: form.submit, children: field }
    return createElement('main', null, createElement(FormFrame, frame))
  }
  const { user } = await open(Screen)
  const name = () => screen.getByLabelText<HTMLInputElement>('Name')
  return { user, loads, sent, name }
}

const last = <Item>(items: readonly Item[]) => items.at(-1) as Item

test('rules are fetched once, when somebody types', async () => {
  const { user, loads, name } = await openForm()
  expect(loads).toHaveLength(0)
  await user.type(name(), 'Nova')
  expect(loads).toHaveLength(1)
})

test('what is sent before the rules are there waits for them, and goes once', async () => {
  const { user, loads, sent, name } = await openForm()
  await user.type(name(), 'Nova{Enter}{Enter}')
  expect(sent).toEqual([])
  await meanwhile(() => last(loads).resolve(rules))
  expect(sent).toEqual([{ name: 'Nova' }])
})

test('a field that was left empty meanwhile is told of once the rules are there', async () => {
  const { user, loads, sent, name } = await openForm()
  await user.click(name())
  await user.tab()
  expect(name().getAttribute('aria-invalid')).toBeNull()
  await meanwhile(() => last(loads).resolve(rules))
  expect(screen.getByText('Name is required.')).toBeTruthy()
  await user.type(name(), '{Enter}')
  expect(sent).toEqual([])
})

test('a form that nobody has touched is checked when it is sent', async () => {
  const { user, loads, sent, name } = await openForm()
  await user.click(name())
  await user.keyboard('{Enter}')
  expect(loads).toHaveLength(1)
  await meanwhile(() => last(loads).resolve(rules))
  expect(screen.getByText('Name is required.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('where the rules can not be had nothing is sent, which is said, and the next try has them fetched again', async () => {
  const { user, loads, sent, name } = await openForm()
  await user.type(name(), 'Nova{Enter}')
  await meanwhile(() => last(loads).reject(new Error('offline')))
  expect(sent).toEqual([])
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(toasts.getByText(/could not be loaded completely/)).toBeTruthy()
  await user.type(name(), '{Enter}')
  await meanwhile(() => last(loads).resolve(rules))
  expect(sent).toEqual([{ name: 'Nova' }])
})
