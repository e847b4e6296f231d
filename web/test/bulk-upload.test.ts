// @vitest-environment happy-dom

import { listCustomers } from '@almanac/contract/tenants'
import {
  type BulkPreview,
  downloadBulkTemplate,
  previewBulkShortText,
  uploadBulkShortText,
} from '@almanac/contract/texts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from '../src/shells/customers-screen.tsx'
import { admin, pageOf } from './people.ts'
import { answer, asksBeforeUnload, hold, meanwhile, nth, open, showOn, signIn } from './scene.ts'
import { uploads } from './upload-wire.ts'

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
const preview: BulkPreview = {
  texts: 3,
  timeZone: 'America/New_York',
  firstAt: '2036-07-01T13:00:00.000Z',
  lastAt: '2036-07-02T13:00:00.000Z',
  categories: [
    { id: 5, name: 'Aries', texts: 1 },
    { id: 6, name: 'Leo', texts: 2 },
  ],
  days: [
    { day: '2036-07-01', texts: 1 },
    { day: '2036-07-02', texts: 2 },
  ],
  badLines: [],
}
const bad: BulkPreview = {
  ...preview,
  texts: 1,
  badLines: [
    { line: 2, reason: 'There is no category "Areis".' },
    { line: 7, reason: 'It is the same text as in line 1.' },
  ],
}
const { badLines: _, ...scheduled } = preview
const done = { message: 'Short text uploaded successfully.', scheduled }
const textFile = (name = 'july.txt') =>
  new File(['Aries | One | 2036-07-01 09:00 | First.'], name, { type: 'text/plain' })

const dialog = () => screen.getByRole('dialog', { name: 'Bulk Text Upload' })
const inDialog = () => within(dialog())
const press = (name: string) => inDialog().getByRole<HTMLButtonElement>('button', { name })
const picker = () => inDialog().getByLabelText<HTMLInputElement>(/^Text file/)

async function openDialog() {
  const scene = await open(Component, { at: '/admin/customers' })
  await scene.user.click(await screen.findByRole('button', { name: /^Upload Short Text/ }))
  await screen.findByRole('dialog', { name: 'Bulk Text Upload' })
  return scene
}

/** As the device's picker does, whatever kind of file it lets through. */
async function choose(file = textFile()) {
  await meanwhile(() => fireEvent.change(picker(), { target: { files: [file] } }))
}

/** With a file that is right, ready to go. */
async function openReady() {
  answer(previewBulkShortText, preview)
  const scene = await openDialog()
  await choose()
  await inDialog().findByText('texts will be scheduled')
  return scene
}

beforeEach(async () => {
  uploads.length = 0
  showOn('laptop')
  answer(listCustomers, pageOf([customer]))
  await signIn(admin)
})

describe('a text file that is chosen', () => {
  test('is checked, and what it would schedule is shown before anything is uploaded', async () => {
    const checks = hold(previewBulkShortText)
    const calls = hold(uploadBulkShortText)
    await openDialog()
    expect(inDialog().getByText('Aurora Astrology, aurora')).toBeDefined()
    expect(press('Upload').disabled).toBe(true)
    await choose()
    const check = await nth(checks, 1)
    expect((check.body as { textFile: File }).textFile.name).toBe('july.txt')
    expect(press('Upload').disabled).toBe(true)
    await meanwhile(() => check.answer(preview))
    const plan = await inDialog().findByRole('region', { name: 'What will be scheduled' })
    const lines = [...plan.querySelectorAll('dl > div')].map((line) =>
      [...line.children].map((cell) => cell.textContent).join(': '),
    )
    expect(lines).toEqual([
      'First: Jul 1, 2036 09:00',
      'Last: Jul 2, 2036 09:00',
      'Time Zone: Eastern Time',
      'Aries: 1',
      'Leo: 2',
      'Jul 1, 2036: 1',
      'Jul 2, 2036: 2',
    ])
    expect(press('Upload').disabled).toBe(false)
    expect(calls).toEqual([])
  })

  test.each<[string, File, string]>([
    ['of another kind', textFile('july.csv'), 'Invalid file is selected.'],
    ['without content', new File([], 'empty.txt'), 'Invalid file is selected.'],
    ['too large', new File([new Uint8Array(5_120_001)], 'big.txt'), '* Maximum 5MB text file is allowed.'],
  ])('%s is refused at once, and asks the server nothing', async (_name, file, words) => {
    const checks = hold(previewBulkShortText)
    await openDialog()
    await choose(file)
    expect(await inDialog().findByText(words)).toBeDefined()
    expect(press('Upload').disabled).toBe(true)
    expect(checks).toEqual([])
  })

  test('that the server knows for none is refused where it was chosen, and told of nowhere else', async () => {
    const checks = hold(previewBulkShortText)
    await openDialog()
    await choose()
    const check = await nth(checks, 1)
    await meanwhile(() => check.refuse('invalid_text_file'))
    expect(screen.getAllByText('Invalid file is selected.')).toHaveLength(1)
    expect(document.activeElement).toBe(picker())
  })

  test('with bad lines names all of them, to be copied, and can not be uploaded until another is chosen', async () => {
    answer(previewBulkShortText, bad)
    const { user } = await openDialog()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await choose()
    const list = await inDialog().findByRole('list', { name: '2 lines to put right' })
    const words = ['Line 2: There is no category "Areis".', 'Line 7: It is the same text as in line 1.']
    expect([...list.children].map((line) => line.textContent)).toEqual(words)
    expect(press('Upload').disabled).toBe(true)
    await user.click(press('Copy Lines'))
    expect(copied).toHaveBeenCalledWith(words.join('\n'))
    expect(await screen.findByText('The lines are copied.')).toBeDefined()
    answer(previewBulkShortText, preview)
    await choose(textFile('july-2.txt'))
    await inDialog().findByText('texts will be scheduled')
    expect(press('Upload').disabled).toBe(false)
  })

  test('whose check is lost can be checked again, and stays chosen', async () => {
    const checks = hold(previewBulkShortText)
    const { user } = await openDialog()
    await choose()
    const lost = await nth(checks, 1)
    await meanwhile(() => lost.drop())
    expect(await inDialog().findByText(/We cannot reach the server/)).toBeDefined()
    expect(inDialog().getByText('july.txt')).toBeDefined()
    await user.click(press('Try again'))
    const again = await nth(checks, 2)
    await meanwhile(() => again.answer(preview))
    expect(await inDialog().findByText('texts will be scheduled')).toBeDefined()
  })

  test('after another one is the one that counts, whichever answer comes last', async () => {
    const checks = hold(previewBulkShortText)
    await openDialog()
    await choose(textFile('first.txt'))
    const first = await nth(checks, 1)
    await choose(textFile('second.txt'))
    const second = await nth(checks, 2)
    await meanwhile(() => second.answer(preview))
    await meanwhile(() => first.answer(bad))
    expect(inDialog().getByText('texts will be scheduled')).toBeDefined()
    expect(inDialog().queryByRole('list', { name: /to put right/ })).toBeNull()
  })
})

