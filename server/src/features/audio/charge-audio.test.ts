import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { testPassword } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { dayMs, type Listener, mp3, readingsOf } from '../../../test/readings.ts'
import { openDatabase } from '../../platform/database.ts'
import { chargeAudio } from './charge-audio.ts'

let app: TestApp
let readings: ReturnType<typeof readingsOf>

beforeAll(async () => {
  app = await startTestApp()
  readings = readingsOf(app)
})
afterAll(() => app.close())

const scene = (tokens: number) => readings.listener(tokens)
const charge = (at: Listener, session: string, audioId = at.audio.id) =>
  readings.charge(at, session, '', audioId)
const ledgerOf = (consumerId: number) => readings.booksOf(consumerId)

describe('charging a reading', () => {
  test('takes the price of the medium named audio, once', async () => {
    const at = await scene(9)
    const first = await charge(at, 'session-one')
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ tokenBalance: 2, tokensCharged: 7, alreadyCharged: false })
    const again = await charge(at, 'session-one')
    expect(again.body).toMatchObject({ tokenBalance: 2, tokensCharged: 0, alreadyCharged: true })
    expect(await ledgerOf(at.consumer.id)).toEqual({ balance: 2, sum: 2, readings: 1 })
  })

  test.each([
    [1, '1 token was used.'],
    [7, '7 tokens were used.'],
  ])('of %i tokens says so', async (audioTokens, message) => {
    const tenant = await app.make.tenant()
    const consumer = await app.make.consumer(tenant, { tokens: audioTokens })
    const client = await app.signIn(consumer.username, tenant)
    const categoryId = await app.make.category(tenant.id, { audioTokens })
    const { id } = await readings.upload(tenant, { categoryId })
    const path = `/v1/customers/${tenant.url}/consumers/${consumer.id}/audio/${id}`
    expect((await client.put(`${path}/charge?session=session-one`)).body).toMatchObject({ message })
  })

  test('stays paid in its session when the password is changed', async () => {
    const at = await scene(9)
    await charge(at, 'session-one')
    const loginId = async () => (await at.client.get('/v1/token-validity')).body.loginId
    const before = await loginId()
    for (const [currentPassword, newPassword] of [
      [testPassword, 'a-newer-password'],
      ['a-newer-password', 'the-newest-password'],
    ]) {
      const body = { currentPassword, newPassword, confirmNewPassword: newPassword }
      const url = `/v1/customers/${at.tenant.url}/profile/password`
      expect((await at.client.put(url, body)).status).toBe(200)
    }
    expect(await loginId()).toBe(before)
    expect((await charge(at, 'session-one')).body).toMatchObject({ tokenBalance: 2, alreadyCharged: true })
    const stream = `/v1/customers/${at.tenant.url}/consumers/${at.consumer.id}/audio/${at.audio.id}/stream`
    expect((await at.client.get(`${stream}?session=session-one`)).status).toBe(200)
  })

  test('a balance that does not cover it is 402 and changes nothing', async () => {
    const at = await scene(6)
    const answer = await charge(at, 'session-one')
    expect(answer.status).toBe(402)
    expect(answer.body.code).toBe('insufficient_tokens')
    expect(await ledgerOf(at.consumer.id)).toEqual({ balance: 6, sum: 6, readings: 0 })
  })

  test('fifty charges at once on a balance that covers three: exactly three', async () => {
    const at = await scene(22)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => charge(at, `session-number-${index}`)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 402)).toHaveLength(47)
    expect(await ledgerOf(at.consumer.id)).toEqual({ balance: 1, sum: 1, readings: 3 })
  })

  test.each([
    ['plenty', 50],
    ['just enough for one', 7],
  ])('fifty charges of one session at once on %s: one debit, fifty times 200', async (_name, tokens) => {
    const at = await scene(tokens)
    const answers = await Promise.all(Array.from({ length: 50 }, () => charge(at, 'the-same-session')))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(answers.filter(({ body }) => body.alreadyCharged === false)).toHaveLength(1)
    expect(await ledgerOf(at.consumer.id)).toEqual({ balance: tokens - 7, sum: tokens - 7, readings: 1 })
  })

  test('names the account first, by which charges that are committed together are put in order', async () => {
    const at = await scene(9)
    const sent: (readonly unknown[])[] = []
    const db = openDatabase(app.databaseUrl, {
      poolSize: 1,
      onQuery: ({ parameters }) => sent.push(parameters),
    })
    await chargeAudio(db, {
      tenantId: at.tenant.id,
      consumerId: at.consumer.id,
      audioId: at.audio.id,
      session: 'session-one',
      loginHash: Buffer.alloc(32),
    })
    await db.close()
    expect(sent.map(([first]) => first)).toEqual([at.consumer.id])
  })

  test.each([
    ['not yet started', { startsInMs: dayMs, endsInMs: 2 * dayMs }],
    ['already over', { startsInMs: -2 * dayMs, endsInMs: -dayMs }],
  ])('a reading that is %s is 404', async (_state, times) => {
    const at = await scene(9)
    const audio = await readings.upload(at.tenant, times)
    expect((await charge(at, 'session-one', audio.id)).status).toBe(404)
    expect(await ledgerOf(at.consumer.id)).toMatchObject({ balance: 9, readings: 0 })
  })

  test("another tenant's reading is 404, the test audio 400, a bad session 400", async () => {
    const at = await scene(9)
    const elsewhere = await readings.upload(await app.make.tenant())
    expect((await charge(at, 'session-one', elsewhere.id)).status).toBe(404)
    expect((await charge(at, 'session-one', 0)).body.code).toBe('test_audio_is_free')
    expect((await charge(at, 'short')).status).toBe(400)
    expect((await charge(at, 'no%20spaces%20here')).status).toBe(400)
  })

  test('the database refuses a change of the ledger, a negative balance and a second row for one reference', async () => {
    const at = await scene(9)
    await charge(at, 'session-one')
    const tries = [
      `update ledger_entries set debit = 1 where consumer_id = ${at.consumer.id} and debit > 0`,
      `delete from ledger_entries where consumer_id = ${at.consumer.id}`,
      'truncate ledger_entries',
      `update wallets set balance = -1 where consumer_id = ${at.consumer.id}`,
      `select post_ledger_entry(${at.tenant.id}, ${at.consumer.id}, 1, 0, 'reading', 'play:${at.consumer.id}:${at.audio.id}:session-one', 'x', 'x')`,
    ]
    for (const statement of tries) await expect(app.query(statement)).rejects.toThrow()
    expect(await ledgerOf(at.consumer.id)).toEqual({ balance: 2, sum: 2, readings: 1 })
  })
})

