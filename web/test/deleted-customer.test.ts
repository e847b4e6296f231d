// @vitest-environment happy-dom
import { paths } from '@almanac/contract/pages'
import { deleteCustomer, getCustomer, listCustomers, previewCustomerEnd } from '@almanac/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { CustomerPage } from '../src/features/tenants/customer-page.tsx'
import { admin, pageOf } from './people.ts'
import { polaris } from './polaris.ts'
import { answer, arriveAt, hold, nth, open, showOn, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'

const View = () => createElement(CustomerPage, { tabs: { category: () => null, package: () => null } })

beforeEach(async () => {
  showOn('laptop')
  answer(getCustomer, polaris)
  answer(listCustomers, pageOf([polaris]))
  await signIn(admin)
})

describe('deleting a customer', () => {
  const ends = { sessions: 3, sunbursts: 12, automaticPurchases: 0, openPurchases: 1 }
  const dialog = () => within(screen.getByRole('dialog'))
  const confirm = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Delete Customer' })

  async function openDialog() {
    answer(previewCustomerEnd, ends)
    const calls = hold(deleteCustomer)
    const scene = await open(View, {
      at: paths.admin.customer(7),
      pattern: '/admin/customers/:customerId',
    })
    await scene.user.click(await screen.findByRole('button', { name: 'Delete Customer' }))
    await dialog().findByText('12')
    return { ...scene, calls }
  }

  test('says what it ends, and wants the url typed', async () => {
    const { user, calls } = await openDialog()
    const lines = [...screen.getByRole('dialog').querySelectorAll('dl > div')].map((line) => line.textContent)
    expect(lines).toEqual([
      'People signed inThey are signed out at once.3',
      'Sunbursts scheduledThey are not sent; tokens held for them go back.12',
      'Automatic purchases0',
      'Purchases still openEach is completed if it was paid, and canceled otherwise.1',
    ])
    const input = dialog().getByLabelText('Type polaris to confirm')
    expect(confirm().disabled).toBe(true)
    await user.type(input, 'polari')
    await user.keyboard('{Enter}')
    expect(confirm().disabled).toBe(true)
    expect(calls).toHaveLength(0)
    await user.type(input, 's')
    expect(confirm().disabled).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Delete Customer')
  })

  test('is done once, and leads to the list', async () => {
    const { user, calls } = await openDialog()
    await user.type(dialog().getByLabelText('Type polaris to confirm'), 'Polaris{Enter}')
    const call = await nth(calls, 1)
    await user.type(dialog().getByLabelText('Type polaris to confirm'), '{Enter}')
    await user.dblClick(confirm())
    await user.keyboard('{Escape}')
    expect(calls).toHaveLength(1)
    call.answer({ ...ends, message: 'Customer deleted successfully.' })
    await screen.findByText('Customer deleted successfully.')
    await arriveAt(paths.admin.customers())
  })

  test('leaves nothing of it behind, to which Back or an old link could lead', async () => {
    const { user, calls, goBack, goTo, address } = await openDialog()
    await user.type(dialog().getByLabelText('Type polaris to confirm'), 'polaris{Enter}')
    ;(await nth(calls, 1)).answer({ ...ends, message: 'Customer deleted successfully.' })
    await arriveAt(paths.admin.customers())
    await goBack()
    expect(address()).toBe(paths.admin.customers())
    const reads = hold(getCustomer)
    await goTo(paths.admin.customer(7))
    ;(await nth(reads, 1)).refuse('not_found')
    await screen.findAllByText('This could not be found.')
    expect(screen.queryByText('Nova Polar')).toBeNull()
  })

  test('whose answer is lost can be pressed again; that it was done by then is no failure', async () => {
    const { user, calls } = await openDialog()
    await user.type(dialog().getByLabelText('Type polaris to confirm'), 'polaris')
    await user.click(confirm())
    ;(await nth(calls, 1)).drop()
    await screen.findByText(NO_ANSWER)
    await waitFor(() => expect(confirm().getAttribute('aria-disabled')).toBeNull())
    await user.click(confirm())
    ;(await nth(calls, 2)).refuse('not_found')
    await screen.findByText('Polaris is deleted.')
    await arriveAt(paths.admin.customers())
    expect(screen.queryByText('This could not be found.')).toBeNull()
  })
})
