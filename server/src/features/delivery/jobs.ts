import type { Job } from '../../platform/jobs.ts'
import { askForReports } from './ask-for-reports.ts'
import { releaseDeliveries } from './claim-deliveries.ts'
import { makeTextSweep } from './end-texts.ts'
import { lookUpHeld, lookUpHeldJob } from './look-up-held.ts'
import { makePlanning } from './plan-due-texts.ts'
import { resolveLost } from './resolve-lost.ts'
import { deliveryLanes, laneNames, type SendDeps } from './send-deliveries.ts'

/**
 * Plans due texts, sends their deliveries by a lane for each medium, ends texts that no lane saw the end of, finds out
 * what became of lost deliveries and of those that a restore holds, and asks for reports that did not come.
 */
export function deliveryJobs(deps: SendDeps): Job[] {
  return [
    { name: 'plan-due-texts', everySeconds: 5, run: makePlanning(deps) },
    { name: 'release-deliveries', everySeconds: 5, run: () => releaseDeliveries(deps.db, laneNames) },
    ...deliveryLanes(deps),
    { name: 'end-texts', everySeconds: 30, run: makeTextSweep(deps.db) },
    { name: 'resolve-lost-deliveries', everySeconds: 5, run: () => resolveLost(deps) },
    { name: lookUpHeldJob, everySeconds: 15, run: () => lookUpHeld(deps) },
    { name: 'ask-for-reports', everySeconds: 60, run: () => askForReports(deps) },
  ]
}
