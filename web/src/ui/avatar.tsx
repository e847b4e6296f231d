import { useState } from 'react'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  imageUrl?: string | null
  /** 36 in the header, 134 on the profile. */
  size?: number
}

/** A person's picture, else the initial. Decoration: the name stands beside it. */
export function Avatar({ name, imageUrl, size = 36 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (imageUrl && imageUrl !== broken) {
    const lost = () => setBroken(imageUrl)
    return <img className={styles.avatar} src={imageUrl} width={size} height={size} alt="" onError={lost} />
  }
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.44) }}
      data-initial={[...name.trim()][0]?.toUpperCase() ?? '?'}
      aria-hidden="true"
    />
  )
}
