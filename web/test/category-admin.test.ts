// @vitest-environment happy-dom
import {
  type AdminCategory,
  addCategory,
  deleteCategory,
  listAdminCategories,
  updateCategory,
} from '@almanac/contract/categories'
import { act, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { CategoryAdmin } from '../src/features/categories/admin/category-admin.tsx'
import { admin, pageOf } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const leo: AdminCategory = {
  ...{ id: 5, name: 'Leo', imageUrl: null, logoSvg: 'aurora/leo.svg', sortOrder: 5, customerId: 1 },
  deliveryMediums: [
    { id: 51, name: 'audio', numberOfTokens: 7, isDisable: false },
    { id: 52, name: 'sms', numberOfTokens: 1, isDisable: false },
    { id: 53, name: 'email', numberOfTokens: 0, isDisable: true },
  ],
  ...{ subscriberCount: 2, scheduledTextCount: 1 },
}
const virgo: AdminCategory = {
  ...leo,
  ...{ id: 6, name: 'Virgo', sortOrder: 6, subscriberCount: 0, scheduledTextCount: 0 },
}
const saved = (message: string) => ({ ...leo, message })

const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>'], 'sign.svg', {
  type: 'image/svg+xml',
})
const dialog = () => within(screen.getByRole('dialog'))
const button = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => dialog().getByRole<HTMLInputElement>('textbox', { name })
const box = (name: RegExp) => dialog().getByRole<HTMLInputElement>('checkbox', { name })
const picker = () => dialog().getByLabelText<HTMLInputElement>(/^Category logo/)

async function openList(rows: AdminCategory[] = [leo, virgo], readOnly = false) {
  answer(listAdminCategories, pageOf(rows))
  const scene = await open(() => createElement(CategoryAdmin, { customerId: 1, readOnly }))
  await screen.findByText(rows[0]?.name ?? 'This customer has no categories yet.')
  return scene
}

async function openForm(name: 'Add Category' | 'Edit Leo') {
  const scene = await openList()
  await scene.user.click(screen.getByRole('button', { name }))
  return scene
}

/** A right new category, ready to be saved. */
async function fillForm() {
  const scene = await openForm('Add Category')
  await scene.user.type(field('Category Name'), 'Ophiuchus')
  await scene.user.type(field('Sort Order'), '13')
  await scene.user.upload(picker(), svg)
  await dialog().findByText('sign.svg')
  return scene
}

beforeEach(async () => {
  showOn('laptop')
  await signIn(admin)
})

