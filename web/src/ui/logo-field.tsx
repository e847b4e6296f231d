import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { FileField } from './file-field.tsx'
import { formatBytes } from './format.ts'
import { Icon } from './icon.tsx'
import styles from './logo-field.module.css'
import type { ChosenFile } from './use-chosen-file.ts'

interface LogoFieldProps {
  label: string
  accept: string
  hint: string
  logo: ChosenFile
  /** The logo that there is, if any, and how it is shown. */
  presentUrl: string | null
  ratio: '1 / 1' | '2 / 1'
  /** What is said while there is none, e.g. because it was forgotten. */
  missing?: string | null
  /** How much of it is sent. */
  percent: number | null
}

/** A logo as it will be, and the way to another. */
export function LogoField({
  label,
  accept,
  hint,
  logo,
  presentUrl,
  ratio,
  missing,
  percent,
}: LogoFieldProps) {
  const { chosen, problem } = logo
  const shown = chosen?.url ?? presentUrl
  return (
    <div className={styles.logo}>
      <div className={classNames(styles.plate, !shown && styles.none)} style={{ aspectRatio: ratio }}>
        {shown ? <img className="logo" src={shown} alt="" /> : <Icon of={IconPhoto} />}
      </div>
      <FileField
        label={label}
        icon={IconPhoto}
        accept={accept}
        hint={hint}
        chosen={chosen && { name: chosen.name, about: aboutOf(chosen.content.size, percent) }}
        error={problem ?? missing}
        onChoose={logo.choose}
      />
    </div>
  )
}

function aboutOf(bytes: number, percent: number | null): ReactNode {
  return percent === null ? (
    formatBytes(bytes)
  ) : (
    <span role="status">{`${percent}% of ${formatBytes(bytes)} sent`}</span>
  )
}
