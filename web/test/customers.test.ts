// @vitest-environment happy-dom
import { paths } from '@almanac/contract/pages'
import { addCustomer, getCustomer, listCustomers, updateCustomer } from '@almanac/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refresh } from '../src/api/query-client.ts'
import { Component as EditPage } from '../src/features/tenants/customer-edit-page.tsx'
import { CustomerPage } from '../src/features/tenants/customer-page.tsx'
import { CustomerWizard } from '../src/features/tenants/customer-wizard.tsx'
import { CustomersPage } from '../src/features/tenants/customers-page.tsx'
import { admin, pageOf } from './people.ts'
import { polaris } from './polaris.ts'
import { answer, arriveAt, asksBeforeUnload, fail, hold, nth, open, showOn, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

// What draws pictures is no part of this DOM.
vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 200, close() {} }))
Object.assign(HTMLCanvasElement.prototype, {
  getContext: () => ({ drawImage() {} }),
  toBlob: (done: (blob: Blob) => void) => done(new Blob(['png'], { type: 'image/png' })),
})

const parts = {
  categories: (id: number) => createElement('p', null, `Categories of ${id}`),
  packages: (id: number) => createElement('p', null, `Packages of ${id}`),
}
const Wizard = () => createElement(CustomerWizard, { parts })
const View = () =>
  createElement(CustomerPage, { tabs: { category: parts.categories, package: parts.packages } })
const List = () =>
  createElement(CustomersPage, {
    upload: ({ companyName }, onClose) =>
      createElement('button', { type: 'button', onClick: onClose }, `Upload for ${companyName}`),
  })

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const noteOf = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
const currentStep = () => document.querySelector('[aria-current=step]')?.textContent

beforeEach(async () => {
  showOn('laptop')
  answer(getCustomer, polaris)
  answer(listCustomers, pageOf([polaris]))
  await signIn(admin)
})

const typed: readonly [string, string][] = [
  ['Company Name', 'Polaris'],
  ['Customer Url', 'Polaris'],
  ['Details', 'Readings by the pole star.'],
  ['Threshold Token', '2'],
  ['Name', 'Nova Polar'],
  ['Username', 'nova'],
  ['Email', 'nova@mail.example'],
  ['Mobile Number', '6175550134'],
  ['Password', 'a-long-password'],
  ['Confirm Password', 'a-long-password'],
]

async function fillIn(user: UserEvent, { logo = true } = {}) {
  for (const [name, text] of typed) {
    const input = field(name)
    await user.click(input)
    await user.paste(text)
  }
  await user.selectOptions(field('Time Zone'), 'America/Denver')
  if (!logo) return
  await user.upload(field('Logo'), new File(['x'], 'logo.png', { type: 'image/png' }))
  await screen.findByText(/^200 x 100 px/)
}

