// @vitest-environment happy-dom
import { copyAudio, deleteAudio, listAudio, updateAudio } from '@almanac/contract/audio'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  active,
  button,
  contentOf,
  dialog,
  inDialog,
  mp3,
  NO_ANSWER,
  nameField,
  openForm,
  openTab,
  scheduled,
  standAtDesk,
} from './audio-tab.ts'
import { pageOf } from './people.ts'
import { answer, hold, meanwhile, nth } from './scene.ts'

beforeEach(standAtDesk)

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
      startDateTime: '2095-12-02T05:05:00Z',
    }
    await meanwhile(() => first.refuse('audio_changed', theirs))
    await screen.findByText('Someone else has changed this audio to:')
    expect(
      screen.getByText('Theirs, Dec 2, 2095 00:05 to Jan 1, 2096 00:05, with another recording'),
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

  test('and was made otherwise before, as the server says, is copied under another key next', async () => {
    const { user } = await openTab()
    const calls = hold(copyAudio)
    await openForm(user, 'Copy The Open Door')
    await user.click(inDialog('Copy Audio', 'Copy'))
    const first = await nth(calls, 1)
    await meanwhile(() => first.refuse('idempotency_mismatch'))
    await user.click(inDialog('Copy Audio', 'Copy'))
    expect((await nth(calls, 2)).idempotencyKey).not.toBe(first.idempotencyKey)
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
