import styles from './long-name.module.css'

/** A name of any length in a list: two lines of it at the most, and the whole under the pointer. */
export function LongName({ children: name }: { children: string }) {
  return (
    <span className={styles.name} title={name}>
      {name}
    </span>
  )
}
