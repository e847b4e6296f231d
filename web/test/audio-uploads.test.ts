// @vitest-environment happy-dom
import { addAudio, copyAudio, deleteAudio, updateAudio } from '@almanac/contract/audio'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  button,
  device,
  inDialog,
  mp3,
  NO_ANSWER,
  nameField,
  openForm,
  openTab,
  scheduled,
  standAtDesk,
} from './audio-tab.ts'
import { answer, arriveAt, asksBeforeUnload, hold, meanwhile, nth } from './scene.ts'

beforeEach(standAtDesk)

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
    Object.assign(device, { plays: 'maybe', durationSeconds: 272 })
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
    await user.keyboard('120820960930')
    await user.click(end as HTMLElement)
    await user.keyboard('120120962345')
    await screen.findByText('End date must be after start date.')
    expect(isReady()).toBe(false)
    await user.click(end as HTMLElement)
    await user.keyboard('123120962345')
    await user.clear(nameField())
    expect(isReady()).toBe(false)
    await user.type(nameField(), ' The Open Gate ')
    await user.click(inDialog('Add Audio', 'Upload'))
    const { body } = await nth(calls, 1)
    expect(body).toEqual({
      audio: expect.objectContaining({ name: 'door.mp3' }),
      audioName: 'The Open Gate',
      startDateTime: '2096-12-08 09:30',
      endDateTime: '2096-12-31 23:45',
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
    Object.assign(device, { plays: 'maybe', durationSeconds: null })
    const { user } = await openTab()
    await openForm(user, 'Upload Audio')
    await user.upload(screen.getByLabelText('Audio file'), mp3)
    await user.type(nameField(), 'First')
    await screen.findByText('* Selected file format is not supported.')
    expect(inDialog('Add Audio', 'Upload').disabled).toBe(true)
    Object.assign(device, { plays: 'maybe', durationSeconds: 272 })
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
    await waitFor(() => {
      expect(percent('First')).toBe('100')
      expect(screen.queryByText('Uploaded')).toBeNull()
      expect(button('Edit First').disabled).toBe(false)
    })
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
