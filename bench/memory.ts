import { setTimeout as wait } from 'node:timers/promises'
import { optionOf } from './option.ts'
import { load } from './speed/load.ts'
import { residentMiB } from './speed/processes.ts'
import { openSpeedScene } from './speed/scene.ts'
import { calls, connections, rounds, seconds, warmUpSeconds } from './speed.ts'
import type { Row } from './table.ts'

/** How often all of `benchSpeed` is gone through: `npm run bench -- memory --times=10`. */
const times = Number(optionOf('times') ?? 10)

/** How long it is left alone then: V8 gives freed memory back when little has been asked of it for some 10 s. */
const quietSeconds = 30

/**
 * What a web process keeps: the resident memory of one that was started for the second time, idle, and after each time that it
 * answered all the calls of `benchSpeed`, at once and once it was quiet. A leak is more after ten times than after one.
 */
export async function benchMemory(): Promise<Row[]> {
  const scene = await openSpeedScene(connections, { isSecondStart: true })
  const memory = () => `${residentMiB(scene.product.pid).toFixed(0)} MiB`
  try {
    const rows: Row[] = [['memory of the web process, idle', memory()]]
    for (let time = 1; time <= times; time++) {
      for (const call of calls) {
        for (let round = 0; round < rounds; round++) {
          const heads = await call.heads(scene)
          const { port } = scene
          await load({ host: '127.0.0.1', port, status: call.status, heads, warmUpSeconds, seconds })
        }
      }
      const after = memory()
      await wait(1_000 * quietSeconds)
      const name = `  after the calls of ${time === 1 ? 'one bench' : `${time} benches`}, and ${quietSeconds} s later`
      rows.push([name, `${after}, ${memory()}`])
      console.log(rows.at(-1)?.join('  '))
    }
    return rows
  } finally {
    await scene.close()
  }
}
