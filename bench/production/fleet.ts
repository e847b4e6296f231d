import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

type Part = 'web' | 'worker'

const numbers = [1, 2] as const
const readyWithinMs = 120_000
/** A supervisor starts again what ends. */
const startsMax = 5

/** Two web processes and two workers, each as deploy/run starts it. */
export interface Fleet {
  /** Lets all go over to a release, a web process and a worker at a time. */
  roll(release: string): Promise<void>
  /** What any of them has said, for who wants to know why. */
  output(): string
  stop(): Promise<void>
}

/** @param settings file of settings, as /etc/almanac/almanac.env */
export async function startFleet(release: string, settings: string, sockets: string): Promise<Fleet> {
  const running = new Map<string, ChildProcess>()
  let output = ''

  async function start(part: Part, number: number, from: string, startsLeft = startsMax): Promise<void> {
    const child = spawn(join(from, 'deploy/run'), [part, String(number)], {
      env: { PATH: process.env.PATH, ALMANAC_SETTINGS: settings, ALMANAC_RUN: sockets },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.set(`${part}-${number}`, child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        output += text
      })
    }
    const startedAt = performance.now()
    const isReady = () =>
      part === 'worker' ? said.includes('Almanac is at') : isServing(join(sockets, `web-${number}.sock`))
    while (!(await isReady())) {
      if (child.exitCode !== null && startsLeft > 1) return start(part, number, from, startsLeft - 1)
      if (child.exitCode !== null) throw new Error(`${part} ${number} ended:\n${said}`)
      if (performance.now() - startedAt > readyWithinMs)
        throw new Error(`${part} ${number} is not ready:\n${said}`)
      await wait(100)
    }
  }
  async function end(part: Part, number: number): Promise<void> {
    const child = running.get(`${part}-${number}`)
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const [code, signal] = await ended
    if (code !== 0) throw new Error(`${part} ${number} ended with ${code ?? signal}`)
  }
  const stop = async () => {
    for (const number of numbers) await Promise.all([end('web', number), end('worker', number)])
  }
  try {
    for (const number of numbers)
      await Promise.all([start('web', number, release), start('worker', number, release)])
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
  return {
    async roll(to) {
      for (const number of numbers) {
        await Promise.all(
          (['web', 'worker'] as const).map(async (part) => {
            await end(part, number)
            await start(part, number, to)
          }),
        )
      }
    },
    output: () => output,
    stop,
  }
}

async function isServing(socketPath: string): Promise<boolean> {
  const sent = request({ socketPath, path: '/readyz' })
  sent.end()
  try {
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode === 200
  } catch {
    return false
  }
}
