import type { JobRun, PlatformFigures, PlatformHealth } from '@almanac/contract/operations'
import type { Reader } from '../../platform/database.ts'
import { readJobRuns } from '../../platform/job-runs.ts'
import { readPresent } from '../../platform/present.ts'
import { countPausedPurchases } from '../auto-purchase/index.ts'
import { countDeliveries } from '../delivery/index.ts'
import { countMessages } from '../messages/index.ts'
import { countEvents } from '../payments/index.ts'
import { countMatches, readHealth } from '../refunds/index.ts'
import { readRestoreReport } from './restore-report.ts'

/** The figures of the whole platform, from what each feature counts of its own. */
export async function readFigures(
  reader: Reader,
): Promise<{ figures: PlatformFigures; jobs: JobRun[]; deliveriesDueSince: Date | null }> {
  const [deliveries, messages, events, autoPurchases, matches, jobs] = await Promise.all([
    countDeliveries(reader),
    countMessages(reader),
    countEvents(reader),
    countPausedPurchases(reader),
    countMatches(reader),
    readJobRuns(reader),
  ])
  const { dueSince, ...ofDeliveries } = deliveries
  const inState = (state: JobRun['state']) => jobs.filter((job) => job.state === state).length
  return {
    figures: {
      deliveries: ofDeliveries,
      messages,
      events,
      autoPurchases,
      matches,
      jobs: { well: inState('well'), failing: inState('failing'), overdue: inState('overdue') },
    },
    jobs,
    deliveriesDueSince: dueSince,
  }
}

/** How the platform stands: the figures, and what they are made of where somebody may have to act. */
export async function readPlatformHealth(reader: Reader): Promise<PlatformHealth> {
  const present = await readPresent(reader)
  const [{ figures, jobs, deliveriesDueSince }, payments, restore] = await Promise.all([
    readFigures(reader),
    readHealth(reader),
    readRestoreReport(reader, present),
  ])
  return {
    readAt: present.toISOString(),
    figures,
    deliveriesDueSince: deliveriesDueSince?.toISOString() ?? null,
    payments,
    restore,
    jobs,
  }
}
