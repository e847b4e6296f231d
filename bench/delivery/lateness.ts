import type { Row } from '../table.ts'
import { addSigns, addTexts, waitUntil, withDeliveryScene } from './scene.ts'
import { startWorker } from './workers.ts'

/** How long after its time a text is handed over, to so many recipients by both media, by one worker that does it all. */
export async function measureLateness(recipients: number): Promise<Row[]> {
  return withDeliveryScene(async (scene) => {
    const signIds = await addSigns(scene, 1, recipients)
    const worker = await startWorker(scene, [])
    const textIds = await addTexts(scene, signIds, 3)
    await waitUntil(
      scene,
      `not exists (select from short_texts where id = any($1) and state <> 'sent')`,
      [textIds],
      300,
    )
    await worker.stop()
    const { rows } = await scene.client.query<Record<'count' | 'p50' | 'p99' | 'worst', number>>(
      `select count(*)::int as count, percentile_cont(0.5) within group (order by late) as p50,
         percentile_cont(0.99) within group (order by late) as p99, max(late) as worst
       from (
         select extract(epoch from d.sent_at - t.disburse_at)::float8 as late
         from deliveries d join short_texts t on t.id = d.text_id where d.text_id = any($1)
       ) as handed_over`,
      [textIds],
    )
    const { count = 0, p50 = 0, p99 = 0, worst = 0 } = rows[0] ?? {}
    return [
      [
        `handed over after the due time, ${recipients} recipients, ${count} messages`,
        `median ${p50.toFixed(1)} s, p99 ${p99.toFixed(1)} s, worst ${worst.toFixed(1)} s`,
      ],
    ]
  })
}
