import { optionOf } from './option.ts'
import { type Load, load } from './speed/load.ts'
import { eachAsks, openSpeedScene } from './speed/scene.ts'
import { best, callNamed, connections, rounds, seconds, warmUpSeconds } from './speed.ts'
import type { Row } from './table.ts'

const many = 1_000
const few = 16

/** Charges of few consumers at once, whose wallets are wanted by several connections, beside charges of many consumers. */
export async function benchCharges(): Promise<Row[]> {
  const folder = optionOf('folder')
  const env = { WEB_PROCESSES: '2' }
  const scene = await openSpeedScene(many, { ...(folder && { folder }), env })
  const { audioId, port } = scene
  const path = ({ base }: { base: string }) => `${base}/audio/${audioId}/charge?session={session}`
  const chargeOf = (count: number) =>
    load({
      host: '127.0.0.1',
      port,
      status: callNamed('charge of a reading').status,
      heads: eachAsks(scene, 'PUT', path).slice(0, count),
      connections,
      warmUpSeconds,
      seconds,
    })
  try {
    const loads: Record<'few' | 'many', Load[]> = { few: [], many: [] }
    for (let round = 0; round < rounds; round++) {
      loads.many.push(await chargeOf(many))
      loads.few.push(await chargeOf(few))
    }
    return [
      [`${many} consumers, ${connections} charges at once, two processes`, describe(loads.many)],
      [
        `${few} consumers`,
        `${describe(loads.few)}, ${(rateOf(loads.few) / rateOf(loads.many)).toFixed(2)} of it`,
      ],
    ]
  } finally {
    await scene.close()
  }
}

const rateOf = (loads: readonly Load[]) => best(loads.map(({ perSecond }) => perSecond))

function describe(loads: readonly Load[]): string {
  const slowestMs = Math.max(...loads.map((one) => one.slowestMs))
  return `${rateOf(loads).toFixed(0)}/s, slowest of all ${slowestMs.toFixed(0)} ms`
}
