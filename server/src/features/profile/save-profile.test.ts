import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { readQueuedCode } from '../../../test/codes.ts'
import type { MadeTenant, MadeUser } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { Change } from '../../platform/wakeups.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function scene() {
  const tenant = await app.make.tenant()
  const consumer = await app.make.consumer(tenant, { tokens: 15 })
  const client = await app.signIn(consumer.username, tenant)
  return { tenant, consumer, client, path: `/v1/customers/${tenant.url}/consumers/${consumer.id}/profile` }
}

function fieldsOf(tenant: MadeTenant, consumer: MadeUser, changes: Record<string, string> = {}) {
  return {
    fullName: 'Nova Reader',
    email: consumer.email,
    contactNumber: '+1 617 555 0100',
    timeZone: 'America/Phoenix',
    defaultCategoryId: String(tenant.categoryId),
    ...changes,
  }
}

async function sendPicture(
  client: TestClient,
  path: string,
  fields: Record<string, string>,
  content: Buffer,
) {
  return client.upload(
    path,
    fields,
    { field: 'image', name: 'me.png', type: 'image/png', content },
    { method: 'PUT' },
  )
}

describe('saving the own profile', () => {
  test('changes what needs no proof at once', async () => {
    const { tenant, consumer, client, path } = await scene()
    const saved = await client.put(path, fieldsOf(tenant, consumer))
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      message: 'Profile updated successfully',
      fullName: 'Nova Reader',
      timeZone: 'America/Phoenix',
      tokenBalance: 15,
      needEmailVerification: false,
      needSmsPhoneNumberVerification: false,
    })
  })

  test('a new address and number stay pending, the old ones working, until both codes are entered', async () => {
    const { tenant, consumer, client, path } = await scene()
    const email = `new-${consumer.email}`
    const saved = await client.put(
      path,
      fieldsOf(tenant, consumer, { email, smsPhoneNumber: '(617) 555-0142' }),
    )
    expect(saved.body).toMatchObject({
      email: consumer.email,
      unverifiedEmail: email,
      smsPhoneNumber: null,
      unverifiedSmsPhoneNumber: '+16175550142',
      needEmailVerification: true,
      needSmsPhoneNumberVerification: true,
    })
    const verify = (body: object) =>
      client.post('/v1/user/shortcode/verify', { username: consumer.username, ...body })
    await verify({ emailToken: await readQueuedCode(app, email) })
    await verify({ smsPhoneNumberToken: await readQueuedCode(app, '+16175550142') })
    expect((await client.get(path)).body).toMatchObject({
      email,
      unverifiedEmail: null,
      smsPhoneNumber: '+16175550142',
      unverifiedSmsPhoneNumber: null,
    })
  })

  test('the code of an address or number that was withdrawn is void', async () => {
    const { tenant, consumer, client, path } = await scene()
    const email = `new-${consumer.email}`
    await client.put(path, fieldsOf(tenant, consumer, { email, smsPhoneNumber: '(617) 555-0143' }))
    const codes = [
      { emailToken: await readQueuedCode(app, email) },
      { smsPhoneNumberToken: await readQueuedCode(app, '+16175550143') },
    ]
    await client.put(path, fieldsOf(tenant, consumer, { smsPhoneNumber: '' }))
    for (const code of codes) {
      const answer = await client.post('/v1/user/shortcode/verify', { username: consumer.username, ...code })
      expect(answer.body).toMatchObject({ isInvalidShortCode: true })
    }
    expect((await client.get(path)).body).toMatchObject({ email: consumer.email, smsPhoneNumber: null })
  })

  test('saving something else while an address waits sends no other code', async () => {
    const { tenant, consumer, client, path } = await scene()
    const waiting = { email: `new-${consumer.email}`, smsPhoneNumber: '(617) 555-0144' }
    await client.put(path, fieldsOf(tenant, consumer, waiting))
    const emailToken = await readQueuedCode(app, waiting.email)
    const saved = await client.put(path, fieldsOf(tenant, consumer, { ...waiting, fullName: 'Nova Writer' }))
    expect(saved.body).toMatchObject({ fullName: 'Nova Writer', needEmailVerification: true })
    const codes = await app.query(`select id from one_time_codes where user_id = ${consumer.id}`)
    expect(codes).toHaveLength(2)
    const body = { username: consumer.username, emailToken }
    expect((await client.post('/v1/user/shortcode/verify', body)).status).toBe(200)
  })

  test('a code proves nothing once its address is not the one that waits', async () => {
    const { tenant, consumer, client, path } = await scene()
    const email = `new-${consumer.email}`
    await client.put(path, fieldsOf(tenant, consumer, { email }))
    await app.query(`update users set pending_email = null where id = ${consumer.id}`)
    const answer = await client.post('/v1/user/shortcode/verify', {
      username: consumer.username,
      emailToken: await readQueuedCode(app, email),
    })
    expect(answer.body).toMatchObject({ isInvalidShortCode: true })
  })

  test.each([
    ['+1 242 555 0142', 'the Bahamas share the code +1'],
    ['+44 20 7946 0958', 'London'],
    ['12345', 'too short'],
  ])('the SMS number %s is refused (%s)', async (smsPhoneNumber) => {
    const { tenant, consumer, client, path } = await scene()
    const answer = await client.put(path, fieldsOf(tenant, consumer, { smsPhoneNumber }))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      invalidSMSPhoneNumber: true,
      message: 'Please enter valid US or Canada phone number.',
    })
  })

  test.each([
    ['(416) 555-0142', '+14165550142'],
    ['787 234 5678', '+17872345678'],
    ['+1 671 300 1234', '+16713001234'],
  ])('the SMS number %s, of Canada or a territory, is kept until it is proved', async (text, number) => {
    const { tenant, consumer, client, path } = await scene()
    const answer = await client.put(path, fieldsOf(tenant, consumer, { smsPhoneNumber: text }))
    expect([answer.status, answer.body.needSmsPhoneNumberVerification]).toEqual([200, true])
    const [row] = await app.query<{ pendingSmsPhoneNumber: string }>(
      `select pending_sms_phone_number from users where id = ${consumer.id}`,
    )
    expect(row?.pendingSmsPhoneNumber).toBe(number)
  })

  test("another user's address, another tenant's sign and an unknown zone are refused", async () => {
    const { tenant, consumer, client, path } = await scene()
    const neighbour = await app.make.consumer(tenant)
    const elsewhere = await app.make.tenant()
    const put = (changes: Record<string, string>) => client.put(path, fieldsOf(tenant, consumer, changes))
    expect((await put({ email: neighbour.email })).body).toMatchObject({ isExistingEmail: true })
    expect((await put({ defaultCategoryId: String(elsewhere.categoryId) })).body.code).toBe(
      'unknown_category',
    )
    expect((await put({ timeZone: 'Europe/Paris' })).body.message).toBe(
      'Please choose a time zone from the list.',
    )
  })

  test('a picture is re-encoded to 300 x 300 and seen by its tenant alone', async () => {
    const { tenant, consumer, client, path } = await scene()
    const picture = await sharp({ create: { width: 800, height: 500, channels: 3, background: '#E0AD45' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
    const saved = await sendPicture(client, path, fieldsOf(tenant, consumer), picture)
    expect(saved.status).toBe(200)
    const url = `/v1/images/${saved.body.profilePic}`
    const shown = await client.get(url)
    const facts = await sharp(shown.raw).metadata()
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['png', 300, 300, undefined])
    const stranger = await app.make.tenant()
    const strangerClient = await app.signIn((await app.make.consumer(stranger)).username, stranger)
    expect((await strangerClient.get(url)).status).toBe(404)
    expect((await app.client().get(url)).status).toBe(401)
    expect((await app.client().get(url.replace('images/', 'images/public/'))).status).toBe(404)
  })

  /** The pictures of a tenant's people: what the database knows of them, and the files. */
  async function picturesOf({ id }: MadeTenant) {
    const rows = await app.query<{ path: string; fileKey: string }>(
      `select path, file_key from images where tenant_id = ${id}`,
    )
    const files: string[] = []
    for await (const { key } of app.deps.files.list(`${id}/images/`)) files.push(key)
    return { rows, files }
  }

  const square = (background: string) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background } })
      .png()
      .toBuffer()

  test('a picture goes when another takes its place', async () => {
    const { tenant, consumer, client, path } = await scene()
    await sendPicture(client, path, fieldsOf(tenant, consumer), await square('#E0AD45'))
    const saved = await sendPicture(client, path, fieldsOf(tenant, consumer), await square('#16203A'))
    const { rows, files } = await picturesOf(tenant)
    expect(rows.map((row) => row.path)).toEqual([saved.body.profilePic])
    expect(files).toEqual(rows.map((row) => row.fileKey))
    expect((await client.put(path, fieldsOf(tenant, consumer))).body.profilePic).toBe(saved.body.profilePic)
    expect((await picturesOf(tenant)).files).toHaveLength(1)
  })

  test('a picture stays as long as somebody else shows it', async () => {
    const { tenant, consumer, client, path } = await scene()
    const first = await sendPicture(client, path, fieldsOf(tenant, consumer), await square('#E0AD45'))
    const other = await app.make.consumer(tenant)
    await app.query(`update users set profile_pic = '${first.body.profilePic}' where id = ${other.id}`)
    await sendPicture(client, path, fieldsOf(tenant, consumer), await square('#16203A'))
    expect((await client.get(`/v1/images/${first.body.profilePic}`)).status).toBe(200)
  })

  test('a save that is refused leaves no picture', async () => {
    const { tenant, consumer, client, path } = await scene()
    const { email } = await app.make.consumer(tenant)
    const answer = await sendPicture(
      client,
      path,
      fieldsOf(tenant, consumer, { email }),
      await square('#E0AD45'),
    )
    expect(answer.status).toBe(409)
    expect(await picturesOf(tenant)).toEqual({ rows: [], files: [] })
  })

  test.each([
    [
      'a script in an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      400,
    ],
    ['a text', Buffer.from('not a picture'), 400],
    [
      'a page with a picture head',
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>alert(1)</script>')]),
      400,
    ],
    ['more than 4 MB', Buffer.alloc(4_096_001), 413],
  ])('%s is refused and nothing is stored', async (_what, content, status) => {
    const { tenant, consumer, client, path } = await scene()
    const answer = await sendPicture(
      client,
      path,
      fieldsOf(tenant, consumer, { fullName: 'Someone Else' }),
      content,
    )
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(/^\* /)
    expect((await client.get(path)).body).toMatchObject({ profilePic: null, fullName: 'Testa Person' })
    expect(await app.query(`select 1 from images where tenant_id = ${tenant.id}`)).toEqual([])
  })
})

