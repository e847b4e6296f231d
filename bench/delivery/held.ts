import { releaseDeliveries } from '../../server/src/features/delivery/claim-deliveries.ts'
import { readDeliverySummaries, readTextReport } from '../../server/src/features/delivery/text-report.ts'
import { recordSmsOptOut } from '../../server/src/features/identity/index.ts'
import { type Database, openDatabase } from '../../server/src/platform/database.ts'
import { median, percentile, type Row } from '../table.ts'
import { addSigns, addTexts, type DeliveryScene, waitUntil, withDeliveryScene } from './scene.ts'
import { startWorker } from './workers.ts'

const timesEach = 40

/** What is asked while quiet hours hold so many SMS of one text: what became of it, a STOP, and what may leave. */
export async function measureHeld(count: number): Promise<Row[]> {
  return withDeliveryScene(async (scene) => {
    const signIds = await addSigns(scene, 1, count)
    const [textId = 0] = await addTexts(scene, signIds)
    const planner = await startWorker(scene, ['plan-due-texts'])
    await waitUntil(scene, 'not exists (select from short_texts where planned_at is null)', [], 600)
    await planner.stop()
    await hold(scene)
    const db = openDatabase(scene.databaseUrl, { poolSize: 2 })
    try {
      return await timeAll(db, scene, textId, count)
    } finally {
      await db.close()
    }
  })
}

/** As in the quiet hours: the letters have left, the SMS wait for the morning. */
async function hold({ client }: DeliveryScene): Promise<void> {
  await client.query(`update deliveries set state = 'sent', sent_at = now() where medium = 'email'`)
  await client.query(
    `update deliveries set is_waiting = true, send_after = now() + interval '8 hours', held_seconds = 28800 where medium = 'sms'`,
  )
  await client.query('vacuum analyze deliveries')
}

async function timeAll(db: Database, scene: DeliveryScene, textId: number, count: number): Promise<Row[]> {
  const { rows } = await scene.client.query<{ phone: string }>(
    'select sms_phone_number as phone from users where sms_phone_number is not null limit 1',
  )
  const phone = rows[0]?.phone ?? ''
  let isStopped = false
  const stopOrStart = async () => {
    isStopped = !isStopped
    await db.transact((tx) => recordSmsOptOut(tx, phone, isStopped ? new Date() : null))
  }
  const asked: [what: string, ask: () => Promise<unknown>][] = [
    ['what the list says of the text', () => readDeliverySummaries(db.reader, scene.tenantId, [textId])],
    ['the report of the text', () => readTextReport(db.reader, scene.tenantId, textId)],
    ['a STOP or START', stopOrStart],
    ['the sweep that releases what was held', () => releaseDeliveries(db, [])],
  ]
  const figures: Row[] = []
  for (const [what, ask] of asked) {
    const times: number[] = []
    for (let index = 0; index < timesEach; index++) {
      const startedAt = performance.now()
      await ask()
      times.push(performance.now() - startedAt)
    }
    figures.push([
      `${count} SMS held: ${what}`,
      `median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`,
    ])
  }
  return figures
}
