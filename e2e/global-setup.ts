import { startProduct } from './product.ts'

/** Sunbursts that are scheduled for the next minute go out in it, at any hour of the day. */
const env = { SCHEDULE_DELAY_MINUTES: '0', SMS_QUIET_HOURS: 'off' }

/** One product for the whole run; E2E_URL names one that runs already, which needs the same settings. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const product = await startProduct({ env })
  process.env.E2E_URL = product.url
  return async () => {
    await product.stop()
  }
}