describe('a new customer', () => {
  const openWizard = async () => {
    const calls = hold(addCustomer)
    return { ...(await open(Wizard, { at: paths.admin.customerAdd() })), calls }
  }

  test('learns which letters a name may have before it is typed', async () => {
    await openWizard()
    expect(noteOf(field('Name'))).toBe('Letters and spaces only.')
  })

  test('is made once, whatever is pressed meanwhile, and leads to its categories', async () => {
    const { user, calls, search } = await openWizard()
    await fillIn(user)
    expect(asksBeforeUnload()).toBe(true)
    await user.click(button('Continue'))
    const call = await nth(calls, 1)
    expect(button('Continue').getAttribute('aria-disabled')).toBe('true')
    await user.dblClick(button('Continue'))
    await user.type(field('Name'), '{Enter}')
    expect(calls).toHaveLength(1)
    expect(call.body).toMatchObject({
      companyName: 'Polaris',
      url: 'polaris',
      thresholdToken: '2',
      timeZone: 'America/Denver',
      contactNumber: '(617) 555-0134',
      companyLogo: expect.objectContaining({ name: 'logo.png', type: 'image/png' }),
    })
    call.answer({ ...polaris, message: 'Customer info created successfully.' })
    await screen.findByText('Customer info created successfully.')
    await screen.findByText('Categories of 7')
    expect(search()).toBe('customer=7&step=2')
    expect(currentStep()).toBe('2Category')
    expect(document.activeElement?.textContent).toBe('Category')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asksBeforeUnload()).toBe(false)
  })

  test.each(['is lost', 'is a failure'])(
    'whose answer %s keeps what was typed; pressed again it is the same one',
    async (how) => {
      const { user, calls } = await openWizard()
      await fillIn(user)
      await user.click(button('Continue'))
      const first = await nth(calls, 1)
      if (how === 'is lost') first.drop()
      else first.fail({ message: 'The moon is in the way.' })
      await screen.findByText(how === 'is lost' ? NO_ANSWER : 'The moon is in the way.')
      expect(field('Company Name').value).toBe('Polaris')
      expect(field('Password').value).toBe('a-long-password')
      await waitFor(() => expect(button('Continue').getAttribute('aria-disabled')).toBeNull())
      await user.click(button('Continue'))
      const second = await nth(calls, 2)
      expect(second.idempotencyKey).toMatch(/^\S{16,}$/)
      expect(second.idempotencyKey).toBe(first.idempotencyKey)
      second.answer({ ...polaris, message: 'Customer info created successfully.' })
      await screen.findByText('Categories of 7')
    },
  )

  test.each([
    ['url_taken', 'Customer Url', 'This url is already taken.'],
    ['username_taken', 'Username', 'This username is already taken.'],
  ] as const)('refused as %s says so under %s alone, and is another one then', async (code, name, words) => {
    const { user, calls } = await openWizard()
    await fillIn(user)
    await user.click(button('Continue'))
    const first = await nth(calls, 1)
    first.refuse(code)
    await waitFor(() => expect(noteOf(field(name))).toBe(words))
    await waitFor(() => expect(document.activeElement).toBe(field(name)))
    expect(screen.getAllByText(words)).toHaveLength(1)
    await user.type(field(name), '2')
    await user.click(button('Continue'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('whose logo the server refuses says so under it, and waits for another', async () => {
    const { user, calls } = await openWizard()
    await fillIn(user)
    await user.click(button('Continue'))
    const call = await nth(calls, 1)
    call.refuse('invalid_picture')
    await screen.findByText('* Selected file format is not supported.')
    expect(button('Continue').disabled).toBe(true)
    await user.upload(field('Logo'), new File(['x'], 'other.png', { type: 'image/png' }))
    await waitFor(() => expect(button('Continue').disabled).toBe(false))
  })

  test('needs a logo, of the right kind and size', async () => {
    const { user, calls } = await openWizard()
    await fillIn(user, { logo: false })
    await user.click(button('Continue'))
    await screen.findByText('* Logo is required.')
    expect(button('Continue').disabled).toBe(true)
    const choose = (name: string, type: string, size = 1) => {
      const file = new File(['x'], name, { type })
      Object.defineProperty(file, 'size', { value: size })
      fireEvent.change(field(/^Logo/), { target: { files: [file] } })
    }
    choose('logo.gif', 'image/gif')
    await screen.findByText('* Selected file format is not supported.')
    choose('logo.png', 'image/png', 4_096_001)
    await screen.findByText('* Maximum 4MB image file is allowed.')
    expect(button('Continue').disabled).toBe(true)
    choose('logo.jpeg', 'image/jpeg', 4_096_000)
    await waitFor(() => expect(button('Continue').disabled).toBe(false))
    expect(calls).toHaveLength(0)
  })

  test('says what is wrong with each field, by the contract’s own rules', async () => {
    const { user, calls } = await openWizard()
    const wrong: readonly [string, string, string][] = [
      ['Company Name', 'P', 'Company name must be at least 2 characters.'],
      ['Customer Url', 'po.laris', "Only alphanumeric characters and ' - ' are allowed."],
      ['Customer Url', 'sandbox', 'This url is reserved. Please choose another one.'],
      ['Details', 'x', 'Details must be at least 2 characters.'],
      ['Threshold Token', '0', 'Threshold token must be a whole number from 1 to 1000.'],
      ['Name', 'Nova 1', 'Please enter a valid Name'],
      ['Username', 'no va', 'Username cannot contain spaces or @.'],
      ['Email', 'nova', 'Must be a valid email.'],
      ['Mobile Number', 'call me', 'Please enter a valid number'],
      ['Password', 'short', 'Password must be at least 8 characters long.'],
    ]
    for (const [name, text, words] of wrong) {
      await user.clear(field(name))
      await user.type(field(name), text)
      await user.tab()
      await waitFor(() => expect(noteOf(field(name))).toBe(words))
    }
    await user.type(field('Confirm Password'), 'other')
    await user.tab()
    await waitFor(() => expect(noteOf(field('Confirm Password'))).toBe('Passwords must match'))
    expect(button('Continue').disabled).toBe(true)
    expect(calls).toHaveLength(0)
  })

  test('asks before what was typed is lost', async () => {
    const { user, address } = await openWizard()
    await user.type(field('Company Name'), 'P')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
    expect(address()).toBe(paths.admin.customerAdd())
    expect(field('Company Name').value).toBe('P')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }))
    await arriveAt(paths.admin.customers())
  })
})

