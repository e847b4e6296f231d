import { readFile } from 'node:fs/promises'
import type { CustomerAudio } from '@almanac/contract/audio'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestClient, TestResponse } from '../../../test/client.ts'
import type { MadeTenant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { meetAt } from '../../../test/meet-at.ts'
import { type Listener, mp3, readingsOf } from '../../../test/readings.ts'
import type { Change } from '../../platform/wakeups.ts'
import { sweepRecordings } from './sweep-recordings.ts'

const otherMp3 = await readFile(new URL('../../../test/fixtures/audio/shine-cbr.mp3', import.meta.url))
const times = { startDateTime: '2026-11-17 00:05', endDateTime: '2096-12-15 00:05' }

let app: TestApp
let readings: ReturnType<typeof readingsOf>

beforeAll(async () => {
  app = await startTestApp()
  readings = readingsOf(app)
})
afterAll(() => app.close())

/** A listener in front of a reading, and the operator behind it. */
interface Scene extends Listener {
  operator: TestClient
  operatorId: number
  /** The path of the operator's readings. */
  desk: string
}

async function scene(tokens = 20): Promise<Scene> {
  const listener = await readings.listener(tokens)
  const { id, username } = await app.make.operator(listener.tenant)
  const operator = await app.signIn(username, listener.tenant)
  return { ...listener, operator, operatorId: id, desk: `/v1/customers/${listener.tenant.url}/audio` }
}

interface Sent {
  audioId?: number
  name?: string
  file?: Buffer | null
  key?: string
  who?: TestClient
  /** Whether the fields are of a form, as the web app sends them. */
  fields?: Record<string, string>
}

/** Changes the scene's reading: with a file as a form, without one as JSON. */
function update(
  at: Scene,
  { audioId = at.audio.id, name = 'Another name', file, key, who, fields }: Sent = {},
) {
  const client = who ?? at.operator
  const body = { audioName: name, consumerCategoryId: String(at.tenant.categoryId), ...times, ...fields }
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  if (!file) return client.put(`${at.desk}/${audioId}`, body, { headers })
  const sent = { field: 'audio', name: 'a.mp3', type: 'audio/mpeg', content: file }
  return client.upload(`${at.desk}/${audioId}`, body, sent, { method: 'PUT', headers })
}

function copy(at: Scene, { audioId = at.audio.id, name = 'A copy', key, who }: Sent = {}) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return (who ?? at.operator).post(`${at.desk}/copy`, { audioId, audioName: name, ...times }, { headers })
}

function remove(at: Scene, { audioId = at.audio.id, key, who }: Sent = {}) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return (who ?? at.operator).delete(`${at.desk}/${audioId}`, { headers })
}

function add(at: Scene, { name = 'Another', file = mp3, key }: Sent = {}) {
  const fields = { audioName: name, consumerCategoryId: String(at.tenant.categoryId), ...times }
  const sent = { field: 'audio', name: 'a.mp3', type: 'audio/mpeg', content: file ?? mp3 }
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return at.operator.upload(at.desk, fields, sent, { headers })
}

/** The names of a tenant's files in the store. */
async function filesOf({ id }: MadeTenant): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of app.deps.files.list(`${id}/audio/`)) names.push(key.split('/').at(-1) ?? '')
  return names.sort()
}

const auditsOf = (operatorId: number) =>
  app.query<{ action: string; subject: string; before: unknown; after: unknown }>(
    `select action, subject, before, after from audit_entries where actor_user_id = ${operatorId} order by id`,
  )

const namesListed = async ({ client, base }: Scene) =>
  ((await client.get(base)).body.data as { audioName: string }[]).map(({ audioName }) => audioName)

/** As if what the tenant let go of had been loose for that long. */
const wait = ({ id }: MadeTenant, hours: number) =>
  app.query(
    `update loose_recordings set loose_since = loose_since - interval '${hours} hours' where tenant_id = ${id}`,
  )

