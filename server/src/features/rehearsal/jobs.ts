import type { Job } from '../../platform/jobs.ts'
import { type KeepDeps, keepRehearsals } from './keep-rehearsals.ts'

/** Rehearses what comes within a day, tenant by tenant, and keeps what is expected of it. */
export function rehearsalJobs(deps: KeepDeps): Job[] {
  return [{ name: 'keep-rehearsals', everySeconds: 60, run: () => keepRehearsals(deps) }]
}
