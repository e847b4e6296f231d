export type { AutoPurchaseDeps } from './deps.ts'
export { endAfterFraud } from './end-after-fraud.ts'
export { holdAutoPurchase, releaseAutoPurchase } from './hold-auto-purchase.ts'
export { autoPurchaseJobs } from './jobs.ts'
export {
  autoPurchaseCount,
  autoPurchaseIsOn,
  autoPurchasePackageId,
  autoPurchasePackageName,
  countPausedPurchases,
  readAutoPurchase,
} from './queries.ts'
export { autoPurchaseRoutes } from './routes.ts'
export { dailyLimits } from './rules.ts'
export { allowAutoPurchases, readStop, stopAutoPurchases } from './stop-auto-purchases.ts'
export { turnOffAutoPurchase } from './turn-off-auto-purchase.ts'
export { isStillWantedSql } from './wanted-rules.ts'
