// @vitest-environment happy-dom
import {
  type AdminPackage,
  addPackage,
  deletePackage,
  listAdminPackages,
  updatePackage,
} from '@almanac/contract/packages'
import { act, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PackageAdmin } from '../src/features/packages/admin/package-admin.tsx'
import { admin, pageOf } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

// No pictures are drawn in a DOM.
vi.mock('../src/ui/resize-picture.ts', () => ({
  resizePicture: async (_file: Blob, { widthPx, heightPx }: { widthPx: number; heightPx: number }) =>
    new Blob([`${widthPx}x${heightPx}`], { type: 'image/png' }),
}))

const month: AdminPackage = {
  ...{
    id: 3,
    name: 'Four Weeks',
    price: 25.2,
    numberOfTokens: 28,
    imagePath: 'aurora/month.png',
    customerId: 1,
  },
  ...{ isAutoRenewable: true, autoRenewPrice: 22.4, autoPurchaseCount: 2 },
}
const day: AdminPackage = {
  ...month,
  ...{ id: 4, name: 'One Day', price: 7, numberOfTokens: 7, isAutoRenewable: false, autoRenewPrice: 0 },
}
const saved = (message: string) => ({ ...month, message })

const png = new File(['x'], 'month.png', { type: 'image/png' })
const dialog = () => within(screen.getByRole('dialog'))
const button = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name })
const field = (name: string) => dialog().getByRole<HTMLInputElement>('textbox', { name })
const box = () => dialog().getByRole<HTMLInputElement>('checkbox', { name: /^Auto Purchasable/ })
const picker = () => dialog().getByLabelText<HTMLInputElement>(/^Package logo/)

async function openList(readOnly = false) {
  answer(listAdminPackages, pageOf([day, month]))
  const scene = await open(() => createElement(PackageAdmin, { customerId: 1, readOnly }))
  await screen.findByText('Four Weeks')
  return scene
}

async function openForm(name: 'Add Package' | 'Edit Four Weeks') {
  const scene = await openList()
  await scene.user.click(screen.getByRole('button', { name }))
  return scene
}

async function fillForm() {
  const scene = await openForm('Add Package')
  await scene.user.type(field('Package Name'), 'A Year')
  await scene.user.type(field('Price in dollars'), '218.40')
  await scene.user.type(field('Tokens'), '364')
  await scene.user.upload(picker(), png)
  await dialog().findByText('month.png')
  return scene
}

beforeEach(async () => {
  showOn('laptop')
  await signIn(admin)
})

test('the list has each package with its prices, and what can be done with it', async () => {
  await openList()
  const table = screen.getByRole('table', { name: 'Packages' })
  const rows = [...table.querySelectorAll('tr')].map((one) =>
    [...one.children].map((cell) => cell.textContent),
  )
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['Package Name', 'Tokens', 'Amount', 'Auto-Purchase Amount'],
    ['One Day', '7', '$7.00', 'Not auto purchasable'],
    ['Four Weeks', '28', '$25.20', '$22.40'],
  ])
  expect(screen.getByRole('button', { name: 'Delete Four Weeks' })).toBeDefined()
})

test('the list is only read where it is read-only', async () => {
  await openList(true)
  expect(screen.queryByRole('button')).toBeNull()
})

