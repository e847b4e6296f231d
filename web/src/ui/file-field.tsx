import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import field from './field.module.css'
import { FieldNote } from './field.tsx'
import styles from './file-field.module.css'
import { Icon, type IconShape } from './icon.tsx'
import { useFileDrop } from './use-file-drop.ts'

interface FileFieldProps {
  /** The accessible name of the picker. */
  label: string
  icon: IconShape
  /** What the device's picker offers: `.mp3,audio/mpeg`. */
  accept: string
  /** What is chosen: its name, and a line about it. */
  chosen: { name: string; about: ReactNode } | null
  /** What may be chosen, while nothing is. */
  hint: ReactNode
  error?: string | null
  onChoose: (file: File) => void
}

/** One file, chosen in the device's picker or dropped. */
export function FileField({ label, icon, accept, chosen, hint, error, onChoose }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const zone = useRef<HTMLDivElement>(null)
  const drag = useFileDrop(zone, take)
  const noteId = `${label.replaceAll(' ', '-').toLowerCase()}-note`

  // What was chosen is refused, at once or by the server after the form was sent: here one goes on.
  useEffect(() => {
    if (error) input.current?.focus()
  }, [error])

  function take(files: FileList | null) {
    const file = files?.[0]
    if (file) onChoose(file)
  }

  return (
    <div className={field.field}>
      <div
        ref={zone}
        data-takes-files
        className={classNames(
          styles.drop,
          error && styles.wrong,
          drag && styles.near,
          drag === 'over' && styles.over,
        )}
      >
        <Icon of={icon} size={24} />
        <p className={styles.words}>
          <b>{chosen?.name ?? label}</b>
          <span className={classNames('num', drag && styles.held)}>{chosen ? chosen.about : hint}</span>
          {drag && <span>Drop the file here.</span>}
        </p>
        <input
          ref={input}
          type="file"
          className="sr-only"
          accept={accept}
          aria-label={chosen ? `${label}: ${chosen.name}` : label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          onChange={(event) => {
            take(event.target.files)
            // The same file may be chosen again after it was changed.
            event.target.value = ''
          }}
        />
        <Button
          className={styles.pick}
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => input.current?.click()}
        >
          {chosen ? 'Change' : 'Choose'}
        </Button>
      </div>
      {error && <FieldNote id={noteId} error={error} />}
    </div>
  )
}
