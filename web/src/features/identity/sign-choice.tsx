import type { CustomerDetails } from '@almanac/contract/storefront'
import { useId } from 'react'
import { imageUrl } from '../../api/url.ts'
import { FieldNote } from '../../ui/field.tsx'
import { SIGN_DRAWINGS } from '../../ui/sign-drawings.ts'
import { SignIcon } from '../../ui/sign-icon.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import styles from './sign-choice.module.css'

interface SignChoiceProps {
  categories: CustomerDetails['subscriptionCategory'] | undefined
  /** The chosen category's id as text; empty when none is chosen. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** The tenant's signs, all in sight, one to be chosen. */
export function SignChoice({ categories, value, error, onChange }: SignChoiceProps) {
  const name = useId()
  return (
    <fieldset
      className={styles.signs}
      data-invalid={error ? true : undefined}
      aria-describedby={error && `${name}-note`}
    >
      <legend>Astrological Sign</legend>
      {!categories && <SkeletonText count={2} label="Loading the signs" />}
      <div className={styles.tiles}>
        {categories?.map((category) => (
          <label key={category.id} className={styles.tile}>
            <input
              type="radio"
              name={name}
              value={category.id}
              checked={String(category.id) === value}
              onChange={() => onChange(String(category.id))}
            />
            <SignIcon name={category.name} logoUrl={logoOf(category)} size={30} />
            <span>{category.name}</span>
          </label>
        ))}
      </div>
      {error && (
        <div className={styles.note}>
          <FieldNote id={`${name}-note`} error={error} />
        </div>
      )}
    </fieldset>
  )
}

/** One of the zodiac has the house's drawing, whose line follows the tile's colours. */
function logoOf({ name, imageUrl: path }: { name: string; imageUrl: string | null }): string | null {
  return path === null || name.trim().toLowerCase() in SIGN_DRAWINGS ? null : imageUrl(path, 'public')
}
