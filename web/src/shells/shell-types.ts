import type { ReactNode } from 'react'
import type { IconShape } from '../ui/icon.tsx'

/** Whose pages these are. */
export interface ShellTenant {
  companyName: string
  logoUrl?: string | null
  supportEmail?: string | null
}

export interface ShellUser {
  fullName: string
  imageUrl?: string | null
  /** Consumers only. */
  tokenBalance?: number
}

export interface MenuEntry {
  label: string
  to: string
  icon: IconShape
  /** How much waits there, with what it is called for those who listen; nothing is shown of 0. */
  count?: { number: number; words: string }
}

export interface ShellProps {
  tenant: ShellTenant
  user: ShellUser
  menu: readonly MenuEntry[]
  /** Where the logo leads. */
  homeTo: string
  onProfile: () => void
  /** Consumers only: what moved the balance, and what was bought. */
  onActivity?: () => void
  onLogout: () => void
  /** A line under the header. */
  notice?: ReactNode
  /**
   * Asked before a link of the shell is followed; answering false keeps the person here, as when an audio
   * session would end.
   */
  mayLeave?: (to: string) => boolean
}
