import type { Job } from '../../platform/jobs.ts'
import { planDueTexts, sendDeliveriesJob } from './plan-due-texts.ts'
import { resolveLost } from './resolve-lost.ts'
import { type SendDeps, sendDeliveries } from './send-deliveries.ts'

export type { InboundSms, SignedForm, SmsCallbacks } from './ports.ts'
export type { SendDeps } from './send-deliveries.ts'
export { registerDeliveryWebhooks, type WebhookDeps } from './webhooks.ts'

/** Plans due texts, sends their deliveries, and finds out what became of lost ones. */
export function deliveryJobs(deps: SendDeps): Job[] {
  return [
    { name: 'plan-due-texts', everySeconds: 5, run: () => planDueTexts(deps) },
    { name: sendDeliveriesJob, everySeconds: 5, run: () => sendDeliveries(deps) },
    { name: 'resolve-lost-deliveries', everySeconds: 30, run: () => resolveLost(deps) },
  ]
}
