import { limits } from '@almanac/contract/limits'
import { smsCount } from './gsm-7.ts'
import styles from './texts.module.css'

/** How long a short text is: in characters, as the field counts them, and in SMS. */
export function TextCounts({ text, length }: { text: string; length: number }) {
  return (
    <span className={styles.counts}>
      <span>{`Word Counts: ${length}/${limits.shortTextMaxCharacters} (Max)`}</span>
      <span>{smsCount(text)}</span>
    </span>
  )
}
