import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { readColorScheme, setColorScheme } from '../theme/color-scheme.ts'
import type { MenuChoice } from '../ui/menu.tsx'

const SCHEMES = [
  { scheme: 'system', label: 'System', icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
] as const

/** The account menu's choice of light and dark, kept in this browser. */
export function useSchemeChoice(): MenuChoice {
  const [chosen, setChosen] = useState(readColorScheme)
  return {
    label: 'Appearance',
    options: SCHEMES.map(({ scheme, label, icon }) => ({
      label,
      icon,
      isChosen: scheme === chosen,
      onSelect: () => {
        setColorScheme(scheme)
        setChosen(scheme)
      },
    })),
  }
}