describe('a new package', () => {
  test('needs name, price, tokens and logo', async () => {
    const { user } = await openForm('Add Package')
    await user.click(button('Save'))
    for (const words of [
      '* Logo is required.',
      'Package name is required.',
      'Price is required.',
      'Tokens are required.',
    ])
      expect(dialog().getByText(words)).toBeDefined()
  })

  test('has an automatic price only where it is ticked, and needs one then', async () => {
    const { user } = await openForm('Add Package')
    expect(field('Auto-purchase price in dollars').disabled).toBe(true)
    await user.click(box())
    expect(field('Auto-purchase price in dollars').disabled).toBe(false)
    await user.click(button('Save'))
    expect(dialog().getByText('Auto-purchase price is required.')).toBeDefined()
    await user.type(field('Auto-purchase price in dollars'), '5')
    await user.click(box())
    const price = field('Auto-purchase price in dollars')
    expect([price.value, price.disabled]).toEqual(['', true])
  })

  test('is not saved while its logo is refused', async () => {
    const { user } = await fillForm()
    const large = new File([new Uint8Array(4_096_001)], 'large.png', { type: 'image/png' })
    await user.upload(picker(), large)
    await dialog().findByText('* Maximum 4MB image file is allowed.')
    expect(button('Save').disabled).toBe(true)
  })

  test('is sent once, its logo at 200x100, with its progress up to 99 percent', async () => {
    const calls = hold(addPackage)
    await fillForm()
    const save = button('Save')
    act(() => {
      save.click()
      save.click()
    })
    const call = await nth(calls, 1)
    const { packageLogo, ...fields } = call.body as Record<string, Blob>
    expect(fields).toEqual({
      ...{ name: 'A Year', price: '218.4', numberOfTokens: '364' },
      ...{ isAutoRenewable: 'false', autoRenewPrice: '0', customerId: '1' },
    })
    expect(await packageLogo?.text()).toBe('200x100')
    await meanwhile(() => call.progress(100))
    expect(dialog().getByText(/^99% of /)).toBeDefined()
    call.answer(saved('Package added successfully.'))
    await screen.findByText('Package added successfully.')
    expect(calls).toHaveLength(1)
  })

  test('whose answer was lost is sent again under the same key', async () => {
    const calls = hold(addPackage)
    const { user } = await fillForm()
    await user.click(button('Save'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.drop())
    await screen.findByText('We cannot reach the server right now. Please try again shortly.')
    expect(field('Package Name').value).toBe('A Year')
    await user.click(button('Save'))
    expect((await nth(calls, 2)).idempotencyKey).toBe(first.idempotencyKey)
  })

  test.each([
    ['name_taken', 'Package Name'],
    ['not_auto_purchasable', 'Tokens'],
  ] as const)('that is refused for %s says so under %s', async (code, name) => {
    const calls = hold(addPackage)
    const { user } = await fillForm()
    await user.click(button('Save'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.refuse(code, { message: 'Not like this.' }))
    await dialog().findByText('Not like this.')
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('Not like this.')).toHaveLength(1)
  })
})

test('a package whose tokens are too few for automatic purchase can be saved once that is unticked', async () => {
  const calls = hold(updatePackage)
  const { user } = await openForm('Edit Four Weeks')
  await user.clear(field('Tokens'))
  await user.type(field('Tokens'), '2')
  await user.click(button('Save'))
  const first = await nth(calls, 1)
  await meanwhile(() => first.refuse('not_auto_purchasable', { message: 'Too few tokens.' }))
  await dialog().findByText('Too few tokens.')
  await user.click(box())
  expect(dialog().queryByText('Too few tokens.')).toBeNull()
  await user.click(button('Save'))
  const second = await nth(calls, 2)
  expect(second.body).toMatchObject({ numberOfTokens: '2', isAutoRenewable: 'false' })
  second.answer(saved('Package updated successfully.'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const content = {
  ...{ name: 'Four Weeks', price: 25.2, numberOfTokens: 28 },
  ...{ isAutoRenewable: true, autoRenewPrice: 22.4 },
}

test('a package that somebody else has changed shows what they changed, and is replaced when it is saved again', async () => {
  const calls = hold(updatePackage)
  const { user } = await openForm('Edit Four Weeks')
  await user.type(field('Package Name'), ' Two')
  await user.click(button('Save'))
  const theirs = { ...content, price: 80 }
  const first = await nth(calls, 1)
  await meanwhile(() => first.refuse('changed_meanwhile', { present: theirs }))
  const note = await dialog().findByText('Someone else has changed this package to:')
  expect([...(note.parentElement?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([
    'Price: $80.00',
  ])
  expect([field('Package Name').value, field('Price in dollars').value]).toEqual(['Four Weeks Two', '25.20'])
  await user.click(button('Save'))
  const second = await nth(calls, 2)
  expect(second.body).toMatchObject({
    ...{ name: 'Four Weeks Two', price: '25.2' },
    expected: JSON.stringify(theirs),
  })
  second.answer(saved('Package updated successfully.'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a package that is edited keeps its logo unless there is another', async () => {
  const calls = hold(updatePackage)
  const { user } = await openForm('Edit Four Weeks')
  expect(field('Price in dollars').value).toBe('25.20')
  await user.clear(field('Price in dollars'))
  await user.type(field('Price in dollars'), '30')
  await user.click(button('Save'))
  const call = await nth(calls, 1)
  expect(call.body).toEqual({
    ...{ name: 'Four Weeks', price: '30', numberOfTokens: '28' },
    ...{ isAutoRenewable: 'true', autoRenewPrice: '22.4', customerId: '1' },
    expected: JSON.stringify(content),
  })
  call.answer(saved('Package updated successfully.'))
  await screen.findByText('Package updated successfully.')
})

test('a package that is deleted says which automatic purchases end with it', async () => {
  const calls = hold(deletePackage)
  const { user } = await openList()
  await user.click(screen.getByRole('button', { name: 'Delete Four Weeks' }))
  expect(dialog().getByText('2 automatic purchases of it.')).toBeDefined()
  await waitFor(() => expect(button('Delete').getAttribute('aria-busy')).not.toBe('true'))
  await user.click(button('Delete'))
  const call = await nth(calls, 1)
  answer(listAdminPackages, pageOf([day]))
  call.answer({ message: 'Package deleted successfully.' })
  await screen.findByText('Package deleted successfully.')
  await waitFor(() => expect(screen.queryByText('Four Weeks')).toBeNull())
})
