import { listAudio, listConsumerAudio } from '@almanac/contract/audio'
import { listConsumerCategories } from '@almanac/contract/categories'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { category, operator, operatorReading, pageOf, reading, stella, tenant } from './people.ts'
import { answer, render, signIn, stored, textOf, textsOf } from './screen.ts'

const { AudioSessionProvider } = await import('../src/features/audio/listening/audio-session.tsx')
const { UploadList } = await import('../src/features/audio/uploads/upload-list.tsx')
const { OperatorAudioTab } = await import('../src/features/audio/uploads/audio-tab.tsx')

const { TZ } = process.env
// A device far west of every tenant.
beforeAll(() => {
  process.env.TZ = 'Pacific/Honolulu'
  answer(listConsumerCategories, pageOf([category()]))
  answer(listConsumerAudio, pageOf([reading]))
  answer(listAudio, pageOf([operatorReading]))
  stored.set('audio-session:7', JSON.stringify({ id: 'session-one', chargedIds: [], track: null }))
})
afterAll(() => {
  process.env.TZ = TZ
})

/** A tenant of its own for each zone: its details are kept for a while. */
function tenantIn(timeZone: string): string {
  const url = timeZone.replace(/\W/g, '').toLowerCase()
  answer(getCustomerDetailsByUrl, { ...tenant, url, timeZone })
  return url
}

test.each(['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu'])(
  'a reading of November 17 has that date beside its name at a tenant in %s',
  async (timeZone) => {
    await signIn({ ...stella, customerUrl: tenantIn(timeZone), timeZone })
    const markup = await render(() => import('../src/features/audio/listening/dashboard-page.tsx'), {
      frame: AudioSessionProvider,
    })
    expect(textsOf(markup, 'li').at(-1)).toContain('The Open Door Nov 17, 2026 4:38')
  },
)

test.each([
  ['America/New_York', 'The Open Door 4:38 Nov 17, 2026 00:05 Dec 15, 2026 00:05'],
  ['America/Los_Angeles', 'The Open Door 4:38 Nov 16, 2026 21:05 Dated Nov 17, 2026 Dec 14, 2026 21:05'],
])(
  'its operator in %s reads when it begins there, and its date where that is another',
  async (timeZone, line) => {
    await signIn({ ...operator, customerUrl: tenantIn(timeZone), timeZone })
    const markup = await render({ Component: () => createElement(OperatorAudioTab, { categoryId: 5 }) })
    expect(textOf(markup)).toContain(line)
  },
)

test.each(['America/New_York', 'America/Los_Angeles'])(
  'an upload of an operator in %s shows the times that were picked there',
  async (timeZone) => {
    const draft = {
      file: new File(['sound'], 'door.mp3'),
      audioName: 'The Open Door',
      startDateTime: '2026-11-17 00:05',
      endDateTime: '2026-12-15 00:05',
      duration: '4:38',
    }
    const entries = [
      {
        localId: 'a',
        draft,
        copyAudio: false,
        uploadPercentage: 5,
        audioUploadProcessing: true,
        audio: null,
        error: null,
        isFileRefused: false,
        isSettled: false,
      },
    ]
    const acts = { actions: [], onRetry() {}, onReplace() {}, onRemove() {} }
    const markup = await render({
      Component: () => createElement(UploadList, { entries, timeZone, ...acts }),
    })
    expect(textOf(markup)).toContain('Nov 17, 2026 00:05 Dec 15, 2026 00:05')
  },
)
