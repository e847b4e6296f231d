import { limits } from '@almanac/contract/limits'
import { useLayoutEffect, useRef, useState } from 'react'
import { TextArea } from '../../ui/text-area.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { plainTwins, smsHint, twinOffer } from './gsm-7.ts'
import { TextCounts } from './text-counts.tsx'
import styles from './texts.module.css'

interface MessageFieldProps {
  value: string
  error?: string | undefined
  onChange: (text: string) => void
  onBlur?: () => void
}

/**
 * What a short text says, with how many SMS that is and why. Characters that only look special are replaced by one press,
 * and come back by another; the caret stays where it was.
 */
export function MessageField({ value, error, onChange, onBlur }: MessageFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  /** What was replaced, for as long as nothing else is written. */
  const [replaced, setReplaced] = useState<{ before: string; after: string } | null>(null)
  const offer = twinOffer(value, limits.shortTextMaxCharacters)
  const canUndo = replaced?.after === value

  useLayoutEffect(() => {
    if (caret.current === null) return
    area.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function write(text: string, caretAt: number) {
    caret.current = caretAt
    onChange(text)
  }
  const caretNow = () => area.current?.selectionStart ?? value.length
  function useTwins() {
    const after = plainTwins(value)
    setReplaced({ before: value, after })
    write(after, plainTwins(value.slice(0, caretNow())).length)
  }
  function undo({ before }: { before: string }) {
    setReplaced(null)
    write(before, lengthBefore(before, caretNow()))
  }

  const act = canUndo ? { label: 'Undo', run: () => undo(replaced) } : { label: offer, run: useTwins }
  return (
    <div className={styles.message}>
      <TextArea
        ref={area}
        label="Text"
        name="textContent"
        rows={5}
        value={value}
        error={error}
        hint={canUndo ? 'Special characters were replaced.' : smsHint(value)}
        counter={(length) => <TextCounts text={value} length={length} />}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <p className={styles.twins}>
        {act.label && (
          // A pointer leaves the focus where one writes; a key keeps it here, where the way back is.
          <TextButton onClick={act.run} onMouseDown={(event) => event.preventDefault()}>
            {act.label}
          </TextButton>
        )}
      </p>
    </div>
  )
}

/** How much of a text becomes so many plain characters. */
function lengthBefore(text: string, plainLength: number): number {
  let length = 0
  while (length < text.length && plainTwins(text.slice(0, length)).length < plainLength) length += 1
  return length
}
