import { startProduct } from './product.ts'

/** One product for the whole run; E2E_URL names one that runs already. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const product = await startProduct()
  process.env.E2E_URL = product.url
  return async () => {
    await product.stop()
  }
}
