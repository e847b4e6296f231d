// @vitest-environment happy-dom
import {
  addAudio,
  type CustomerAudio,
  copyAudio,
  deleteAudio,
  listAudio,
  updateAudio,
} from '@almanac/contract/audio'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { OperatorAudioTab } from '../src/features/audio/uploads/audio-tab.tsx'
import { operator, operatorReading, pageOf, tenant } from './people.ts'
import { answer, arriveAt, asksBeforeUnload, hold, meanwhile, nth, open, signIn } from './scene.ts'

const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'
const active: CustomerAudio = {
  ...operatorReading,
  startDateTime: '2020-01-07T05:05:00Z',
  endDateTime: '2126-01-01T05:05:00Z',
}
const scheduled: CustomerAudio = {
  ...active,
  id: 77,
  audioName: 'The Long Way',
  startDateTime: '2125-12-01T05:05:00Z',
}
const contentOf = ({ audioName, audioFileName, startDateTime, endDateTime }: CustomerAudio) => ({
  audioName,
  audioFileName,
  startDateTime,
  endDateTime,
})
/** Whether the device plays mp3 at all, and how long it finds a file; null of one that it can't read. */
let device: { plays: '' | 'maybe'; durationSeconds: number | null }
const mp3 = new File(['sound'], 'door.mp3', { type: 'audio/mpeg' })

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }))
const inDialog = (of: string | RegExp, name: string | RegExp) =>
  dialog(of).getByRole<HTMLButtonElement>('button', { name })
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Audio Name' })

async function openTab({ at = '/aurora/customer/categories/5', rows = [active, scheduled] } = {}) {
  answer(listAudio, pageOf(rows))
  const scene = await open(() => createElement(OperatorAudioTab, { categoryId: 5 }), { at })
  await screen.findByRole('table', { name: 'Audio Files' })
  return scene
}

/** Opens a form and waits for its dates, which are loaded when they are first shown. */
async function openForm(user: UserEvent, name: string) {
  await user.click(button(name))
  await screen.findByRole('button', { name: 'Calendar End Date & Time' })
}

beforeEach(async () => {
  // What lives in the browser alone.
  device = { plays: '', durationSeconds: null }
  vi.stubGlobal(
    'Audio',
    class {
      duration = 0
      onerror = () => {}
      onloadedmetadata = () => {}
      canPlayType = () => device.plays
      set src(_url: string) {
        this.duration = device.durationSeconds ?? 0
        queueMicrotask(() => (device.durationSeconds === null ? this.onerror() : this.onloadedmetadata()))
      }
    },
  )
  URL.createObjectURL = () => 'blob:sound'
  URL.revokeObjectURL = () => undefined
  answer(getCustomerDetailsByUrl, tenant)
  await signIn(operator)
})

test('each row can be played, edited, copied and deleted, by buttons that name it', async () => {
  await openTab()
  for (const act of ['Play', 'Edit', 'Copy', 'Delete'])
    for (const { audioName } of [active, scheduled])
      expect(button(`${act} ${audioName}`).disabled).toBe(false)
})

test('another filter begins at its first page with twenty rows', async () => {
  const { user, search } = await openTab({
    at: '/aurora/customer/categories/5?page=2&size=10',
    rows: Array.from({ length: 20 }, (_, index) => ({ ...active, id: index + 1 })),
  })
  expect(search()).toBe('page=2&size=10')
  await user.click(button('Expired Files'))
  expect(search()).toBe('audio=expired')
})