describe('the list', () => {
  test('has each category with its order and costs, and what can be done with it', async () => {
    await openList()
    const table = screen.getByRole('table', { name: 'Categories' })
    const [heads, row] = [...table.querySelectorAll('tr')].map((one) =>
      [...one.children].map((cell) => cell.textContent),
    )
    expect(heads).toEqual([
      'Category Name',
      'Sort Order',
      'Audio Tokens',
      'SMS Tokens',
      'Email Tokens',
      'Actions',
    ])
    expect(row?.slice(0, 5)).toEqual(['Leo', '5', '7', '1', 'Off'])
    expect(screen.getByRole('button', { name: 'Edit Leo' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Delete Leo' })).toBeDefined()
  })

  test('is only read where it is read-only', async () => {
    await openList([leo], true)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a new category', () => {
  test('needs name, order and logo', async () => {
    const { user } = await openForm('Add Category')
    await user.click(button('Save'))
    for (const words of ['* Logo is required.', 'Category name is required.', 'Sort order is required.'])
      expect(dialog().getByText(words)).toBeDefined()
    expect(button('Save').disabled).toBe(true)
  })

  test('is not saved without a logo, however right all else is', async () => {
    const calls = hold(addCategory)
    const { user } = await openForm('Add Category')
    await user.type(field('Category Name'), 'Ophiuchus')
    await user.type(field('Sort Order'), '13{Enter}')
    await dialog().findByText('* Logo is required.')
    expect(calls).toEqual([])
  })

  test('is not saved while its logo is refused', async () => {
    const { user } = await fillForm()
    await user.upload(picker(), new File([new Uint8Array(40_961)], 'sign.svg', { type: 'image/svg+xml' }))
    await dialog().findByText('* Maximum 40KB svg file is allowed.')
    expect(button('Save').disabled).toBe(true)
    await user.upload(picker(), svg)
    await waitFor(() => expect(button('Save').disabled).toBe(false))
  })

  test('empties and disables the tokens of a medium that is unticked, and asks for them when it is ticked', async () => {
    const { user } = await openForm('Add Category')
    expect(box(/^Audio/).disabled).toBe(true)
    await user.click(box(/^SMS/))
    expect([field('SMS Tokens').value, field('SMS Tokens').disabled]).toEqual(['', true])
    await user.click(box(/^SMS/))
    expect(field('SMS Tokens').disabled).toBe(false)
    await user.click(button('Save'))
    expect(dialog().getByText('Tokens are required.')).toBeDefined()
  })

  test('is sent once, says how far it is up to 99 percent, and is in the list then', async () => {
    const calls = hold(addCategory)
    const { user } = await fillForm()
    const save = button('Save')
    act(() => {
      save.click()
      save.click()
    })
    const call = await nth(calls, 1)
    expect(call.body).toEqual({
      ...{ name: 'Ophiuchus', sortOrder: '13', customerId: '1', categoryLogo: expect.any(Blob) },
      deliveryMedium: JSON.stringify([
        { id: null, name: 'audio', numberOfTokens: 7, isDisable: false },
        { id: null, name: 'sms', numberOfTokens: 1, isDisable: false },
        { id: null, name: 'email', numberOfTokens: 1, isDisable: false },
      ]),
    })
    expect(call.idempotencyKey).toMatch(/\S{8}/)
    await meanwhile(() => call.progress(40))
    expect(dialog().getByText(/^40% of /)).toBeDefined()
    await meanwhile(() => call.progress(100))
    expect(dialog().getByText(/^99% of /)).toBeDefined()
    await user.keyboard('{Escape}')
    answer(listAdminCategories, pageOf([leo, { ...leo, id: 6, name: 'Ophiuchus' }]))
    call.answer(saved('Category added successfully.'))
    await screen.findByText('Category added successfully.')
    await screen.findByText('Ophiuchus')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('whose answer was lost keeps what was entered and is sent again under the same key', async () => {
    const calls = hold(addCategory)
    const { user } = await fillForm()
    await user.click(button('Save'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.drop())
    await screen.findByText('We cannot reach the server right now. Please try again shortly.')
    expect([field('Category Name').value, dialog().getByText('sign.svg')]).toEqual([
      'Ophiuchus',
      expect.anything(),
    ])
    await user.click(button('Save'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    expect(second.body).toMatchObject({ name: 'Ophiuchus', categoryLogo: expect.any(Blob) })
    second.answer(saved('Category added successfully.'))
    await screen.findByText('Category added successfully.')
  })

  test('whose name is taken says so under the name, and goes under another key then', async () => {
    const calls = hold(addCategory)
    const { user } = await fillForm()
    await user.click(button('Save'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('name_taken'))
    await dialog().findByText('This name is already in use.')
    expect(document.activeElement).toBe(field('Category Name'))
    await user.type(field('Category Name'), ' II')
    await user.click(button('Save'))
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('whose logo the server refuses says so there', async () => {
    const calls = hold(addCategory)
    const { user } = await fillForm()
    await user.click(button('Save'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.refuse('invalid_svg', { message: '* The svg file is too complex.' }))
    await dialog().findByText('* The svg file is too complex.')
    expect(button('Save').disabled).toBe(true)
    expect(screen.queryAllByRole('alert').map((one) => one.textContent)).not.toContain(
      '* The svg file is too complex.* The svg file is too complex.',
    )
  })

  test('is not lost by Escape without a question', async () => {
    const { user } = await fillForm()
    await user.keyboard('{Escape}')
    expect(screen.getByText('Discard what you entered?')).toBeDefined()
  })
})

const content = {
  ...{ name: 'Leo', sortOrder: 5 },
  deliveryMediums: leo.deliveryMediums.map(({ id: _, ...medium }) => medium),
}

describe('a category that is edited', () => {
  test('shows what somebody else has changed, and replaces it when it is saved again', async () => {
    const calls = hold(updateCategory)
    const { user } = await openForm('Edit Leo')
    await user.type(field('Sort Order'), '1')
    await user.click(button('Save'))
    const [audio, , email] = content.deliveryMediums
    const theirs = {
      ...content,
      deliveryMediums: [audio, { name: 'sms', numberOfTokens: 0, isDisable: true }, email],
    }
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('changed_meanwhile', { present: theirs }))
    const note = await dialog().findByText('Someone else has changed this category to:')
    expect([...(note.parentElement?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([
      'SMS Tokens: Off',
    ])
    expect(field('Sort Order').value).toBe('51')
    await user.click(button('Save'))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({ sortOrder: '51', expected: JSON.stringify(theirs) })
    second.answer(saved('Category updated successfully.'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is sent with the ids of its mediums, without a logo unless there is another', async () => {
    const calls = hold(updateCategory)
    const { user } = await openForm('Edit Leo')
    expect([field('Category Name').value, field('Sort Order').value]).toEqual(['Leo', '5'])
    await user.click(box(/^SMS/))
    expect(dialog().getByText('Whoever receives it so is told, and no longer charged.')).toBeDefined()
    await user.click(button('Save'))
    const call = await nth(calls, 1)
    expect(call.body).toEqual({
      ...{ name: 'Leo', sortOrder: '5', customerId: '1' },
      expected: JSON.stringify(content),
      deliveryMedium: JSON.stringify([
        { id: 51, name: 'audio', numberOfTokens: 7, isDisable: false },
        { id: 52, name: 'sms', numberOfTokens: 0, isDisable: true },
        { id: 53, name: 'email', numberOfTokens: 0, isDisable: true },
      ]),
    })
    call.answer(saved('Category updated successfully.'))
    await screen.findByText('Category updated successfully.')
  })
})

describe('a category that is deleted', () => {
  test('is so once it was said what ends with it, as it stands now', async () => {
    const calls = hold(deleteCategory)
    const { user } = await openList()
    const lists = hold(listAdminCategories)
    await user.click(screen.getByRole('button', { name: 'Delete Leo' }))
    expect(dialog().getByText('2 subscribers, 1 short text scheduled.')).toBeDefined()
    expect(document.activeElement).toBe(button('Cancel'))
    // What it says is read anew before it can be confirmed.
    await user.click(button('Delete'))
    expect(calls).toEqual([])
    const list = await nth(lists, 1)
    await meanwhile(() => list.answer(pageOf([{ ...leo, subscriberCount: 3 }, virgo])))
    expect(dialog().getByText('3 subscribers, 1 short text scheduled.')).toBeDefined()
    const remove = button('Delete')
    act(() => {
      remove.click()
      remove.click()
    })
    const call = await nth(calls, 1)
    answer(listAdminCategories, pageOf<AdminCategory>([]))
    call.answer({ message: 'Category deleted successfully.' })
    await screen.findByText('Category deleted successfully.')
    await screen.findByText('This customer has no categories yet.')
    expect([calls.length, screen.queryByRole('dialog')]).toEqual([1, null])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Category' }))
  })

  test('that is the last one is not offered; once there is another it can be deleted', async () => {
    const { user } = await openList([leo])
    const lists = hold(listAdminCategories)
    await user.click(screen.getByRole('button', { name: 'Delete Leo' }))
    expect(screen.getByRole('dialog', { name: 'Leo cannot be deleted' })).toBeDefined()
    dialog().getByText('The last category of a customer cannot be deleted. Add another one first.')
    expect(dialog().queryByRole('button', { name: 'Delete' })).toBeNull()
    const list = await nth(lists, 1)
    await meanwhile(() => list.answer(pageOf([leo, virgo])))
    expect(screen.getByRole('dialog', { name: 'Delete Leo?' })).toBeDefined()
    expect(button('Delete').getAttribute('aria-busy')).not.toBe('true')
  })

  test('that has become the last one stays, and says why', async () => {
    const calls = hold(deleteCategory)
    const { user } = await openList([leo, virgo])
    await user.click(screen.getByRole('button', { name: 'Delete Virgo' }))
    await screen.findByText('Nobody receives it, and no short text of it is scheduled.')
    await waitFor(() => expect(button('Delete').getAttribute('aria-busy')).not.toBe('true'))
    await user.click(button('Delete'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.refuse('last_category'))
    await screen.findByText('The last category of a customer cannot be deleted.')
  })

  test('after its answer was lost is tried again, and being gone is what was wanted', async () => {
    const calls = hold(deleteCategory)
    const { user } = await openList()
    await user.click(screen.getByRole('button', { name: 'Delete Leo' }))
    await waitFor(() => expect(button('Delete').getAttribute('aria-busy')).not.toBe('true'))
    await user.click(button('Delete'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.drop())
    await screen.findByText('We cannot reach the server right now. Please try again shortly.')
    await user.click(button('Delete'))
    const second = await nth(calls, 2)
    second.refuse('not_found')
    await screen.findByText('Category deleted successfully.')
    expect(screen.queryByText('This could not be found.')).toBeNull()
  })
})
