import { startProduct } from './product.ts'

const env = {
  // Sunbursts that are scheduled for the next minute go out in it, at any hour of the day.
  SCHEDULE_DELAY_MINUTES: '0',
  SMS_QUIET_HOURS: 'off',
  // All browsers share one address.
  RATE_LIMIT_CODES_ADDRESS: '1000',
  RATE_LIMIT_LOGIN_ADDRESS: '1000',
}

/** One product for the whole run; E2E_URL names one that runs already, which needs the same settings. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const product = await startProduct({ env })
  process.env.E2E_URL = product.url
  return async () => {
    await product.stop()
  }
}
