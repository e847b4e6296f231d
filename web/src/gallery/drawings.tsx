import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { ZODIAC } from '../landing/astronomy.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { GraduatedRule, ProgressRule, SeekRule } from '../ui/graduated-rule.tsx'
import { Moon } from '../ui/moon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SignIcon } from '../ui/sign-icon.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TokenAmount, TokenRow, TokenYear } from '../ui/token.tsx'
import styles from './gallery.module.css'

const PHASES = [0, 0.12, 0.25, 0.38, 0.5, 0.62, 0.75, 0.88]

/** The drawings that are ours, on paper and at night. */
export function Drawings() {
  const [elapsed, setElapsed] = useState(177)
  return (
    <main className={styles.page}>
      <PageHead title="Drawings" mark={<SignIcon name="Sagittarius" size={36} />} />
      <section className={styles.row} aria-label="Signs">
        {ZODIAC.map((sign) => (
          <SignIcon key={sign.slug} name={sign.name} />
        ))}
        <SignIcon name="Evening Star" />
        <SignIcon name="Leo" size={88} />
        <SignIcon name="Leo" size={24} />
      </section>
      <section className={styles.row} aria-label="Moons">
        {PHASES.map((phase) => (
          <Moon key={phase} phase={phase} />
        ))}
      </section>
      <section className={styles.row} aria-label="Tokens">
        <TokenAmount tokens={1} />
        <TokenAmount tokens={1284} />
        <TokenRow />
        <TokenRow filled={3} sizePx={10} />
        <TokenYear tokens={7} />
        <TokenYear tokens={150} />
        <TokenYear tokens={1000} />
      </section>
      <section className={styles.row} aria-label="Tags">
        <Tag kind="gold">New</Tag>
        <Tag kind="good" icon={IconCheck}>
          Charged
        </Tag>
        <Tag>Scheduled</Tag>
        <Tag kind="warn">Unverified</Tag>
        <Tag kind="bad">Failed</Tag>
        <Avatar name="Stella Marsh" />
        <Avatar name="Orion" size={134} />
      </section>
      <section aria-label="Rules">
        <GraduatedRule durationSeconds={278} elapsedSeconds={177} />
        <GraduatedRule durationSeconds={3600} elapsedSeconds={1000} />
        <ProgressRule percent={64} label="Upload of Week of November 24" />
      </section>
      <section className={`night ${styles.night}`} aria-label="At night">
        <h2>Week of November 17</h2>
        <SeekRule durationSeconds={278} elapsedSeconds={elapsed} onSeek={setElapsed} />
        <div className={styles.row}>
          <Button kind="gold">Play</Button>
          <Button kind="prime">Continue</Button>
          <Button>Cancel</Button>
          <SignIcon name="Sagittarius" size={88} />
          <TokenRow />
        </div>
        <TextField label="Email" defaultValue="stella@example.com" hint="On a night ground." />
      </section>
    </main>
  )
}