describe('the wizard of a customer that is there', () => {
  const continueAt = (search: string) =>
    open(Wizard, { at: `${paths.admin.customerAdd()}?${search}`, pattern: paths.admin.customerAdd() })

  test('waits for a category before packages and the list, whatever step is asked for', async () => {
    answer(getCustomer, { ...polaris, numberOfCategories: 0 })
    await continueAt('customer=7&step=3')
    await screen.findByText('Categories of 7')
    expect(button('Continue').disabled).toBe(true)
    screen.getByText('Add a category to continue: whoever signs up chooses one.')
    answer(getCustomer, { ...polaris, numberOfCategories: 1 })
    await act(() => refresh(getCustomer))
    await screen.findByText('Packages of 7')
    expect(button('Continue').disabled).toBe(false)
  })

  test('goes on at the step of its address, and ends at the list', async () => {
    answer(getCustomer, { ...polaris, numberOfCategories: 1 })
    const { user, search } = await continueAt('customer=7&step=2')
    await screen.findByText('Categories of 7')
    await user.click(button('Continue'))
    await screen.findByText('Packages of 7')
    expect(search()).toBe('customer=7&step=3')
    expect(currentStep()).toBe('3Package')
    await user.click(button('Back'))
    await screen.findByText('Categories of 7')
    await user.click(button('Continue'))
    await user.click(button('Continue'))
    await arriveAt(paths.admin.customers())
  })

  test('goes back to its info, which is an edit; unchanged it costs no call', async () => {
    const calls = hold(updateCustomer)
    const { user, search } = await continueAt('customer=7&step=2')
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(field('Company Name').value).toBe('Polaris'))
    expect(search()).toBe('customer=7')
    expect(field('Customer Url').readOnly).toBe(true)
    expect(field('Username').readOnly).toBe(true)
    expect(screen.queryByLabelText('Password')).toBeNull()
    await user.click(button('Continue'))
    await screen.findByText('Categories of 7')
    expect(calls).toHaveLength(0)
    await user.click(button('Back'))
    await user.type(field('Company Name'), ' Two')
    await user.click(button('Continue'))
    const call = await nth(calls, 1)
    expect(call.body).toMatchObject({ companyName: 'Polaris Two', thresholdToken: '2' })
    expect(call.body).not.toHaveProperty('url')
    call.answer({ ...polaris, companyName: 'Polaris Two', message: 'Customer info updated successfully.' })
    await screen.findByText('Categories of 7')
    expect(search()).toBe('customer=7&step=2')
  })

  test('of nobody says why there is nothing, and asks again', async () => {
    fail(getCustomer, { message: 'The moon is in the way.' })
    const { user } = await continueAt('customer=7&step=3')
    await screen.findByRole('alert')
    answer(getCustomer, { ...polaris, numberOfCategories: 1 })
    await user.click(button('Try again'))
    await screen.findByText('Packages of 7')
  })
})

