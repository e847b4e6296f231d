// @vitest-environment happy-dom
import {
  type AuditEntry,
  auditActions,
  exportAuditEntries,
  listAuditEntries,
  readAuditEntry,
} from '@almanac/contract/audit'
import { listCustomers } from '@almanac/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from '../src/features/audit/audit-page.tsx'
import { admin, pageOf } from './people.ts'
import { answer, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'

const entry: AuditEntry = {
  id: 17,
  createdAt: '2026-11-23T14:00:00.000Z',
  username: 'aurora-ops',
  fullName: 'Ada Desk',
  role: 'customer',
  action: 'update-profile',
  subject: 'user:8',
  subjectName: 'aurora-ops',
  customerUrl: 'aurora',
}
const ofAdmin: AuditEntry = {
  ...entry,
  id: 18,
  username: 'admin',
  role: 'admin',
  action: 'upload-short-texts',
  subject: 'tenant:3',
  subjectName: null,
}
const customer = {
  id: 3,
  companyName: 'Aurora Astrology',
  url: 'aurora',
  logoUrl: null,
  fullName: 'Ada Desk',
  username: 'aurora-ops',
  email: 'ada@aurora.example',
  numberOfCategories: 12,
  numberOfPackages: 4,
}
const at = '/admin/audit?zone=America/New_York'

beforeEach(async () => {
  showOn('laptop')
  localStorage.clear()
  answer(listCustomers, pageOf([customer]))
  answer(listAuditEntries, pageOf([ofAdmin, entry]))
  await signIn(admin)
})

const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent))

describe('the audit trail', () => {
  test('says in words who did what, when, and for whom', async () => {
    await open(Component, { at })
    const table = await screen.findByRole('table', { name: 'Audit' })
    expect(rowsOf(table)).toEqual([
      ['Date Time', 'What', 'Of', 'Role', 'Customer Url'],
      ['Nov 23, 2026 09:00', 'admin uploaded a file of short texts', 'Customer 3', 'Admin', 'aurora'],
      ['Nov 23, 2026 09:00', 'aurora-ops changed their profile', 'User 8: aurora-ops', 'Operator', 'aurora'],
    ])
  })

  test('says of what was done on the server that somebody there has done it', async () => {
    const nobody = { username: null, fullName: null, customerUrl: null }
    const made = {
      ...entry,
      ...nobody,
      role: 'server',
      action: 'add-admin',
      subject: 'user:1',
      subjectName: 'ada',
    }
    answer(listAuditEntries, pageOf([made]))
    await open(Component, { at })
    const table = await screen.findByRole('table', { name: 'Audit' })
    expect(rowsOf(table)[1]).toEqual([
      'Nov 23, 2026 09:00',
      'Somebody on the server made an admin',
      'User 1: ada',
      'Server',
      '–',
    ])
  })

  test('is asked for what the filters say, which stands in the address', async () => {
    const { user, search } = await open(Component, { at })
    await screen.findByRole('table', { name: 'Audit' })
    await screen.findByRole('option', { name: 'Aurora Astrology' })
    const calls = hold(listAuditEntries)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Customer' }), 'Aurora Astrology')
    const first = await nth(calls, 1)
    await meanwhile(() => first.answer(pageOf([entry])))
    await user.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Changed their profile')
    const second = await nth(calls, 2)
    await meanwhile(() => second.answer(pageOf([entry])))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first')
    const third = await nth(calls, 3)
    await meanwhile(() => third.answer(pageOf([entry])))
    await user.type(screen.getByRole('searchbox', { name: 'Search by Person' }), 'ada')
    const last = await nth(calls, 4)
    expect(Object.fromEntries(last.query)).toMatchObject({
      timeZone: 'America/New_York',
      customerId: '3',
      action: 'update-profile',
      searchText: 'ada',
      isShortAscending: 'true',
    })
    expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({
      zone: 'America/New_York',
      customer: '3',
      action: 'update-profile',
      order: 'oldest',
      q: 'ada',
    })
    await meanwhile(() => last.answer(pageOf<AuditEntry>([])))
    await screen.findByText('Nothing was done that matches these filters.')
    answer(listAuditEntries, pageOf([entry]))
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await screen.findByRole('table', { name: 'Audit' })
    expect(search()).toBe('zone=America%2FNew_York&order=oldest')
  })

  test('is asked for the days of the address, in the zone that is named', async () => {
    const calls = hold(listAuditEntries)
    await open(Component, {
      at: '/admin/audit?zone=America/Boise&from=2026-11-01&to=2026-11-07&customer=nobody',
    })
    const call = await nth(calls, 1)
    expect(Object.fromEntries(call.query)).toMatchObject({
      timeZone: 'America/Boise',
      startDate: '2026-11-01',
      endDate: '2026-11-07',
    })
    expect(call.query.has('customerId')).toBe(false)
  })

  test('that fails says so, and can be asked for again', async () => {
    const calls = hold(listAuditEntries)
    const { user } = await open(Component, { at })
    const failed = await nth(calls, 1)
    await meanwhile(() => failed.refuse('forbidden'))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    const again = await nth(calls, 2)
    await meanwhile(() => again.answer(pageOf([entry])))
    await screen.findByText('aurora-ops changed their profile')
  })
})