describe('an audio that is edited', () => {
  test('warns first where consumers see it, and gives the focus back', async () => {
    const { user } = await openTab()
    await user.click(button('Edit The Open Door'))
    expect(screen.getByRole('dialog', { name: 'This audio is active' }).textContent).toContain(
      'Changes to The Open Door are reflected at once on consumers’ dashboards.',
    )
    await user.click(inDialog('This audio is active', 'Cancel'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button('Edit The Open Door'))
    await user.click(button('Edit The Open Door'))
    await user.click(inDialog('This audio is active', 'Proceed'))
    expect(dialog('Edit Audio')).toBeDefined()
    expect(nameField().value).toBe('The Open Door')
  })

  test('is sent once with all of its fields, and the list is read anew', async () => {
    const { user } = await openTab()
    const calls = hold(updateAudio)
    await openForm(user, 'Edit The Long Way')
    expect(screen.queryByText(/reflected at once/)).toBeNull()
    await user.type(nameField(), ' Home')
    const save = inDialog('Edit Audio', 'Save')
    await user.click(save)
    const call = await nth(calls, 1)
    await user.dblClick(save)
    await user.type(nameField(), '{Enter}')
    expect(call.body).toEqual({
      audioName: 'The Long Way Home',
      startDateTime: scheduled.startDateTime,
      endDateTime: scheduled.endDateTime,
      consumerCategoryId: '5',
      expected: JSON.stringify(contentOf(scheduled)),
    })
    const saved = { ...scheduled, audioName: 'The Long Way Home' }
    answer(listAudio, pageOf([active, saved]))
    await meanwhile(() => call.answer({ ...saved, message: 'Audio updated successfully.' }))
    await screen.findByText('Audio updated successfully.')
    await screen.findByRole('button', { name: 'Edit The Long Way Home' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toHaveLength(1)
  })

  test('whose answer is lost stays, goes again under the same key, and changed under another', async () => {
    const { user } = await openTab()
    const calls = hold(updateAudio)
    await openForm(user, 'Edit The Long Way')
    await user.type(nameField(), ' Home')
    await user.click(inDialog('Edit Audio', 'Save'))
    const first = await nth(calls, 1)
    first.drop()
    await screen.findByText(NO_ANSWER)
    expect(nameField().value).toBe('The Long Way Home')
    await user.click(inDialog('Edit Audio', 'Save'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    await meanwhile(() => second.drop())
    await user.type(nameField(), '!')
    await user.click(inDialog('Edit Audio', 'Save'))
    expect((await nth(calls, 3)).idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test('by somebody else meanwhile shows theirs first, and replaces it when it is saved again', async () => {
    const { user } = await openTab()
    const calls = hold(updateAudio)
    await openForm(user, 'Edit The Long Way')
    await user.type(nameField(), ' Home')
    await user.click(inDialog('Edit Audio', 'Save'))
    const first = await nth(calls, 1)
    const theirs = {
      ...contentOf(scheduled),
      audioName: 'Theirs',
      audioFileName: 'another.mp3',
      startDateTime: '2125-12-02T05:05:00Z',
    }
    await meanwhile(() => first.refuse('audio_changed', theirs))
    await screen.findByText('Someone else has changed this audio to:')
    expect(
      screen.getByText('Theirs, Dec 2, 2125 00:05 to Jan 1, 2126 00:05, with another recording'),
    ).toBeDefined()
    expect(nameField().value).toBe('The Long Way Home')
    await user.click(inDialog('Edit Audio', 'Save'))
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({
      audioName: 'The Long Way Home',
      expected: JSON.stringify(theirs),
    })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
  })

  test.each([
    ['changed', 'Edit', 'Save', updateAudio],
    ['copied', 'Copy', 'Copy', copyAudio],
  ] as const)(
    'and can not be %s, as it was deleted meanwhile, is named, and its dialog goes',
    async (_how, act, send, endpoint) => {
      const { user } = await openTab()
      const calls = hold(endpoint)
      await openForm(user, `${act} The Long Way`)
      await user.type(nameField(), ' Home')
      await user.click(inDialog(`${act} Audio`, send))
      const call = await nth(calls, 1)
      answer(listAudio, pageOf([active]))
      await meanwhile(() => call.refuse('not_found'))
      await screen.findByText('“The Long Way” was deleted in the meantime. Nothing was saved.')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(screen.queryByText('This could not be found.')).toBeNull()
      expect(screen.queryByRole('button', { name: `${act} The Long Way` })).toBeNull()
    },
  )

  test('takes another file, shows how much is sent up to 99 percent, and can be stopped', async () => {
    const { user } = await openTab()
    const calls = hold(updateAudio)
    await openForm(user, 'Edit The Long Way')
    await user.upload(screen.getByLabelText('Audio file'), mp3)
    await user.click(inDialog('Edit Audio', 'Save'))
    const call = await nth(calls, 1)
    expect(call.body).toMatchObject({ audio: expect.any(File), audioName: 'The Long Way' })
    const progress = screen.getByRole('progressbar', { name: 'Upload of The Long Way' })
    await meanwhile(() => call.progress(40))
    expect(progress.getAttribute('value')).toBe('40')
    await meanwhile(() => call.progress(100))
    expect(progress.getAttribute('value')).toBe('99')
    await user.click(inDialog('Edit Audio', 'Cancel'))
    await user.click(button('Discard'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await meanwhile(() => call.answer({ ...scheduled, message: 'Audio updated successfully.' }))
    expect(screen.queryByText('Audio updated successfully.')).toBeNull()
  })

  test('with a file that the server finds to be none says so at the file, and loses nothing', async () => {
    const { user } = await openTab()
    const calls = hold(updateAudio)
    await openForm(user, 'Edit The Long Way')
    await user.type(nameField(), ' Home')
    await user.upload(screen.getByLabelText('Audio file'), mp3)
    await user.click(inDialog('Edit Audio', 'Save'))
    const call = await nth(calls, 1)
    await meanwhile(() => call.refuse('not_an_mp3'))
    const file = screen.getByLabelText('Audio file: door.mp3')
    expect(file.getAttribute('aria-invalid')).toBe('true')
    expect(nameField().value).toBe('The Long Way Home')
    expect(inDialog('Edit Audio', 'Save').disabled).toBe(true)
  })

  test('is complained about field by field, and not sent', async () => {
    const { user } = await openTab()
    const calls = hold(updateAudio)
    await openForm(user, 'Edit The Long Way')
    await user.clear(nameField())
    await user.type(nameField(), ' x ')
    await user.tab()
    expect(screen.getByText('Audio name must be 2 to 100 characters.')).toBeDefined()
    const [, end] = document.querySelectorAll<HTMLElement>('[data-type=year]')
    await user.click(end as HTMLElement)
    await user.keyboard('2020')
    await screen.findByText('End date must be after start date.')
    expect(inDialog('Edit Audio', 'Save').disabled).toBe(true)
    expect(calls).toEqual([])
  })
})

describe('an audio that is copied', () => {
  test('has another time proposed, is made once, and again under the same key where the answer was lost', async () => {
    const { user } = await openTab()
    const calls = hold(copyAudio)
    await openForm(user, 'Copy The Open Door')
    expect(nameField().value).toBe('The Open Door')
    await user.type(nameField(), ' Again')
    await user.click(inDialog('Copy Audio', 'Copy'))
    const first = await nth(calls, 1)
    await user.dblClick(inDialog('Copy Audio', 'Copy'))
    expect(first.body).toEqual({
      audioId: active.id,
      audioName: 'The Open Door Again',
      startDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:05$/),
      endDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:05$/),
    })
    first.drop()
    await screen.findByText(NO_ANSWER)
    await user.click(inDialog('Copy Audio', 'Copy'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    const copy = { ...active, id: 91, audioName: 'The Open Door Again' }
    answer(listAudio, pageOf([copy, active]))
    await meanwhile(() => second.answer({ ...copy, message: 'Audio copied successfully.' }))
    await screen.findByText('Audio copied successfully.')
    await screen.findByRole('button', { name: 'Play The Open Door Again' })
    expect(screen.queryByRole('button', { name: /^Uploaded Files/ })).toBeNull()
    expect(calls).toHaveLength(2)
  })
})

describe('an audio that is deleted', () => {
  test('asks always, and says more where consumers see it', async () => {
    const { user } = await openTab()
    const calls = hold(deleteAudio)
    await user.click(button('Delete The Long Way'))
    const question = () => screen.getByRole('dialog', { name: 'Delete this audio?' }).textContent
    expect(question()).not.toContain('dashboards')
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(button('Delete The Long Way'))
    await user.click(button('Delete The Open Door'))
    expect(question()).toContain('it leaves consumers’ dashboards at once')
    await user.click(inDialog('Delete this audio?', 'Cancel'))
    expect(calls).toEqual([])
  })

  test('goes once, again under the same key where the answer was lost, and its row with it', async () => {
    const { user } = await openTab()
    const calls = hold(deleteAudio)
    await user.click(button('Delete The Open Door'))
    await user.click(inDialog('Delete this audio?', 'Delete'))
    const first = await nth(calls, 1)
    await user.dblClick(inDialog('Delete this audio?', 'Delete'))
    first.drop()
    await screen.findByText(NO_ANSWER)
    await user.click(inDialog('Delete this audio?', 'Delete'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    answer(listAudio, pageOf([scheduled]))
    await meanwhile(() => second.answer({ message: 'Audio deleted successfully.' }))
    await screen.findByText('Audio deleted successfully.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Delete The Open Door' })).toBeNull()
    expect(calls).toHaveLength(2)
  })

  test('by somebody else before leaves the list', async () => {
    const { user } = await openTab()
    const calls = hold(deleteAudio)
    await user.click(button('Delete The Open Door'))
    await user.click(inDialog('Delete this audio?', 'Delete'))
    const call = await nth(calls, 1)
    answer(listAudio, pageOf([scheduled]))
    await meanwhile(() => call.refuse('not_found'))
    await screen.findByText('This could not be found.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete The Open Door' })).toBeNull())
    expect(inDialog('Delete this audio?', 'Cancel').disabled).toBe(false)
  })
})

describe('an upload', () => {
  async function upload(user: UserEvent, name: string) {
    await openForm(user, 'Upload Audio')
    expect(inDialog('Add Audio', 'Upload').disabled).toBe(true)
    await user.upload(screen.getByLabelText('Audio file'), mp3)
    await user.type(nameField(), name)
    await user.click(inDialog('Add Audio', 'Upload'))
  }
  const percent = (name: string) =>
    screen.getByRole('progressbar', { name: `Upload of ${name}` }).getAttribute('value')

  test('adds audio by file, name and times', async () => {
    device = { plays: 'maybe', durationSeconds: 272 }
    const { user } = await openTab()
    const calls = hold(addAudio)
    await openForm(user, 'Upload Audio')
    const isReady = () => !inDialog('Add Audio', 'Upload').disabled
    await user.type(nameField(), 'The Open Door')
    expect(isReady()).toBe(false)
    await user.upload(screen.getByLabelText('Audio file'), mp3)
    await waitFor(() => expect(isReady()).toBe(true))
    const [start, end] = ['Start', 'End'].map((which) =>
      screen
        .getByRole('group', { name: `${which} Date & Time` })
        .querySelector<HTMLElement>('[data-type=month]'),
    )
    await user.click(start as HTMLElement)
    await user.keyboard('120821260930')
    await user.click(end as HTMLElement)
    await user.keyboard('120121262345')
    await screen.findByText('End date must be after start date.')
    expect(isReady()).toBe(false)
    await user.click(end as HTMLElement)
    await user.keyboard('123121262345')
    await user.clear(nameField())
    expect(isReady()).toBe(false)
    await user.type(nameField(), ' The Open Gate ')
    await user.click(inDialog('Add Audio', 'Upload'))
    const { body } = await nth(calls, 1)
    expect(body).toEqual({
      audio: expect.objectContaining({ name: 'door.mp3' }),
      audioName: 'The Open Gate',
      startDateTime: '2126-12-08 09:30',
      endDateTime: '2126-12-31 23:45',
      duration: '4:32',
      consumerCategoryId: '5',
    })
  })

  test('is refused before it is sent where the file is wrong', async () => {
    const { user } = await openTab()
    await openForm(user, 'Upload Audio')
    const field = screen.getByLabelText('Audio file')
    await user.upload(field, new File(['x'], 'a.mp3', { type: 'text/plain' }))
    expect(screen.getByText('* Selected file format is not supported.')).toBeDefined()
    const large = Object.defineProperty(new File(['x'], 'a.mp3'), 'size', { value: 15_360_001 })
    await user.upload(screen.getByLabelText('Audio file: a.mp3'), large as File)
    expect(screen.getByText('* Maximum 15MB audio file is allowed.')).toBeDefined()
    expect(inDialog('Add Audio', 'Upload').disabled).toBe(true)
  })

  test('of a file that the device plays, but finds to be no recording, is refused before it is sent', async () => {
    device = { plays: 'maybe', durationSeconds: null }
    const { user } = await openTab()
    await openForm(user, 'Upload Audio')
    await user.upload(screen.getByLabelText('Audio file'), mp3)
    await user.type(nameField(), 'First')
    await screen.findByText('* Selected file format is not supported.')
    expect(inDialog('Add Audio', 'Upload').disabled).toBe(true)
    device = { plays: 'maybe', durationSeconds: 272 }
    await user.upload(screen.getByLabelText('Audio file: door.mp3'), new File(['sound'], 'other.mp3'))
    await waitFor(() => expect(inDialog('Add Audio', 'Upload').disabled).toBe(false))
    expect(screen.queryByText('* Selected file format is not supported.')).toBeNull()
  })

  test('whose file the server refuses takes another one, under its name and another key', async () => {
    const { user } = await openTab()
    const calls = hold(addAudio)
    await upload(user, 'First')
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('not_an_mp3'))
    expect(screen.queryByRole('button', { name: 'Try again to upload First' })).toBeNull()
    expect(button('Remove First')).toBeDefined()
    expect(button('Choose another file for First')).toBeDefined()
    const picker = screen.getByLabelText('Another file for First')
    await user.upload(picker, new File(['words'], 'words.mp3', { type: 'text/plain' }))
    await screen.findByText('words.mp3: * Selected file format is not supported.')
    expect(calls).toHaveLength(1)
    const other = new File(['sound'], 'other.mp3', { type: 'audio/mpeg' })
    await user.upload(picker, other)
    const second = await nth(calls, 2)
    expect(second.body).toMatchObject({
      audioName: 'First',
      audio: expect.objectContaining({ name: 'other.mp3' }),
    })
    expect(second.idempotencyKey).not.toBe(first.idempotencyKey)
    expect(percent('First')).toBe('0')
    expect(button(/^Uploaded Files/).textContent).toContain('1')
  })

  test('shows its way beside another one, is acted on when it is done, and its copy stands beside it', async () => {
    const { user, search } = await openTab()
    const calls = hold(addAudio)
    await upload(user, 'First')
    expect(search()).toBe('audio=uploaded')
    await upload(user, 'Second')
    const [first, second] = [await nth(calls, 1), await nth(calls, 2)]
    expect(first.idempotencyKey).not.toBe(second.idempotencyKey)
    await meanwhile(() => first.progress(64))
    await meanwhile(() => second.progress(100))
    expect([percent('First'), percent('Second')]).toEqual(['64', '99'])
    for (const act of ['Play', 'Edit', 'Copy', 'Delete']) expect(button(`${act} First`).disabled).toBe(true)
    expect(asksBeforeUnload()).toBe(true)
    const done = { ...scheduled, id: 101, audioName: 'First' }
    await meanwhile(() => first.answer({ ...done, message: 'Audio added successfully.' }))
    await screen.findByText('Uploaded')
    for (const act of ['Play', 'Edit', 'Copy', 'Delete']) expect(button(`${act} First`).disabled).toBe(false)

    answer(copyAudio, { ...done, id: 102, audioName: 'Its Copy', message: 'Audio copied successfully.' })
    await openForm(user, 'Copy First')
    await user.click(inDialog('Copy Audio', 'Copy'))
    await screen.findByText('Copied')
    answer(updateAudio, { ...done, audioName: 'Renamed', message: 'Audio updated successfully.' })
    await openForm(user, 'Edit First')
    await user.click(inDialog('Edit Audio', 'Save'))
    await screen.findByRole('button', { name: 'Delete Renamed' })
    answer(deleteAudio, { message: 'Audio deleted successfully.' })
    await user.click(button('Delete Renamed'))
    await user.click(inDialog('Delete this audio?', 'Delete'))
    await waitFor(() => expect(screen.queryByText('Renamed')).toBeNull())
    expect(button('Delete Its Copy').disabled).toBe(false)
    expect(button(/^Uploaded Files/).textContent).toContain('2')
  })

  test('whose answer is lost says so, and goes again under the same key', async () => {
    const { user } = await openTab()
    const calls = hold(addAudio)
    await upload(user, 'First')
    const first = await nth(calls, 1)
    await meanwhile(() => first.drop())
    expect(screen.getByRole('table', { name: 'Uploaded Files' }).textContent).toContain(NO_ANSWER)
    await user.click(button('Try again to upload First'))
    const second = await nth(calls, 2)
    expect(second.idempotencyKey).toMatch(/\S{8}/)
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
    expect(percent('First')).toBe('0')
  })

  test('can be cancelled, and then nothing asks any more', async () => {
    const { user, search } = await openTab()
    const calls = hold(addAudio)
    await upload(user, 'First')
    const call = await nth(calls, 1)
    await user.click(button('Cancel the upload of First'))
    expect(screen.queryByRole('button', { name: /^Uploaded Files/ })).toBeNull()
    await screen.findByRole('table', { name: 'Audio Files' })
    expect(asksBeforeUnload()).toBe(false)
    expect(call.isStopped()).toBe(true)
    await meanwhile(() => call.answer({ ...scheduled, message: 'Audio added successfully.' }))
    expect(search()).toBe('audio=uploaded')
    expect(screen.queryByText('Uploaded')).toBeNull()
  })

  test('that is under way is asked about before one leaves', async () => {
    const { user, goTo } = await openTab()
    const calls = hold(addAudio)
    await upload(user, 'First')
    await nth(calls, 1)
    await goTo('/aurora/customer/faq')
    await user.click(inDialog('Uploads are running', 'Stay'))
    expect(percent('First')).toBe('0')
    await goTo('/aurora/customer/faq')
    await user.click(inDialog('Uploads are running', 'Leave'))
    await arriveAt('/aurora/customer/faq')
    expect(asksBeforeUnload()).toBe(false)
  })
})
