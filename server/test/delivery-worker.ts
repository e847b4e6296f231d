import { setTimeout as wait } from 'node:timers/promises'

/**
 * A process that plans and sends what is due until it is ended; tests kill it at moments of their choice. CLOCK_OFF_HOURS
 * is how far its clock is off. Says `idle` each time that it finds nothing left to do.
 */
const { DATABASE_URL = '', SANDBOX_HTTP = '', SANDBOX_SMTP = '', ...environment } = process.env
const { CLOCK_OFF_HOURS = '0', ...settings } = environment

setClockOff(Number(CLOCK_OFF_HOURS) * 3_600_000)
// Only now, so that nothing has read the right time.
const { createDeps } = await import('../src/deps.ts')
const { releaseDeliveries } = await import('../src/features/delivery/claim-deliveries.ts')
const { makeTextSweep } = await import('../src/features/delivery/end-texts.ts')
const { planDueTexts } = await import('../src/features/delivery/plan-due-texts.ts')
const { deliveryLanes } = await import('../src/features/delivery/send-deliveries.ts')
const { readConfig } = await import('../src/platform/config.ts')
const { drainLane } = await import('../src/platform/lanes.ts')
const { createLog } = await import('../src/platform/log.ts')

const log = createLog('silent')
const deps = await createDeps({
  config: readConfig({ ...settings, NODE_ENV: 'test' }),
  databaseUrl: DATABASE_URL,
  publicUrl: settings.PUBLIC_URL ?? 'http://localhost:1',
  log,
  sandbox: { url: SANDBOX_HTTP, smtpPort: Number(SANDBOX_SMTP) },
})
const lanes = deliveryLanes(deps)
const sweepTexts = makeTextSweep(deps.db)

while (true) {
  const planned = await planDueTexts(deps)
  const released = await releaseDeliveries(deps.db, [])
  const sent = await Promise.all(lanes.map((lane) => drainLane(lane, log)))
  const ended = await sweepTexts()
  const isIdle = planned + released + ended === 0 && sent.every((count) => count === 0)
  if (isIdle) {
    process.stdout.write('idle\n')
    await wait(50)
  }
}

/** Sets the clock of this process ahead by so many milliseconds, or back. */
function setClockOff(offMs: number): void {
  const RightDate = Date
  globalThis.Date = class extends RightDate {
    constructor(...parts: [] | [number | string | Date]) {
      super(...((parts.length === 0 ? [RightDate.now() + offMs] : parts) as [number]))
    }
    static override now(): number {
      return RightDate.now() + offMs
    }
  } as DateConstructor
}