describe('one act', () => {
  const openEntry = async () => {
    const scene = await open(Component, { at })
    await scene.user.click(await screen.findByRole('button', { name: /aurora-ops changed their profile/ }))
    return scene
  }
  const dialog = () => screen.getByRole('dialog', { name: 'aurora-ops changed their profile' })

  test('shows field by field what it changed, and gives the focus back', async () => {
    answer(readAuditEntry, {
      ...entry,
      before: { fullName: 'Ada', timeZone: 'America/Boise' },
      after: { fullName: 'Ada Desk', timeZone: 'America/Boise' },
    })
    const { user } = await openEntry()
    const table = await within(dialog()).findByRole('table', { name: 'What was there' })
    expect(rowsOf(table)).toEqual([
      ['Field', 'Before', 'After'],
      ['Full name', 'Ada', 'Ada Desk'],
      ['Time zone', 'America/Boise', 'America/Boise'],
    ])
    expect(table.querySelector('del')?.textContent).toBe('Ada')
    expect(table.querySelector('ins')?.textContent).toBe('Ada Desk')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toContain('aurora-ops changed their profile')
  })

  test('of something new has no column of what was before', async () => {
    answer(readAuditEntry, { ...entry, before: null, after: { texts: 3, categories: { Aries: 3 } } })
    await openEntry()
    const table = await within(dialog()).findByRole('table', { name: 'What was there' })
    expect(rowsOf(table)).toEqual([
      ['Field', 'After'],
      ['Texts', '3'],
      ['Categories › Aries', '3'],
    ])
  })

  test('that recorded nothing says so, and one whose answer is lost can be asked for again', async () => {
    const calls = hold(readAuditEntry)
    const { user } = await openEntry()
    const failed = await nth(calls, 1)
    await meanwhile(() => failed.refuse('not_found'))
    await user.click(await within(dialog()).findByRole('button', { name: 'Try again' }))
    const again = await nth(calls, 2)
    await meanwhile(() => again.answer({ ...entry, before: null, after: null }))
    await within(dialog()).findByText(/Nothing beside the act itself was recorded/)
  })
})

test('what is filtered is saved once under the server’s name, and can be asked for again', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const calls = hold(exportAuditEntries)
  const { user } = await open(Component, { at: `${at}&action=add-audio` })
  const button = await screen.findByRole('button', { name: 'Download CSV' })
  await user.click(button)
  await user.click(button)
  const lost = await nth(calls, 1)
  expect(Object.fromEntries(lost.query)).toEqual({ timeZone: 'America/New_York', action: 'add-audio' })
  await meanwhile(() =>
    lost.fail({ message: 'A file holds 10,000 acts at the most.', code: 'invalid_input' }, 400),
  )
  await screen.findByText('A file holds 10,000 acts at the most.')
  await user.click(button)
  const again = await nth(calls, 2)
  await meanwhile(() => again.answerFile('audit.csv', 'a'))
  await waitFor(() => expect(saved).toEqual(['audit.csv']))
  expect(calls).toHaveLength(2)
  vi.restoreAllMocks()
})

test('every act can be chosen by its words', async () => {
  await open(Component, { at })
  const choices = within(screen.getByRole('combobox', { name: 'What' })).getAllByRole('option')
  expect(choices).toHaveLength(Object.keys(auditActions).length + 1)
  expect(choices.every(({ textContent }) => /^[A-Z][a-z]/.test(textContent ?? ''))).toBe(true)
})
