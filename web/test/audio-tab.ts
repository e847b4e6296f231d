import { type CustomerAudio, listAudio } from '@almanac/contract/audio'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { createElement } from 'react'
import { vi } from 'vitest'
import { OperatorAudioTab } from '../src/features/audio/uploads/audio-tab.tsx'
import { operator, operatorReading, pageOf, tenant } from './people.ts'
import { answer, open, signIn } from './scene.ts'

/** A category's readings in front of their operator: for tests with `// @vitest-environment happy-dom`. */

export const NO_ANSWER = 'We cannot reach the server right now. Please try again shortly.'
export const active: CustomerAudio = {
  ...operatorReading,
  startDateTime: '2020-01-07T05:05:00Z',
  endDateTime: '2096-01-01T05:05:00Z',
}
export const scheduled: CustomerAudio = {
  ...active,
  id: 77,
  audioName: 'The Long Way',
  startDateTime: '2095-12-01T05:05:00Z',
}
export const contentOf = ({ audioName, audioFileName, startDateTime, endDateTime }: CustomerAudio) => ({
  audioName,
  audioFileName,
  startDateTime,
  endDateTime,
})
/** Whether the device plays mp3 at all, and how long it finds a file; null of one that it can't read. */
export const device: { plays: '' | 'maybe'; durationSeconds: number | null } = {
  plays: '',
  durationSeconds: null,
}
export const mp3 = new File(['sound'], 'door.mp3', { type: 'audio/mpeg' })

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
export const dialog = (name: string | RegExp) => within(screen.getByRole('dialog', { name }))
export const inDialog = (of: string | RegExp, name: string | RegExp) =>
  dialog(of).getByRole<HTMLButtonElement>('button', { name })
export const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Audio Name' })

export async function openTab({ at = '/aurora/customer/categories/5', rows = [active, scheduled] } = {}) {
  answer(listAudio, pageOf(rows))
  const scene = await open(() => createElement(OperatorAudioTab, { categoryId: 5 }), { at })
  await screen.findByRole('table', { name: 'Audio Files' })
  return scene
}

/** Opens a form and waits for its dates, which are loaded when they are first shown. */
export async function openForm(user: UserEvent, name: string) {
  await user.click(button(name))
  await screen.findByRole('button', { name: 'Calendar End Date & Time' })
}

/** Signs the operator in, at a device that plays no mp3. */
export async function standAtDesk(): Promise<void> {
  // What lives in the browser alone.
  Object.assign(device, { plays: '', durationSeconds: null })
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
}