describe('a reading that is changed', () => {
  test('has its new name and times at once for everybody, and leaves what it was in the audit', async () => {
    const at = await scene()
    const answer = await update(at)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: 'Audio updated successfully.',
        id: at.audio.id,
        audioName: 'Another name',
        audioFileName: at.audio.audioFileName,
        startDateTime: '2026-11-17T05:05:00.000Z',
      },
    })
    expect(await namesListed(at)).toEqual(['Another name'])
    expect(await auditsOf(at.operatorId)).toMatchObject([
      {
        action: 'update-audio',
        subject: `audio:${at.audio.id}`,
        before: { audioName: 'Week of November 17' },
        after: { audioName: 'Another name' },
      },
    ])
  })

  test('by what somebody else has changed since writes nothing, and says what it is now', async () => {
    const at = await scene()
    const [shown] = (await at.operator.get(`${at.desk}?consumerCategoryId=${at.tenant.categoryId}`)).body.data
    const contentOf = ({ audioName, audioFileName, startDateTime, endDateTime }: CustomerAudio) => ({
      audioName,
      audioFileName,
      startDateTime,
      endDateTime,
    })
    const made = (of: CustomerAudio) => ({ expected: JSON.stringify(contentOf(of)) })
    const theirs = (await update(at, { name: 'Theirs', file: otherMp3, fields: made(shown) })).body
    expect(theirs.audioName).toBe('Theirs')
    const files = await filesOf(at.tenant)
    // Another name, other times, another recording: each by itself is a change that was not seen.
    const unseen = [
      { ...theirs, audioName: shown.audioName },
      { ...theirs, audioFileName: shown.audioFileName },
      { ...theirs, startDateTime: shown.startDateTime },
      { ...theirs, endDateTime: '2096-12-15T05:06:00.000Z' },
    ]
    for (const of of unseen) {
      const { status, body } = await update(at, { name: 'Ours', file: mp3, fields: made(of), key: 'ours' })
      expect([status, body.code]).toEqual([409, 'audio_changed'])
      expect(body).toMatchObject({
        message: 'This audio was changed in the meantime. Nothing was saved.',
        ...contentOf(theirs),
      })
    }
    expect(await namesListed(at)).toEqual(['Theirs'])
    expect(await filesOf(at.tenant)).toEqual(files)
    expect(await auditsOf(at.operatorId)).toHaveLength(1)
    expect(await update(at, { name: 'Ours', fields: made(theirs), key: 'ours' })).toMatchObject({
      status: 200,
      body: { audioName: 'Ours' },
    })
  })

  test('may go to another category, and to none that is unknown', async () => {
    const at = await scene()
    const category = await app.make.category(at.tenant.id)
    const other = await app.make.tenant()
    const to = (id: number) => update(at, { fields: { consumerCategoryId: String(id) } })
    expect((await to(other.categoryId)).status).toBe(404)
    expect((await to(category)).body.consumerCategoryId).toBe(category)
  })

  test('keeps what it has where the input is wrong or the file is none', async () => {
    const at = await scene()
    const turned = { startDateTime: '2026-11-18 00:05', endDateTime: '2026-11-17 00:05' }
    expect((await update(at, { fields: turned })).body.message).toBe('End date must be after start date.')
    expect((await update(at, { name: 'x' })).body.message).toBe('Audio name must be 2 to 100 characters.')
    const refused = await update(at, { file: Buffer.from('no sound') })
    expect(refused).toMatchObject({ status: 400, body: { code: 'not_an_mp3' } })
    expect(await namesListed(at)).toEqual(['Week of November 17'])
    expect(await filesOf(at.tenant)).toEqual([at.audio.audioFileName])
    expect(await auditsOf(at.operatorId)).toEqual([])
  })
})

