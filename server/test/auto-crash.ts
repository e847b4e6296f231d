import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, inject } from 'vitest'
import type { AutoBuyer } from './auto-buyer.ts'
import { childEnvironment } from './child-environment.ts'
import { withDatabase } from './database.ts'
import type { TestApp } from './harness.ts'

const entry = fileURLToPath(new URL('./auto-purchase-process.ts', import.meta.url))

/** Kills a process at a crash point of the automatic purchase that it makes; the dead worker's lease stays. */
export async function killBuying(
  app: TestApp,
  dataDir: string,
  buyer: AutoBuyer,
  point: string,
): Promise<void> {
  const [row] = await app.query<{ name: string }>('select current_database() as name')
  const environment = {
    ...childEnvironment,
    DATA_DIR: dataDir,
    DATABASE_URL: withDatabase(inject('testServerUrl'), row?.name ?? ''),
    SANDBOX_URL: app.sandbox.url,
    TENANT_ID: String(buyer.tenant.id),
    CONSUMER_ID: String(buyer.consumer.id),
    CRASH_AT: point,
  }
  // On a busy machine the database may have no connection in time: then it ends with an error, and begins again.
  let ended: unknown[]
  do ended = await once(spawn(process.execPath, [entry], { stdio: 'ignore', env: environment }), 'exit')
  while (ended[0] === 1)
  expect(ended).toEqual([null, 'SIGKILL'])
  await setNextLook(app, buyer, `interval '1 hour'`)
}

/** The lease of the worker that died, or its end. */
export async function setNextLook(app: TestApp, { consumer }: AutoBuyer, fromNow: string): Promise<void> {
  await app.query(
    `update auto_purchases set next_look_at = now() + ${fromNow} where consumer_id = ${consumer.id}`,
  )
}
