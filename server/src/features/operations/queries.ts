import type { Caller, JobRun, PlatformFigures, PlatformHealth } from '@almanac/contract/operations'
import type { Reader } from '../../platform/database.ts'
import { readJobRuns } from '../../platform/job-runs.ts'
import { readPresent } from '../../platform/present.ts'
import { countPausedPurchases } from '../auto-purchase/index.ts'
import { countDeliveries, listDoubtedBounces } from '../delivery/index.ts'
import { countMessages } from '../messages/index.ts'
import { countEvents, type ProviderAccount } from '../payments/index.ts'
import { countMatches, readHealth } from '../refunds/index.ts'
import { readCallers } from './read-callers.ts'
import { readRestoreReport } from './restore-report.ts'

export interface Figures {
  figures: PlatformFigures
  jobs: JobRun[]
  callers: Caller[]
  deliveriesDueSince: Date | null
}

/** The figures of the whole platform, from what each feature counts of its own; `providers` are those in use. */
export async function readFigures(reader: Reader, providers: readonly ProviderAccount[]): Promise<Figures> {
  const [deliveries, messages, events, autoPurchases, matches, jobs, callers] = await Promise.all([
    countDeliveries(reader),
    countMessages(reader),
    countEvents(reader),
    countPausedPurchases(reader),
    countMatches(reader),
    readJobRuns(reader),
    readCallers(reader, providers),
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
    callers,
    deliveriesDueSince: dueSince,
  }
}

/** How the platform stands: the figures, and what they are made of where somebody may have to act. */
export async function readPlatformHealth(
  reader: Reader,
  providers: readonly ProviderAccount[],
): Promise<PlatformHealth> {
  const present = await readPresent(reader)
  const [{ figures, jobs, callers, deliveriesDueSince }, payments, doubtedBounces, restore] =
    await Promise.all([
      readFigures(reader, providers),
      readHealth(reader),
      listDoubtedBounces(reader),
      readRestoreReport(reader, present),
    ])
  return {
    readAt: present.toISOString(),
    figures,
    deliveriesDueSince: deliveriesDueSince?.toISOString() ?? null,
    payments,
    callers,
    doubtedBounces,
    restore,
    jobs,
  }
}
