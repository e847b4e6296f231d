import { describe, expect, test } from 'vitest'
import {
  type AudioSession,
  endedIds,
  isInProgress,
  parseSession,
  sessionIdFor,
  withCharge,
  withListed,
  withoutReadings,
} from './session-rules.ts'
import { AudioSessionStore } from './session-store.ts'
import type { Track } from './track.ts'

const session = (chargedIds: number[]): AudioSession => ({
  id: 'session-1',
  chargedIds,
  paidIn: {},
  track: null,
})
const track: Track = {
  audioId: 7,
  audioName: 'Week of November 17',
  url: '/v1/customers/aurora/consumers/4/audio/7/stream?session=session-1',
  categoryId: 9,
  signName: 'Sagittarius',
  signLogoUrl: null,
  durationSeconds: 278,
}

describe('what is charged', () => {
  test('a charge is noted once', () => {
    const charged = withCharge(session([]), 7)
    expect(charged.chargedIds).toEqual([7])
    expect(withCharge(charged, 7)).toBe(charged)
  })

  test.each([
    ['what the server says is charged counts', [], [{ id: 3, isCharged: true }], [3]],
    ['what it lists as not charged changes nothing', [7], [{ id: 7, isCharged: false }], [7]],
    ['other readings stay', [7], [{ id: 3, isCharged: true }], [7, 3]],
  ])('%s', (_what, known, rows, expected) => {
    expect(withListed(session(known), rows).chargedIds).toEqual(expected)
  })

  test.each([
    ['nothing remembered', [], {}, [{ id: 7, isCharged: false }], []],
    ['still charged', [7], {}, [{ id: 7, isCharged: true }], []],
    ['no longer charged', [7], {}, [{ id: 7, isCharged: false }], [7]],
    ['one of two', [7, 8], {}, [7, 8].map((id) => ({ id, isCharged: id === 8 })), [7]],
    ['not in this list', [7], {}, [{ id: 8, isCharged: false }], []],
    ['paid under an earlier id', [7], { 7: 'session-0' }, [{ id: 7, isCharged: false }], []],
  ])('remembered charges that are over: %s', (_what, remembered, paidIn, rows, expected) => {
    expect(endedIds({ ...session(remembered), paidIn }, remembered, rows)).toEqual(expected)
  })

  test('a reading that is over is charged in a new session; what else was charged plays on', () => {
    const next = withoutReadings(session([7, 8]), [7], 'session-2')
    expect(next).toEqual({ id: 'session-2', chargedIds: [8], paidIn: { 8: 'session-1' }, track: null })
    expect(next && [7, 8].map((id) => sessionIdFor(next, id))).toEqual(['session-2', 'session-1'])
    expect(next && withoutReadings(withCharge(next, 7), [8], 'session-3')).toEqual({
      id: 'session-3',
      chargedIds: [7],
      paidIn: { 7: 'session-2' },
      track: null,
    })
    expect(withoutReadings(session([7]), [7], 'session-2')).toBeNull()
  })

  test('what played last goes with its reading', () => {
    const playing = { ...session([7, 8]), track }
    expect(withoutReadings(playing, [7], 'session-2')?.track).toBeNull()
    expect(withoutReadings(playing, [8], 'session-2')?.track).toBe(track)
  })

  test('only a session with a charge is in progress', () => {
    expect([null, session([]), session([7])].map(isInProgress)).toEqual([false, false, true])
  })
})

test.each([
  ['nothing', null, null],
  ['no JSON', '{', null],
  ['a list', '[]', null],
  ['an id that is too short', '{"id":"abc","chargedIds":[]}', null],
  ['no charges', '{"id":"session-1"}', null],
  ['a session', '{"id":"session-1","chargedIds":[7,"x",1.5]}', session([7])],
  [
    'what an earlier id paid for',
    '{"id":"session-1","chargedIds":[7],"paidIn":{"7":"session-0","x":"session-0","8":"abc"}}',
    { ...session([7]), paidIn: { 7: 'session-0' } },
  ],
  ['a broken track', '{"id":"session-1","chargedIds":[],"track":{"audioId":7}}', session([])],
  [
    'a track from elsewhere',
    JSON.stringify({ ...session([]), track: { ...track, url: 'https://x.example/' } }),
    session([]),
  ],
  ['a track', JSON.stringify({ ...session([7]), track }), { ...session([7]), track }],
])('reads what was stored: %s', (_what, text, expected) => {
  expect(parseSession(text, 'login-1')).toEqual(expected)
})

