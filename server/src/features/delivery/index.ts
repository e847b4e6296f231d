import type { Job } from '../../platform/jobs.ts'
import { askForReports } from './ask-for-reports.ts'
import { planDueTexts, sendDeliveriesJob } from './plan-due-texts.ts'
import { resolveLost } from './resolve-lost.ts'
import { type SendDeps, sendDeliveries } from './send-deliveries.ts'

export type { InboundSms, SignedForm, SmsCallbacks } from './ports.ts'
export { deliveryRoutes } from './routes.ts'
export type { SendDeps } from './send-deliveries.ts'
export { readDeliverySummaries } from './text-report.ts'
export { registerDeliveryWebhooks, type WebhookDeps } from './webhooks.ts'

/** Plans due texts, sends their deliveries, finds out what became of lost ones, and asks for reports that did not come. */
export function deliveryJobs(deps: SendDeps): Job[] {
  return [
    { name: 'plan-due-texts', everySeconds: 5, run: () => planDueTexts(deps) },
    { name: sendDeliveriesJob, everySeconds: 5, run: () => sendDeliveries(deps) },
    { name: 'resolve-lost-deliveries', everySeconds: 30, run: () => resolveLost(deps) },
    { name: 'ask-for-reports', everySeconds: 60, run: () => askForReports(deps) },
  ]
}
