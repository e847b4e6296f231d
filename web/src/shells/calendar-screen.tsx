import { lazy, Suspense } from 'react'
import { CalendarPage } from '../features/calendar/calendar-page.tsx'

const ShortTextInFull = lazy(async () => {
  const text = await import('../features/texts/short-text-in-full.tsx')
  return { default: text.ShortTextInFull }
})

/** The operator's calendar; a short text in full is of another feature, loaded when one is shown. */
export function Component() {
  return (
    <CalendarPage
      textInFull={(textId, onClose) => (
        <Suspense>
          <ShortTextInFull key={textId} textId={textId} onClose={onClose} />
        </Suspense>
      )}
    />
  )
}
