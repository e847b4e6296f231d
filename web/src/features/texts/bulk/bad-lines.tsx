import { IconCopy } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import styles from './bulk.module.css'
import { countLines, countTexts } from './bulk-rules.ts'

interface BadLinesProps {
  /** `Line 3: There is no category "Areis".` */
  lines: readonly string[]
  /** How many texts of the file are right. */
  good: number
}

/** Every line of a file that is not right, to be read and copied. */
export function BadLines({ lines, good }: BadLinesProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(lines.join('\n'))
      showToast('success', 'The lines are copied.')
    } catch {
      showToast('error', 'The lines could not be copied. Please select them and copy them by hand.')
    }
  }
  return (
    <section className={styles.bad} aria-labelledby="bad-lines">
      <div className={styles.badHead} role="alert">
        <h3 id="bad-lines">{countLines(lines.length)} to put right</h3>
        <p>
          Nothing is uploaded until all lines are right; {countTexts(good)} {good === 1 ? 'is' : 'are'}.
          Change the file and choose it again.
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
      <ol className={styles.lines} tabIndex={0} aria-labelledby="bad-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <Button icon={IconCopy} onClick={() => void copy()}>
        Copy Lines
      </Button>
    </section>
  )
}