describe('streaming a reading', () => {
  const stream = (...of: Parameters<typeof readings.stream>) => readings.stream(...of)

  test('a charged one is served whole, by range and by HEAD, never to a cache', async () => {
    const at = await scene(9)
    await charge(at, 'session-one')
    const whole = await stream(at, 'session-one', `&audioFileName=${at.audio.audioFileName}`)
    expect(whole.status).toBe(200)
    expect(whole.raw.equals(mp3)).toBe(true)
    expect(whole.headers['cache-control']).toBe('private, no-store')
    const part = await stream(at, 'session-one', '', { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${mp3.length}`)
    expect(part.raw.equals(mp3.subarray(100, 200))).toBe(true)
    const tail = await stream(at, 'session-one', '', { range: 'bytes=-10' })
    expect(tail.raw.equals(mp3.subarray(-10))).toBe(true)
    const beyond = await stream(at, 'session-one', '', { range: `bytes=${mp3.length}-` })
    expect(beyond.status).toBe(416)
    const head = await at.client.send({
      method: 'HEAD',
      url: `${at.base}/${at.audio.id}/stream?session=session-one`,
    })
    expect(head.status).toBe(200)
    expect(head.headers['content-length']).toBe(String(mp3.length))
    expect(head.raw).toHaveLength(0)
    const headBeyond = await at.client.send({
      method: 'HEAD',
      url: `${at.base}/${at.audio.id}/stream?session=session-one`,
      headers: { range: `bytes=${mp3.length}-` },
    })
    expect([headBeyond.status, headBeyond.headers['content-range']]).toEqual([416, `bytes */${mp3.length}`])
  })

  test('a part of another version is not given: who asks for one gets the whole', async () => {
    const at = await scene(9)
    await charge(at, 'session-one')
    for (const version of ['"seen-before"', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      const whole = await stream(at, 'session-one', '', { range: 'bytes=100-199', 'if-range': version })
      expect([whole.status, whole.raw.equals(mp3)]).toEqual([200, true])
    }
  })

  test('a range is served as far as the file goes, and refused where it holds nothing of it', async () => {
    const at = await scene(9)
    await charge(at, 'session-one')
    const size = mp3.length
    for (const [range, status, start, end] of [
      [`bytes=-${size}`, 206, 0, size],
      [`bytes=-${size + 1}`, 206, 0, size],
      [`bytes=${size - 1}-`, 206, size - 1, size],
      [`bytes=${size - 1}-${size + 99}`, 206, size - 1, size],
      ['bytes=0-0', 206, 0, 1],
      [`bytes=${size}-${size + 99}`, 416, 0, 0],
      ['bytes=-0', 416, 0, 0],
    ] as const) {
      const part = await stream(at, 'session-one', '', { range })
      const about = status === 206 ? `${start}-${end - 1}/${size}` : `*/${size}`
      expect([part.status, part.headers['content-range']], range).toEqual([status, `bytes ${about}`])
      expect(part.raw.equals(mp3.subarray(start, end)), range).toBe(true)
    }
  })

  test('a paid session plays on after the reading is over and after its deletion', async () => {
    const at = await scene(9)
    await charge(at, 'session-one')
    await app.query(
      `update audios set ends_at = now() - interval '1 hour', starts_at = now() - interval '2 hours', deleted_at = now() where id = ${at.audio.id}`,
    )
    expect((await stream(at, 'session-one')).status).toBe(200)
    const list = await at.client.get(at.base)
    expect(list.body.data).toEqual([])
  })

  test('unpaid audio: not one byte, however it is asked for', async () => {
    const at = await scene(20)
    const paid = await scene(20)
    await charge(at, 'session-one')
    const second = await readings.upload(at.tenant)
    const stranger = await app.make.consumer(at.tenant, { tokens: 20 })
    const strangerClient = await app.signIn(stranger.username, at.tenant)
    const own = `${at.base}/${at.audio.id}/stream`
    const name = at.audio.audioFileName
    const attempts: [TestClient, string, Record<string, string>?][] = [
      [app.client(), `${own}?session=session-one`],
      [at.client, own],
      [at.client, `${own}?session=another-session`],
      [at.client, `${own}?session=session-one&session=session-one`],
      [at.client, `${own}?session=session-one&audioFileName=other.mp3`],
      [at.client, `${own}?session=session-one&audioFileName=..%2f..%2fsecret`],
      [at.client, `${at.base}/${second.id}/stream?session=session-one`],
      [at.client, `${at.base}/${second.id}/stream?session=session-one&audioFileName=${name}`],
      [at.client, `${at.base}/0/stream?session=session-one&audioFileName=${name}`],
      [at.client, `${at.base}/0/stream?session=session-one&audioFileName=${name}&isTestAudioPlayed=true`],
      [at.client, `/v1/customers/${at.tenant.url}/audio/${at.audio.id}/stream`],
      [at.client, `/v1/images/${at.tenant.url}/${name}`],
      [at.client, `/v1/images/public/${at.tenant.url}/${name}`],
      [strangerClient, `${own}?session=session-one`],
      [
        strangerClient,
        `/v1/customers/${at.tenant.url}/consumers/${stranger.id}/audio/${at.audio.id}/stream?session=session-one`,
      ],
      [paid.client, `${own}?session=session-one`],
      [paid.client, `${paid.base}/${at.audio.id}/stream?session=session-one`],
    ]
    for (const [client, url] of attempts) {
      for (const method of ['GET', 'HEAD'] as const) {
        for (const headers of [
          {},
          { range: 'bytes=0-' },
          { range: 'bytes=0-1,5-9' },
          { range: 'bytes=-5', 'if-range': '"x"' },
        ]) {
          const answer = await client.send({ method, url, headers: headers as Record<string, string> })
          expect([400, 401, 402, 403, 404], url).toContain(answer.status)
          expect(String(answer.headers['content-type']), url).not.toContain('audio')
          expect(answer.raw.includes(mp3.subarray(200, 260)), url).toBe(false)
        }
      }
    }
  })

  test('the paid session ends with the login and after 24 hours', async () => {
    const at = await scene(20)
    await charge(at, 'session-one')
    await at.client.get('/v1/user/logout')
    const again = await app.signIn(at.consumer.username, at.tenant)
    const url = `${at.base}/${at.audio.id}/stream?session=session-one`
    expect((await again.get(url)).status).toBe(402)
    await again.put(`${at.base}/${at.audio.id}/charge?session=session-two`)
    expect((await again.get(url.replace('one', 'two'))).status).toBe(200)
    await app.query(`update plays set charged_at = now() - interval '25 hours' where session = 'session-two'`)
    expect((await again.get(url.replace('one', 'two'))).status).toBe(402)
  })
})

describe('uploading a reading', () => {
  test('the list shows it with its measured length', async () => {
    const at = await scene(9)
    const list = await at.client.get(
      `${at.base}?consumerCategoryId=${at.tenant.categoryId}&session=session-one`,
    )
    expect(list.body).toMatchObject({
      totalItems: 1,
      data: [{ id: at.audio.id, audioName: 'Week of November 17', duration: '0:12', isCharged: false }],
    })
    await charge(at, 'session-one')
    const charged = await at.client.get(`${at.base}?session=session-one`)
    expect(charged.body.data[0].isCharged).toBe(true)
  })

  test('the list says of a reading that its consumer has played it, in a later session too', async () => {
    const at = await scene(9)
    const other = await scene(9)
    const isPlayed = async (of: typeof at) =>
      (await of.client.get(`${of.base}?session=session-two`)).body.data[0].isPlayed
    expect([await isPlayed(at), await isPlayed(other)]).toEqual([false, false])
    await charge(at, 'session-one')
    expect([await isPlayed(at), await isPlayed(other)]).toEqual([true, false])
  })

  test.each([
    ['a text named mp3', Buffer.from('<html>no sound here</html>'), 400, 'not_an_mp3'],
    ['half an mp3 with garbage', 'half', 400, 'not_an_mp3'],
    ['one byte over 15 MB', Buffer.alloc(15_360_001, 1), 413, 'audio_too_large'],
  ])('%s leaves no row and no file', async (_what, content, status, code) => {
    const tenant = await app.make.tenant()
    const operator = await app.make.operator(tenant)
    const client = await app.signIn(operator.username, tenant)
    const bytes =
      content === 'half'
        ? Buffer.concat([mp3.subarray(0, 9_000), Buffer.alloc(9_000, 65)])
        : (content as Buffer)
    const answer = await client.upload(
      `/v1/customers/${tenant.url}/audio`,
      {
        audioName: 'Broken',
        startDateTime: '2026-11-17 00:05',
        endDateTime: '2026-12-15 00:05',
        consumerCategoryId: String(tenant.categoryId),
      },
      { field: 'audio', name: 'x.mp3', type: 'audio/mpeg', content: bytes },
    )
    expect(answer.status).toBe(status)
    expect(answer.body.code).toBe(code)
    expect(await app.query(`select 1 from audios where tenant_id = ${tenant.id}`)).toEqual([])
    const files = []
    for await (const file of app.deps.files.list(`${tenant.id}/audio/`)) files.push(file)
    expect(files).toEqual([])
  })

  test('every wrong field is named, and the end must not be before the start', async () => {
    const tenant = await app.make.tenant()
    const operator = await app.make.operator(tenant)
    const client = await app.signIn(operator.username, tenant)
    const send = (fields: Record<string, string>) =>
      client.upload(`/v1/customers/${tenant.url}/audio`, fields, {
        field: 'audio',
        name: 'x.mp3',
        type: 'audio/mpeg',
        content: mp3,
      })
    const empty = await send({})
    expect(empty.status).toBe(400)
    expect(empty.body.errorMessageList.length).toBeGreaterThanOrEqual(4)
    const turned = await send({
      audioName: 'Turned',
      startDateTime: '2026-11-18 00:05',
      endDateTime: '2026-11-17 00:05',
      consumerCategoryId: String(tenant.categoryId),
    })
    expect(turned.body.message).toBe('End date must be after start date.')
  })
})
