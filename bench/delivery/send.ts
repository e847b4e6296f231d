import { Agent, request as ask } from 'node:http'
import { sandboxAccount } from '../../server/src/sandbox-account.ts'
import type { Row } from '../table.ts'
import { addSigns, addTexts, type DeliveryScene, waitUntil, withDeliveryScene } from './scene.ts'
import { startWorker } from './workers.ts'

const jobOf = { sms: 'send-sms-deliveries', email: 'send-email-deliveries' } as const
type Medium = keyof typeof jobOf

/** How fast one worker hands over SMS, and letters, and how fast the sandbox could take SMS if nothing else were done. */
export async function measureSend(sms: number, letters: number): Promise<Row[]> {
  return withDeliveryScene(async (scene) => {
    const signIds = await addSigns(scene, 4, Math.ceil(Math.max(sms, letters) / 4))
    const textIds = await planAll(scene, signIds)
    const rows: Row[] = []
    for (const [medium, count] of [
      ['sms', sms],
      ['email', letters],
    ] as const) {
      await keepOnly(scene, textIds, medium, count)
      rows.push(await sendAll(scene, medium, 1))
    }
    rows.push(['  the sandbox, asked for the same SMS and nothing else', await bareSandbox(scene, sms)])
    return rows
  })
}

/** With a limit, two workers hold it together. */
export async function measureRate(perSecond: number, seconds: number): Promise<Row[]> {
  return withDeliveryScene(async (scene) => {
    const signIds = await addSigns(scene, 4, Math.ceil((perSecond * seconds) / 4))
    await planAll(scene, signIds)
    const workers = [0, 1].map(() => startWorker(scene, [jobOf.sms], { SMS_PER_SECOND: String(perSecond) }))
    const running = await Promise.all(workers)
    await waitUntil(
      scene,
      `not exists (select from deliveries where medium = 'sms' and sent_at is null)`,
      [],
      seconds * 3,
    )
    for (const worker of running) await worker.stop()
    const { rows } = await scene.client.query<{ rate: number; most: number }>(
      `with sent as (select claimed_at as at from deliveries where medium = 'sms'),
       windows as (
         select (select count(*) from sent other where other.at >= sent.at and other.at < sent.at + interval '1 second') as count
         from sent
       )
       select (select (count(*) - 1) / extract(epoch from max(at) - min(at)) from sent)::float8 as rate,
         (select max(count)::int from windows) as most`,
    )
    const [row] = rows
    return [
      [
        `limit of ${perSecond} SMS a second, two workers`,
        `${row?.rate.toFixed(2)} a second over ${seconds} s; at most ${row?.most} in any second`,
      ],
    ]
  })
}

async function planAll(scene: DeliveryScene, signIds: readonly number[]): Promise<number[]> {
  const textIds = await addTexts(scene, signIds)
  const planner = await startWorker(scene, ['plan-due-texts'])
  await waitUntil(scene, 'not exists (select from short_texts where planned_at is null)', [], 300)
  await planner.stop()
  return textIds
}

/** Leaves so many of one medium to be sent. */
async function keepOnly(
  { client }: DeliveryScene,
  textIds: readonly number[],
  medium: Medium,
  count: number,
): Promise<void> {
  await client.query(
    `update deliveries set is_waiting = true, send_after = now() + interval '1 day'
     where text_id = any($1) and state = 'planned'
       and (medium <> $2 or id not in (select id from deliveries where text_id = any($1) and medium = $2 limit $3))`,
    [textIds, medium, count],
  )
  await client.query(
    `update deliveries set is_waiting = false, send_after = now()
     where text_id = any($1) and state = 'planned' and medium = $2
       and id in (select id from deliveries where text_id = any($1) and medium = $2 limit $3)`,
    [textIds, medium, count],
  )
  await client.query('vacuum analyze deliveries')
}

async function sendAll(scene: DeliveryScene, medium: Medium, workers: number): Promise<Row> {
  const { client } = scene
  const running = []
  for (let index = 0; index < workers; index++) running.push(await startWorker(scene, [jobOf[medium]]))
  const isSent = `not exists (select from deliveries where medium = $1 and not is_waiting and state in ('planned', 'sending'))`
  await waitUntil(scene, isSent, [medium], 600)
  const figures = []
  for (const worker of running) figures.push(await worker.stop())
  const { rows } = await client.query<{ count: number; seconds: number }>(
    `select count(*)::int as count, extract(epoch from max(sent_at) - min(sent_at))::float8 as seconds
     from deliveries where medium = $1 and state = 'sent'`,
    [medium],
  )
  const { count = 0, seconds = 0 } = rows[0] ?? {}
  const cpu = figures.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  return [
    `${count} ${medium === 'sms' ? 'SMS' : 'letters'} by one worker`,
    `${(count / seconds).toFixed(0)} a second; ${((1_000 * cpu) / count).toFixed(2)} ms of the worker's processor each`,
  ]
}

/** Messages a second that the sandbox takes on 32 connections. */
async function bareSandbox({ sandbox }: DeliveryScene, count: number): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const { twilioAccountSid: account, twilioAuthToken: token } = sandboxAccount
  const url = `${sandbox.url}/api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`
  const send = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const body = new URLSearchParams({
        To: `+1${2_013_000_000 + index}`,
        MessagingServiceSid: sandboxAccount.twilioMessagingServiceSid,
        Body: 'Let breakfast take an hour today.',
        SmartEncoded: 'true',
        ValidityPeriod: '3600',
      }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
      const asked = ask(url, { method: 'POST', agent, auth: `${account}:${token}`, headers }, (answer) => {
        answer.resume()
        answer.once('end', () =>
          answer.statusCode === 201
            ? resolve()
            : reject(new Error(`The sandbox answers ${answer.statusCode}`)),
        )
      })
      asked.once('error', reject)
      asked.end(body)
    })
  const startedAt = performance.now()
  let next = 0
  const askers = Array.from({ length: 32 }, async () => {
    while (next < count) await send(next++)
  })
  await Promise.all(askers)
  agent.destroy()
  return `${(count / ((performance.now() - startedAt) / 1_000)).toFixed(0)} a second`
}
