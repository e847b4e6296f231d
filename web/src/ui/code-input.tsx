import {
  type ClipboardEvent,
  type InputEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { CODE_LENGTH, codeDigits, isNumeric, placeDigits, removeDigit } from './code-digits.ts'
import styles from './code-input.module.css'
import field from './field.module.css'
import { FieldNote } from './field.tsx'

interface CodeInputProps {
  label: ReactNode
  /** Up to six digits. */
  value: string
  onChange: (code: string) => void
  error?: ReactNode
  disabled?: boolean
  autoFocus?: boolean
}

const NOT_NUMERIC = 'Verification Code must be a numeric value'
const CELLS = Array.from({ length: CODE_LENGTH }, (_, cell) => cell)

/** A one-time code in six cells, two groups of three. Takes typing, pasting, arrows and the device's own code offer. */
export function CodeInput({ label, value, onChange, error, disabled, autoFocus }: CodeInputProps) {
  const noteId = useId()
  const group = useRef<HTMLDivElement>(null)
  const [refused, setRefused] = useState(false)
  const note = refused ? NOT_NUMERIC : error

  function focusCell(cell: number) {
    const input = group.current?.querySelectorAll('input')[Math.max(0, Math.min(cell, CODE_LENGTH - 1))]
    input?.focus()
    input?.select()
  }

  function enter(cell: number, typed: string) {
    setRefused(!isNumeric(typed))
    const digits = codeDigits(typed)
    if (digits === '' || !isNumeric(typed)) return
    onChange(placeDigits(value, cell, digits))
    focusCell(Math.min(cell, value.length) + digits.length)
  }

  function paste(event: ClipboardEvent, cell: number) {
    event.preventDefault()
    const digits = codeDigits(event.clipboardData.getData('text'))
    enter(digits.length === CODE_LENGTH ? 0 : cell, event.clipboardData.getData('text'))
  }

  /** A digit over its equal changes nothing, so that no change event says it: go on, as after any other. */
  function typeOver(event: InputEvent<HTMLInputElement>, cell: number) {
    if (event.data !== value[cell]) return
    event.preventDefault()
    setRefused(false)
    focusCell(cell + 1)
  }

  function remove(cell: number) {
    setRefused(false)
    const target = value[cell] === undefined ? Math.min(cell, value.length) - 1 : cell
    if (target < 0) return
    onChange(removeDigit(value, target))
    focusCell(target)
  }

  function press(event: KeyboardEvent<HTMLInputElement>, cell: number) {
    if (event.key === 'ArrowLeft') focusCell(cell - 1)
    else if (event.key === 'ArrowRight') focusCell(Math.min(cell + 1, value.length))
    else if (event.key === 'Home') focusCell(0)
    else if (event.key === 'End') focusCell(value.length)
    else if (event.key === 'Backspace' || event.key === 'Delete') remove(cell)
    else return
    event.preventDefault()
  }

  return (
    <fieldset disabled={disabled}>
      <legend className={field.legend}>{label}</legend>
      <div ref={group} className={styles.cells}>
        {CELLS.map((cell) => (
          <input
            key={cell}
            className={styles.cell}
            inputMode="numeric"
            // No maxLength: the device's code offer and a script fill all six digits into the first cell.
            autoComplete={cell === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${cell + 1} of ${CODE_LENGTH}`}
            aria-invalid={note ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            // biome-ignore lint/a11y/noAutofocus: the code is the one thing this step asks for
            autoFocus={autoFocus && cell === 0}
            value={value[cell] ?? ''}
            onChange={(event) =>
              enterTyped(event.target.value, value[cell] ?? '', (typed) => enter(cell, typed))
            }
            onBeforeInput={(event) => typeOver(event, cell)}
            onFocus={(event) => event.target.select()}
            onPaste={(event) => paste(event, cell)}
            onKeyDown={(event) => press(event, cell)}
          />
        ))}
      </div>
      {note && (
        <div className={styles.note} role="alert">
          <FieldNote id={noteId} error={note} />
        </div>
      )}
    </fieldset>
  )
}

/** What a change event adds: the old digit is taken out where it stands beside the new one. */
function enterTyped(now: string, before: string, enter: (typed: string) => void) {
  const typed = now.length === 2 && before !== '' ? now.replace(before, '') : now
  enter(typed)
}
