import { createTheme } from '@mantine/core'

/** What Mantine's parts take from us as values; the colours are in mantine.css, as custom properties. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--display)', fontWeight: '400' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
})