describe('the zone of an operator’s profile', () => {
  async function desk() {
    const tenant = await app.make.tenant({ timeZone: 'America/New_York' })
    const operator = await app.make.operator(tenant)
    const client = await app.signIn(operator.username, tenant)
    const path = `/v1/customers/${tenant.url}/profile`
    const save = (timeZone: string) =>
      client.put(path, { fullName: 'Testa Desk', email: operator.email, contactNumber: '617', timeZone })
    const audits = () =>
      app.query<{ before: object; after: object }>(
        `select before, after from audit_entries where actor_user_id = ${operator.id} order by id`,
      )
    const zoneOfTenant = async () =>
      (await app.client().get(`/v1/customer-details-by-url/${tenant.url}`)).body.timeZone
    return { tenant, operator, client, path, save, audits, zoneOfTenant }
  }

  test('is the tenant’s, which follows it with one audit row, and its screens learn of it', async () => {
    const { tenant, client, save, audits, zoneOfTenant } = await desk()
    const heard: Change[] = []
    const stop = app.deps.wakeups.onChange((change) => void heard.push(change))
    expect(await save('America/Boise')).toMatchObject({ status: 200, body: { timeZone: 'America/Boise' } })
    expect(await zoneOfTenant()).toBe('America/Boise')
    expect((await client.get('/v1/token-validity')).body.timeZone).toBe('America/Boise')
    expect((await client.get(`/v1/customers/${tenant.url}/short-text/settings`)).body.timeZone).toBe(
      'America/Boise',
    )
    expect(await audits()).toMatchObject([
      { before: { timeZone: 'America/New_York' }, after: { timeZone: 'America/Boise' } },
    ])
    const topics = () => heard.filter(({ tenantId }) => tenantId === tenant.id).map(({ topic }) => topic)
    await expect.poll(topics).toEqual(expect.arrayContaining(['profile', 'reports', 'texts']))
    stop()
  })

  test('is shown as the tenant has it, so that saving another field moves nothing', async () => {
    const { operator, client, path, save, zoneOfTenant } = await desk()
    await app.query(`update users set time_zone = 'America/Adak' where id = ${operator.id}`)
    const { timeZone } = (await client.get(path)).body
    expect(timeZone).toBe('America/New_York')
    expect((await client.get('/v1/token-validity')).body.timeZone).toBe('America/New_York')
    await save(timeZone)
    expect(await zoneOfTenant()).toBe('America/New_York')
  })

  test('of a consumer stays their own', async () => {
    const { tenant, consumer, client, path } = await scene()
    await client.put(path, fieldsOf(tenant, consumer, { timeZone: 'America/Boise' }))
    const { body } = await app.client().get(`/v1/customer-details-by-url/${tenant.url}`)
    expect(body.timeZone).toBe('America/New_York')
  })
})
