import type { ComponentPropsWithRef } from 'react'
import styles from './text-button.module.css'

/** A button that reads as a link within a line of text; every prop of `<button>` goes to the button. */
export function TextButton(props: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...props} className={styles.button} />
}
