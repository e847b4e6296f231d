import { measureHeld } from './delivery/held.ts'
import { measureLateness } from './delivery/lateness.ts'
import { measurePlan } from './delivery/plan.ts'
import { measureRate, measureSend } from './delivery/send.ts'
import type { Row } from './table.ts'

/** Deliveries to plan; fewer by `DELIVERIES` in the environment, for a quick look. */
const deliveries = Number(process.env.DELIVERIES ?? 1_000_000)

/** Planning, sending, a sender's pace and lateness; parts of it by `PARTS=send,rate,held,lateness,plan` in the environment. */
export async function benchDelivery(): Promise<Row[]> {
  const parts: Record<string, () => Promise<Row[]>> = {
    send: () => measureSend(20_000, 5_000),
    rate: () => measureRate(50, 30),
    held: () => measureHeld(50_000),
    lateness: () => measureLateness(10_000),
    plan: () => measurePlan(deliveries),
  }
  const wanted = process.env.PARTS?.split(',') ?? Object.keys(parts)
  const rows: Row[] = []
  for (const name of wanted) rows.push(...((await parts[name]?.()) ?? []))
  return rows
}