describe('a recording that is replaced', () => {
  async function replaced() {
    const at = await scene(30)
    await readings.charge(at, 'session-one')
    const { body } = await update(at, { file: otherMp3 })
    return { at, oldName: at.audio.audioFileName, newName: body.audioFileName as string }
  }
  const soundOf = ({ raw }: TestResponse) => (raw.equals(mp3) ? 'old' : raw.equals(otherMp3) ? 'new' : 'none')

  test('is listed with its own name and length', async () => {
    const { at, oldName, newName } = await replaced()
    expect(newName).not.toBe(oldName)
    const { body } = await at.client.get(`${at.base}?session=session-one`)
    expect(body.data[0]).toMatchObject({ audioFileName: newName, duration: '0:01', isCharged: true })
  })

  test('never gets parts of itself between those of the other one', async () => {
    const { at, oldName, newName } = await replaced()
    const hear = (query = '') => readings.stream(at, 'session-one', query)
    expect(soundOf(await hear())).toBe('old')
    expect(soundOf(await hear(`&audioFileName=${oldName}`))).toBe('old')
    expect(soundOf(await hear(`&audioFileName=${newName}`))).toBe('new')
    const range = { range: 'bytes=100-199' }
    const part = await readings.stream(at, 'session-one', `&audioFileName=${oldName}`, range)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${mp3.length}`)
    expect(part.raw.equals(mp3.subarray(100, 200))).toBe(true)
    expect((await hear('&audioFileName=other.mp3')).status).toBe(404)
  })

  test('is what a session charged afterwards hears', async () => {
    const { at } = await replaced()
    await readings.charge(at, 'session-two')
    expect(soundOf(await readings.stream(at, 'session-two'))).toBe('new')
  })

  test('twice leaves each session its own', async () => {
    const { at } = await replaced()
    await readings.charge(at, 'session-two')
    await update(at, { file: mp3 })
    await readings.charge(at, 'session-three')
    const third = await update(at, { file: otherMp3 })
    expect(third.status).toBe(200)
    const heard = ['session-one', 'session-two', 'session-three'].map(async (session) =>
      soundOf(await readings.stream(at, session)),
    )
    expect(await Promise.all(heard)).toEqual(['old', 'new', 'old'])
  })

  test('not a byte without a charge, by either name', async () => {
    const { at, oldName, newName } = await replaced()
    for (const name of ['', oldName, newName]) {
      const answer = await readings.stream(at, 'unpaid-session', `&audioFileName=${name}`)
      expect(answer.status).toBe(402)
    }
  })

  test('goes from the store once no paid session can be left, not before', async () => {
    const { at, oldName, newName } = await replaced()
    await sweepRecordings(app.deps)
    await wait(at.tenant, 24)
    await sweepRecordings(app.deps)
    expect(await filesOf(at.tenant)).toEqual([oldName, newName].sort())
    await wait(at.tenant, 2)
    await sweepRecordings(app.deps)
    expect(await filesOf(at.tenant)).toEqual([newName])
    expect((await readings.stream(at, 'session-one', `&audioFileName=${oldName}`)).status).toBe(404)
    expect(soundOf(await readings.stream(at, 'session-one', `&audioFileName=${newName}`))).toBe('new')
  })
})

describe('a reading that is copied', () => {
  test('is one of its own with the same recording, its own name and times', async () => {
    const at = await scene()
    const answer = await copy(at)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        message: 'Audio copied successfully.',
        audioName: 'A copy',
        audioFileName: at.audio.audioFileName,
        duration: '0:12',
        startDateTime: '2026-11-17T05:05:00.000Z',
        consumerCategoryId: at.tenant.categoryId,
      },
    })
    expect(answer.body.id).not.toBe(at.audio.id)
    expect(await filesOf(at.tenant)).toEqual([at.audio.audioFileName])
    expect((await namesListed(at)).sort()).toEqual(['A copy', 'Week of November 17'])
    expect(await auditsOf(at.operatorId)).toMatchObject([
      {
        action: 'copy-audio',
        subject: `audio:${answer.body.id}`,
        before: null,
        after: { audioName: 'A copy', copiedFrom: at.audio.id },
      },
    ])
  })

  test.each<[string, (at: Scene) => Promise<unknown>]>([
    ['is deleted', (at) => remove(at)],
    ['gets another recording', (at) => update(at, { file: otherMp3 })],
  ])('keeps the file for the copy when the first one %s', async (_what, happens) => {
    const at = await scene()
    const { body } = await copy(at)
    await happens(at)
    await wait(at.tenant, 26)
    await sweepRecordings(app.deps)
    expect(await filesOf(at.tenant)).toContain(at.audio.audioFileName)
    await remove(at, { audioId: body.id })
    await sweepRecordings(app.deps)
    expect(await filesOf(at.tenant)).toContain(at.audio.audioFileName)
    await wait(at.tenant, 26)
    await sweepRecordings(app.deps)
    expect(await filesOf(at.tenant)).not.toContain(at.audio.audioFileName)
  })
})

test('the file of two that were deleted goes with the later one, which may have been paid last', async () => {
  const at = await scene()
  const { body } = await copy(at)
  await remove(at)
  await wait(at.tenant, 26)
  await remove(at, { audioId: body.id })
  await sweepRecordings(app.deps)
  expect(await filesOf(at.tenant)).toEqual([at.audio.audioFileName])
})

describe('a reading that is deleted', () => {
  test('is gone from every list and from the desk, and plays on where it was paid', async () => {
    const at = await scene()
    await readings.charge(at, 'session-one')
    const answer = await remove(at)
    expect(answer).toMatchObject({ status: 200, body: { message: 'Audio deleted successfully.' } })
    expect(await namesListed(at)).toEqual([])
    const desk = await at.operator.get(`${at.desk}?consumerCategoryId=${at.tenant.categoryId}`)
    expect(desk.body.data).toEqual([])
    expect((await at.operator.get(`${at.desk}/${at.audio.id}/stream`)).status).toBe(404)
    await sweepRecordings(app.deps)
    expect((await readings.stream(at, 'session-one')).raw.equals(mp3)).toBe(true)
    expect((await readings.charge(at, 'session-two')).status).toBe(404)
    expect(await auditsOf(at.operatorId)).toMatchObject([
      { action: 'delete-audio', before: { audioName: 'Week of November 17' }, after: null },
    ])
    await wait(at.tenant, 26)
    await sweepRecordings(app.deps)
    expect(await filesOf(at.tenant)).toEqual([])
  })
})

describe.each<[string, (at: Scene, sent?: Sent) => Promise<TestResponse>]>([
  ['changing', update],
  ['copying', copy],
  ['deleting', remove],
])('%s', (_what, act) => {
  test('a deleted reading, an unknown one and another tenant’s are all not found, and leave no trace', async () => {
    const at = await scene()
    const stranger = await scene()
    await remove(at)
    const before = await auditsOf(at.operatorId)
    for (const audioId of [at.audio.id, 2_000_000_000, stranger.audio.id]) {
      const answer = await act(at, { audioId, key: `gone-${audioId}` })
      expect([answer.status, answer.body.message]).toEqual([404, 'This could not be found.'])
    }
    expect(await auditsOf(at.operatorId)).toEqual(before)
    expect(await auditsOf(stranger.operatorId)).toEqual([])
    expect(await namesListed(stranger)).toEqual(['Week of November 17'])
  })

  test('tells the screens of the tenant', async () => {
    const at = await scene()
    const heard: Change[] = []
    const stop = app.deps.wakeups.onChange((change) => void heard.push(change))
    await act(at)
    await expect.poll(() => heard).toContainEqual({ topic: 'audio', tenantId: at.tenant.id })
    stop()
  })

  test('twice under one key, also at the same moment, happens once and is answered alike', async () => {
    const at = await scene()
    const first = await act(at, { key: 'one-key' })
    const again = await Promise.all(Array.from({ length: 5 }, () => act(at, { key: 'one-key' })))
    const together = await scene()
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => act(together, { key: 'at-once' })))
    for (const answer of again) expect(answer).toMatchObject({ status: first.status, body: first.body })
    expect(new Set(atOnce.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(await auditsOf(at.operatorId)).toHaveLength(1)
    expect(await auditsOf(together.operatorId)).toHaveLength(1)
  })

  test('something else under the same key is refused', async () => {
    const at = await scene()
    const other = (await add(at)).body.id
    expect((await act(at, { key: 'a-key' })).status).toBeLessThan(300)
    const answer = await act(at, { audioId: other, key: 'a-key' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
    expect(await auditsOf(at.operatorId)).toHaveLength(2)
  })
})

describe('an upload under one key', () => {
  test('repeated, also at the same moment, is one reading and one file', async () => {
    const at = await scene()
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(at, { key: 'upload' })))
    const later = await add(at, { key: 'upload' })
    expect(later.status).toBe(201)
    for (const { status, body } of answers) expect([status, body]).toEqual([201, later.body])
    expect(await filesOf(at.tenant)).toEqual([at.audio.audioFileName, later.body.audioFileName].sort())
    expect(await namesListed(at)).toHaveLength(2)
    expect(await auditsOf(at.operatorId)).toHaveLength(1)
  })

  test('with another file or name is refused, and the file does not stay', async () => {
    const at = await scene()
    await add(at, { key: 'upload' })
    const files = await filesOf(at.tenant)
    for (const other of [{ file: otherMp3 }, { name: 'Another one' }])
      expect((await add(at, { ...other, key: 'upload' })).body.code).toBe('idempotency_mismatch')
    expect(await filesOf(at.tenant)).toEqual(files)
  })

  test('two different ones at the same moment are one reading and one file', async () => {
    const at = await scene()
    const sent = ['One', 'Two', 'Three', 'Four'].map((name) => add(at, { name, key: 'upload' }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409, 409])
    expect(await filesOf(at.tenant)).toHaveLength(2)
  })

  test('of a changed recording is one file', async () => {
    const at = await scene()
    const sent = { file: otherMp3, key: 'change' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => update(at, sent)))
    expect(new Set(answers.map(({ body }) => body.audioFileName)).size).toBe(1)
    expect(await filesOf(at.tenant)).toHaveLength(2)
    expect((await update(at, { ...sent, file: mp3 })).body.code).toBe('idempotency_mismatch')
  })
})

test('a file whose fate is not known stays until it is known, and then goes', async () => {
  const at = await scene()
  const lost = vi.spyOn(app.deps.db, 'transact').mockRejectedValueOnce(new Error('Connection terminated'))
  expect((await add(at)).status).toBe(503)
  lost.mockRestore()
  const { transact } = app.deps.db
  const late = vi.spyOn(app.deps.db, 'transact').mockImplementationOnce(async (work) => {
    await transact(work)
    throw new Error('Connection terminated')
  })
  expect((await add(at, { name: 'Committed' })).status).toBe(503)
  late.mockRestore()
  expect(await filesOf(at.tenant)).toHaveLength(3)
  await wait(at.tenant, 26)
  await sweepRecordings(app.deps)
  expect(await filesOf(at.tenant)).toHaveLength(2)
  const [committed] = await app.query<{ file_name: string; fileName: string }>(
    `select file_name from audios where name = 'Committed' and tenant_id = ${at.tenant.id}`,
  )
  expect(await filesOf(at.tenant)).toContain(committed?.fileName)
})

test('two identical uploads under one key, both checked before either is stored, are one reading and one file', async () => {
  const at = await scene()
  const met = meetAt(app.deps.files, 'put', 2)
  const answers = await Promise.all([add(at, { key: 'upload' }), add(at, { key: 'upload' })])
  met.end()
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(await namesListed(at)).toHaveLength(2)
  expect(await filesOf(at.tenant)).toHaveLength(2)
})

test('two uploads at once are two readings', async () => {
  const at = await scene()
  const answers = await Promise.all([add(at, { name: 'One' }), add(at, { name: 'Two', file: otherMp3 })])
  expect(answers.map(({ status, body }) => [status, body.audioName, body.duration])).toEqual([
    [201, 'One', '0:12'],
    [201, 'Two', '0:01'],
  ])
  expect(await filesOf(at.tenant)).toHaveLength(3)
})