describe('all customers', () => {
  const openList = () => open(List, { at: paths.admin.customers() })

  test('show which is not finished, with the way on; and both acts on each', async () => {
    const whole = { ...polaris, id: 8, companyName: 'Aurora', numberOfCategories: 12, numberOfPackages: 5 }
    const half = { ...polaris, id: 9, companyName: 'Vega', numberOfCategories: 1 }
    answer(listCustomers, pageOf([whole, half, polaris]))
    await openList()
    await screen.findByText('No package yet')
    const rows = screen.getAllByRole('row')
    expect(within(rows[1] as HTMLElement).queryByRole('link', { name: /Continue/ })).toBeNull()
    const way = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getByRole('link')
        .getAttribute('href')
    expect(rows[2]?.textContent).toContain('No package yet')
    expect(way(rows[2])).toBe('/admin/customers/add?customer=9&step=3')
    expect(rows[3]?.textContent).toContain('No category or package yet')
    expect(way(rows[3])).toBe('/admin/customers/add?customer=7&step=2')
    for (const name of ['Aurora', 'Vega', 'Polaris']) {
      screen.getByRole('button', { name: `Upload Short Text ${name}` })
      screen.getByRole('button', { name: `View ${name}` })
    }
  })

  test('open what is asked for', async () => {
    const { user } = await openList()
    await user.click(await screen.findByRole('button', { name: 'Upload Short Text Polaris' }))
    await user.click(await screen.findByRole('button', { name: 'Upload for Polaris' }))
    expect(screen.queryByText('Upload for Polaris')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'View Polaris' }))
    await arriveAt(paths.admin.customer(7))
  })

  test('are searched and sorted by what stands in the address', async () => {
    const { user, search } = await openList()
    await screen.findByText('Polaris')
    const calls = hold(listCustomers)
    await user.type(screen.getByRole('searchbox', { name: 'Search Customers' }), 'vega')
    const searched = await nth(calls, 1)
    expect(Object.fromEntries(searched.query)).toMatchObject({
      searchText: 'vega',
      shortByColumn: 'companyName',
    })
    searched.answer(pageOf([]))
    await screen.findByText('No customers match your search.')
    expect(search()).toBe('q=vega')
    await user.click(button('Clear Search'))
    await user.click(await screen.findByRole('button', { name: /Customer Url/ }))
    await waitFor(() => expect(search()).toBe('sort=url'))
    await waitFor(() => expect(calls.at(-1)?.query.get('shortByColumn')).toBe('url'))
    expect(calls.at(-1)?.query.get('isShortAscending')).toBe('true')
    await user.click(screen.getByRole('button', { name: /Customer Url/ }))
    await waitFor(() => expect(calls.at(-1)?.query.get('isShortAscending')).toBe('false'))
    expect(search()).toBe('sort=url&order=descending')
  })

  test('have on a phone another way to the order', async () => {
    showOn('phone')
    const { user, search } = await openList()
    await user.selectOptions(field('Sort By'), 'Customer Url, Z to A')
    await waitFor(() => expect(search()).toBe('sort=url&order=descending'))
  })
})

