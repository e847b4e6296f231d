import { basename, dirname } from 'node:path'
import { hasNginx, startNginx } from './speed/baselines.ts'
import { load, requestHead } from './speed/load.ts'
import { familyOf, residentMiB } from './speed/processes.ts'
import { openSpeedScene, type SpeedScene } from './speed/scene.ts'
import {
  best,
  type Cost,
  callNamed,
  connections,
  describe,
  measure,
  rounds,
  seconds,
  warmUpSeconds,
} from './speed.ts'
import type { Row } from './table.ts'

const prefix = '/almanac-files/'

/** The sound of a reading through nginx, which asks the product and reads the file itself; beside nginx alone. */
export async function benchProxy(): Promise<Row[]> {
  if (!hasNginx) return [['3 MB of a reading through nginx', 'there is no nginx on this machine']]
  const scene = await openSpeedScene(connections, { env: { FILES_ACCEL_PREFIX: prefix } })
  const alone = await startNginx(scene.file)
  const folder = dirname(dirname(dirname(scene.file)))
  const front = await startNginx(scene.file, { port: scene.port, folder, prefix })
  try {
    const { heads, status } = callNamed('3 MB of a reading')
    const spec = { host: '127.0.0.1', status, warmUpSeconds, seconds }
    const bare = Array.from({ length: connections }, () => requestHead('GET', `/${basename(scene.file)}`))
    const rates = { alone: [] as number[], front: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      rates.alone.push((await load({ ...spec, port: alone.port, heads: bare })).perSecond)
      rates.front.push((await load({ ...spec, port: front.port, heads: await heads(scene) })).perSecond)
    }
    const [limit, rate] = [best(rates.alone), best(rates.front)]
    return [
      ['nginx alone', `${limit.toFixed(0)}/s`],
      ['nginx in front of the product', `${rate.toFixed(0)}/s, ${(rate / limit).toFixed(2)} of it`],
    ]
  } finally {
    for (const server of [front, alone]) await server.stop()
    await scene.close()
  }
}

/** What a second web process adds. */
export async function benchProcesses(): Promise<Row[]> {
  const one = await openSpeedScene(connections)
  const two = await openSpeedScene(connections, { env: { WEB_PROCESSES: '2' } })
  try {
    const rows: Row[] = []
    for (const name of ['list of 20 readings', 'landing page', '128 KiB of a reading']) {
      const call = callNamed(name)
      const costs: Record<'one' | 'two', Cost[]> = { one: [], two: [] }
      for (let round = 0; round < rounds; round++) {
        costs.one.push(await measure(one, call, await call.heads(one)))
        costs.two.push(await measure(two, call, await call.heads(two)))
      }
      rows.push([`${name}, one process`, describe(costs.one)], ['  two', describe(costs.two)])
    }
    return [...rows, ['memory of each process, MiB', memoryOf(two)]]
  } finally {
    await two.close()
    await one.close()
  }
}

function memoryOf({ product }: SpeedScene): string {
  return familyOf(product.pid)
    .map(({ pid }) => residentMiB(pid))
    .filter((mebibytes) => mebibytes > 100)
    .map((mebibytes) => mebibytes.toFixed(0))
    .join(', ')
}
