import type { ConsumerCategory } from '@almanac/contract/categories'
import { useEffect, useRef } from 'react'
import { SignIcon } from '../../../ui/sign-icon.tsx'
import styles from './sign-buttons.module.css'
import { ownLogoUrl } from './sign-logo.ts'

interface SignButtonsProps {
  categories: readonly ConsumerCategory[]
  chosenId: number
  onChoose: (id: number) => void
}

/** The signs: a strip that scrolls on phones, a grid above. */
export function SignButtons({ categories, chosenId, onChoose }: SignButtonsProps) {
  const strip = useRef<HTMLFieldSetElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice may be out of sight
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (!strip.current || !chosen) return
    const hiddenBy =
      chosen.offsetLeft + chosen.offsetWidth - (strip.current.scrollLeft + strip.current.clientWidth)
    if (hiddenBy > 0 || chosen.offsetLeft < strip.current.scrollLeft)
      strip.current.scrollLeft = chosen.offsetLeft - 16
  }, [chosenId])

  return (
    <fieldset ref={strip} className={styles.signs}>
      <legend className="sr-only">Astrological Sign</legend>
      {categories.map((category) => (
        <button
          key={category.id}
          type="button"
          className={styles.sign}
          aria-pressed={category.id === chosenId}
          onClick={() => onChoose(category.id)}
        >
          <SignIcon name={category.name} logoUrl={ownLogoUrl(category)} size={36} />
          <span>{category.name}</span>
        </button>
      ))}
    </fieldset>
  )
}

const PLACES = Array.from({ length: 12 }, (_, place) => place)

/** The signs' places before they are known. */
export function SignSkeleton() {
  return (
    <div role="status" aria-label="Loading the signs" className={styles.signs}>
      {PLACES.map((place) => (
        <span key={place} className={styles.place} />
      ))}
    </div>
  )
}