describe('a customer', () => {
  const openView = (search = '') =>
    open(View, { at: paths.admin.customer(7) + search, pattern: '/admin/customers/:customerId' })

  test('is shown with all that is known of it, and what it waits for', async () => {
    answer(getCustomer, { ...polaris, unverifiedEmail: 'new@mail.example' })
    await openView()
    await screen.findByRole('heading', { level: 1, name: 'Polaris' })
    const facts = [...document.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ])
    expect(facts).toEqual([
      ['Company Name', 'Polaris'],
      ['Customer Url', 'polaris'],
      ['Details', 'Readings by the pole star.'],
      ['Threshold Token', '2 Tokens'],
      ['Time Zone', 'Mountain Time (Denver)'],
      ['Name', 'Nova Polar'],
      ['Username', 'nova'],
      ['Email', 'nova@mail.examplenew@mail.example (Unverified)'],
      ['Mobile Number', '(617) 555-0134'],
    ])
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Continue')).toBe('/admin/customers/add?customer=7&step=2')
    expect(href('Edit Customer')).toBe('/admin/customers/7/edit')
  })

  test('has its categories and packages on tabs, which stand in the address', async () => {
    const { user, search } = await openView()
    await user.click(await screen.findByRole('tab', { name: 'Category' }))
    await screen.findByText('Categories of 7')
    expect(search()).toBe('tab=category')
    await user.click(screen.getByRole('tab', { name: 'Package' }))
    await screen.findByText('Packages of 7')
  })

  test('that is gone is said to be', async () => {
    fail(getCustomer, { message: 'This could not be found.', code: 'not_found' }, 404)
    await openView()
    await open(Wizard, { at: '/admin/customers/add?customer=9&step=2' })
    await waitFor(() => expect(screen.getAllByText('Customer not found')).toHaveLength(2))
  })

  test('is edited, and shown again once it is saved', async () => {
    const calls = hold(updateCustomer)
    const at = { at: paths.admin.customerEdit(7), pattern: '/admin/customers/:customerId/edit' }
    const { user } = await open(EditPage, at)
    await screen.findByRole('heading', { name: 'Edit Customer' })
    await user.clear(field('Email'))
    await user.type(field('Email'), 'taken@mail.example')
    await user.click(button('Save'))
    const first = await nth(calls, 1)
    first.refuse('email_taken')
    await waitFor(() => expect(noteOf(field('Email'))).toBe('This email is already in use.'))
    await user.type(field('Email'), 'x')
    await user.click(button('Save'))
    const second = await nth(calls, 2)
    await user.dblClick(button('Save'))
    expect(calls).toHaveLength(2)
    second.drop()
    await screen.findByText(NO_ANSWER)
    expect(asksBeforeUnload()).toBe(true)
    await user.click(button('Save'))
    const third = await nth(calls, 3)
    third.answer({ ...polaris, message: 'Customer info updated successfully.' })
    await screen.findByText('Customer info updated successfully.')
    await arriveAt(paths.admin.customer(7))
  })
})

describe('an edit of a customer', () => {
  async function openEdit() {
    answer(getCustomer, { ...polaris, unverifiedEmail: 'new@mail.example' })
    const calls = hold(updateCustomer)
    const at = { at: paths.admin.customerEdit(7), pattern: '/admin/customers/:customerId/edit' }
    const scene = await open(EditPage, at)
    await screen.findByRole('heading', { name: 'Edit Customer' })
    return { ...scene, calls }
  }

  test('that somebody else has changed meanwhile shows what is there now, and replaces it when it is saved again', async () => {
    const { user, calls } = await openEdit()
    await user.type(field('Company Name'), ' Two')
    await user.click(button('Save'))
    const first = await nth(calls, 1)
    const { fullName, contactNumber, companyName, details, timeZone } = polaris
    const made = JSON.parse(String((first.body as Record<string, unknown>).expected))
    expect(made).toEqual({
      ...{ fullName, contactNumber, companyName, details, timeZone },
      ...{ thresholdToken: 2, email: 'new@mail.example' },
    })
    const theirs = { ...made, thresholdToken: 12 }
    first.refuse('changed_meanwhile', { present: theirs })
    const note = await screen.findByText('Someone else has changed this customer to:')
    expect([...(note.parentElement?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([
      'Threshold Token: 12 Tokens',
    ])
    expect([field('Company Name').value, field('Threshold Token').value]).toEqual(['Polaris Two', '2'])
    await user.click(button('Save'))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({ companyName: 'Polaris Two', expected: JSON.stringify(theirs) })
    second.answer({ ...polaris, message: 'Customer info updated successfully.' })
    await arriveAt(paths.admin.customer(7))
  })
})

describe('a threshold that is too high', () => {
  test('is refused under its field with the packages in its way', async () => {
    const calls = hold(updateCustomer)
    const at = { at: paths.admin.customerEdit(7), pattern: '/admin/customers/:customerId/edit' }
    const { user } = await open(EditPage, at)
    await screen.findByRole('heading', { name: 'Edit Customer' })
    await user.type(field('Threshold Token'), '8')
    await user.click(button('Save'))
    ;(await nth(calls, 1)).refuse('threshold_too_high', { message: 'In its way: Month (28).' })
    await waitFor(() => expect(noteOf(field('Threshold Token'))).toBe('In its way: Month (28).'))
    expect(screen.getAllByText('In its way: Month (28).')).toHaveLength(1)
    await user.type(field('Threshold Token'), '{Backspace}')
    await waitFor(() => expect(button('Save').disabled).toBe(false))
  })
})
