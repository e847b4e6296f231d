import type { HeldGroup, PlatformHealth, RestoreReport } from '@almanac/contract/operations'
import { IconBan, IconSend } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { countOf, formatDateTime } from '../../ui/format.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './health.module.css'
import { adviceOnDifference } from './health-rules.ts'
import { FigureList, HealthSection } from './health-section.tsx'
import { countsOfHeld, restoreFigures } from './restore-rules.ts'
import type { useHealthActs } from './use-health.ts'

interface RestorePartProps {
  health: PlatformHealth & { restore: RestoreReport }
  timeZone: string
  acts: ReturnType<typeof useHealthActs>
}

const rowOf = ({ kind, id }: HeldGroup) => `${kind} ${id}`

/** What was found after the database was restored, and what waits for a decision. */
export function RestorePart({ health: { restore }, timeZone, acts }: RestorePartProps) {
  const { findings, held, comparedAt } = restore
  const [asked, setAsked] = useState<HeldGroup | null>(null)
  const decide = (group: HeldGroup, decision: 'send' | 'drop') =>
    acts.decide(rowOf(group), { restore: restore.id, kind: group.kind, id: group.id, decision })
  return (
    <HealthSection
      id="restore"
      title="Restore"
      text={`What happened between ${formatDateTime(restore.backupAt, timeZone)} and ${formatDateTime(restore.restoredAt, timeZone)} is not in the database.`}
    >
      <p className="quiet">
        {comparedAt === null
          ? 'Payments of that time are being looked up at their providers, and nothing is bought automatically meanwhile.'
          : `The providers’ books of that time were compared ${formatDateTime(comparedAt, timeZone)}.`}{' '}
        Tokens spent in that time are with their consumers again, and what people changed then has to be done
        again.
      </p>
      <FigureList figures={restoreFigures(restore)} />
      {findings.unresolved.length > 0 && (
        <Rows label="Payments to put right by hand">
          {findings.unresolved.map(({ what, providerId }) => (
            <li key={`${what} ${providerId}`}>
              <div>
                <p className={styles.difference}>{what}</p>
                <p className="quiet">{providerId ?? 'No id'} at the provider</p>
                <p>{adviceOnDifference(what)}</p>
              </div>
            </li>
          ))}
        </Rows>
      )}
      {held.length > 0 && (
        <Rows label="Held for a decision">
          {held.map((group) => (
            <li key={rowOf(group)}>
              <div>
                <p className={styles.name}>
                  {group.name}
                  <Tag kind="warn">{countsOfHeld(group)}</Tag>
                </p>
                <p className="quiet">
                  {[group.companyName, group.recipient].filter(Boolean).join(', ')}
                  {`, due ${formatDateTime(group.dueAt, timeZone)}`}
                </p>
              </div>
              <div className={styles.choice}>
                <Button
                  icon={IconSend}
                  pending={acts.isRunning(rowOf(group))}
                  aria-label={`Send them: ${group.name}`}
                  onClick={() => setAsked(group)}
                >
                  Send them
                </Button>
                <Button
                  icon={IconBan}
                  pending={acts.isRunning(rowOf(group))}
                  aria-label={`Do not send: ${group.name}`}
                  onClick={() => decide(group, 'drop')}
                >
                  Do not send
                </Button>
              </div>
            </li>
          ))}
        </Rows>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title="Send what may have been sent?"
        confirmLabel="Send Them"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) decide(asked, 'send')
          setAsked(null)
        }}
      >
        {asked && (
          <p>
            {countOf(asked.letters + asked.sms, 'message')} of “{asked.name}” may have left before the
            database was lost. Whoever has it already gets it twice. A short text that is more than six hours
            late is not sent any more, and its tokens are returned.
          </p>
        )}
      </ConfirmDialog>
    </HealthSection>
  )
}

/** Rows under a heading, which names them. */
function Rows({ label, children }: { label: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <div className={styles.group}>
      <h3 id={titleId}>{label}</h3>
      <ul className={styles.rows} aria-labelledby={titleId}>
        {children}
      </ul>
    </div>
  )
}