function openTab() {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  let made = 0
  const newId = () => {
    made += 1
    return `session-${made}`
  }
  return {
    open: (consumerId = 4, loginId = 'login-1') =>
      new AudioSessionStore({ consumerId, loginId }, () => storage, newId),
    texts,
  }
}

describe('the session of a tab', () => {
  test('begins with the first list and stays for the next ones', () => {
    const store = openTab().open()
    expect(store.read()).toBeNull()
    expect([store.begin(), store.begin()]).toEqual(['session-1', 'session-1'])
  })

  test('survives a reload with what was charged and played', () => {
    const tab = openTab()
    const before = tab.open()
    before.markCharged(before.begin(), 7)
    before.keepTrack(track)
    expect(tab.open().read()).toEqual({ ...session([7]), track })
  })

  test('is one for each consumer', () => {
    const tab = openTab()
    tab.open(4).begin()
    expect(tab.open(5).read()).toBeNull()
  })

  test('is one for each login, which alone has paid for it, under whichever id', () => {
    const tab = openTab()
    const before = tab.open()
    const first = before.begin()
    before.markCharged(first, 7)
    before.markCharged(first, 8)
    before.endReadings([7])
    before.keepTrack({ ...track, audioId: 8 })
    expect(tab.open(4, 'login-1').read()?.chargedIds).toEqual([8])
    const after = tab.open(4, 'login-2')
    expect([after.read(), tab.texts.size]).toEqual([null, 0])
    expect([first, before.read()?.id]).not.toContain(after.begin())
  })

  test('of an earlier build, which kept no login, goes on', () => {
    const tab = openTab()
    tab.texts.set('audio-session:4', JSON.stringify(session([7])))
    expect(tab.open().read()).toEqual(session([7]))
  })

  test('ends when it is left, and the next list makes another', () => {
    const tab = openTab()
    const store = tab.open()
    store.markCharged(store.begin(), 7)
    store.drop()
    expect([store.read(), tab.open().read()]).toEqual([null, null])
    expect(store.begin()).toBe('session-2')
  })

  test('ends when the server knows a remembered charge no more', () => {
    const tab = openTab()
    const before = tab.open()
    before.markCharged(before.begin(), 7)
    const after = tab.open()
    after.noteList('session-1', [{ id: 7, isCharged: false }])
    expect(after.read()).toBeNull()
  })

  test('goes on, also after a reload, where one of its readings is over', () => {
    const tab = openTab()
    const before = tab.open()
    const first = before.begin()
    before.markCharged(first, 7)
    before.markCharged(first, 8)
    const after = tab.open()
    after.noteList(
      first,
      [7, 8].map((id) => ({ id, isCharged: id === 8 })),
    )
    const second = after.read()?.id ?? ''
    expect([second === first, after.idFor(8) === first, after.idFor(7) === second]).toEqual([
      false,
      true,
      true,
    ])
    after.noteList(
      second,
      [7, 8].map((id) => ({ id, isCharged: false })),
    )
    expect(tab.open().read()?.chargedIds).toEqual([8])
    after.endReadings([8])
    expect(after.read()).toBeNull()
  })

  test('a list from before a charge does not end it', () => {
    const store = openTab().open()
    const id = store.begin()
    store.markCharged(id, 7)
    store.noteList(id, [{ id: 7, isCharged: false }])
    expect(store.read()?.chargedIds).toEqual([7])
  })

  test('answers for an older session are not taken in', () => {
    const store = openTab().open()
    const old = store.begin()
    store.drop()
    store.begin()
    store.noteList(old, [{ id: 3, isCharged: true }])
    store.markCharged(old, 7)
    expect(store.read()?.chargedIds).toEqual([])
  })

  test('tells who listens, once for each change', () => {
    const store = openTab().open()
    let told = 0
    const stop = store.subscribe(() => {
      told += 1
    })
    const id = store.begin()
    store.markCharged(id, 7)
    store.markCharged(id, 7)
    store.noteList(id, [{ id: 7, isCharged: true }])
    stop()
    store.drop()
    expect(told).toBe(2)
  })

  test('lasts as long as the page where storage is closed', () => {
    const store = new AudioSessionStore(
      { consumerId: 4, loginId: 'login-1' },
      () => {
        throw new Error('closed')
      },
      () => 'session-1',
    )
    store.markCharged(store.begin(), 7)
    expect(store.read()?.chargedIds).toEqual([7])
  })
})