describe('an upload', () => {
  test('goes once however often it is pressed, shows up to 99 percent until it is done, then 100 and its sentence', async () => {
    const calls = hold(uploadBulkShortText)
    const { user } = await openReady()
    const button = press('Upload')
    act(() => {
      button.click()
      button.click()
    })
    const call = await nth(calls, 1)
    expect(call.idempotencyKey).toMatch(/\S{8}/)
    const progress = () => inDialog().getByRole<HTMLProgressElement>('progressbar')
    act(() => uploads[0]?.progress(40))
    expect([progress().value, inDialog().getByText('40%')]).toEqual([40, expect.anything()])
    act(() => uploads[0]?.progress(100))
    expect(progress().value).toBe(99)
    expect(inDialog().getByText('Processing')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(dialog()).toBeDefined()
    await meanwhile(() => call.answer(done))
    await waitFor(() => expect(progress().value).toBe(100))
    expect(await screen.findByText('Short text uploaded successfully.')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toHaveLength(1)
  })

  test('whose answer is lost keeps the file and goes again under the same key', async () => {
    const calls = hold(uploadBulkShortText)
    const { user } = await openReady()
    await user.click(press('Upload'))
    const lost = await nth(calls, 1)
    await meanwhile(() => lost.drop())
    expect((await inDialog().findByRole('alert')).textContent).toMatch(/no text is scheduled twice\.$/)
    expect(inDialog().getByText('july.txt')).toBeDefined()
    await user.click(press('Try again'))
    const again = await nth(calls, 2)
    expect(again.idempotencyKey).toBe(lost.idempotencyKey)
    await meanwhile(() => again.answer(done))
    expect(await screen.findByText('Short text uploaded successfully.')).toBeDefined()
  })

  test('that is refused for lines that were right before shows them and keeps the file', async () => {
    const calls = hold(uploadBulkShortText)
    const { user } = await openReady()
    await user.click(press('Upload'))
    const first = await nth(calls, 1)
    const errorMessageList = ['Line 1: This text is there for this time already.']
    await meanwhile(() => first.refuse('bulk_lines_refused', { errorMessageList }))
    expect((await inDialog().findByRole('list', { name: '1 line to put right' })).textContent).toBe(
      errorMessageList[0],
    )
    expect(press('Upload').disabled).toBe(true)
    expect(screen.queryByText('Some lines of the file are not right. Nothing was uploaded.')).toBeNull()
    answer(previewBulkShortText, preview)
    await choose(textFile())
    await inDialog().findByText('texts will be scheduled')
    await user.click(press('Upload'))
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
  })
})

test('a chosen file is asked about before it is lost', async () => {
  const { user } = await openReady()
  expect(asksBeforeUnload()).toBe(true)
  await user.click(press('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the template is asked for once and saved under the server’s name', async () => {
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const calls = hold(downloadBulkTemplate)
  const { user } = await openDialog()
  await user.click(press('Download Template'))
  await user.click(press('Download Template'))
  const call = await nth(calls, 1)
  await meanwhile(() => call.answerFile('aurora-short-texts.txt', '# Aries'))
  await waitFor(() => expect(saved).toEqual(['aurora-short-texts.txt']))
  expect(calls).toHaveLength(1)
  vi.restoreAllMocks()
})
