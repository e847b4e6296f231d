import { type ReactNode, useId } from 'react'
import { CODE_LENGTH } from './code-digits.ts'
import styles from './code-input.module.css'
import field from './field.module.css'
import { FieldNote } from './field.tsx'
import { useCodeCells } from './use-code-cells.ts'

interface CodeInputProps {
  label: ReactNode
  /** The id of the words above it. */
  describedBy?: string
  /** Up to six digits. */
  value: string
  onChange: (code: string) => void
  error?: ReactNode
  disabled?: boolean
  /** While the code is being checked it stays as it is, and the focus with it. */
  readOnly?: boolean
  autoFocus?: boolean
}

const NOT_NUMERIC = 'Verification Code must be a numeric value'
const CELLS = Array.from({ length: CODE_LENGTH }, (_, cell) => cell)

/** A one-time code in six cells, two groups of three. Takes typing, pasting, arrows and the device's own code offer. */
export function CodeInput(props: CodeInputProps) {
  const { label, describedBy, value, onChange, error, disabled, readOnly = false, autoFocus } = props
  const noteId = useId()
  const cells = useCodeCells({ value, onChange, readOnly })
  const note = cells.isRefused ? NOT_NUMERIC : error

  return (
    <fieldset disabled={disabled} aria-describedby={describedBy}>
      <legend className={field.legend}>{label}</legend>
      <div ref={cells.group} className={styles.cells}>
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
            readOnly={readOnly}
            onChange={(event) => cells.change(cell, event.target.value)}
            onFocus={(event) => event.target.select()}
            onPaste={(event) => cells.take(event, event.clipboardData, cell)}
            onDrop={(event) => cells.take(event, event.dataTransfer, cell)}
            onKeyDown={(event) => cells.press(event, cell)}
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
