import { useRouteError } from 'react-router'
import { failureText } from '../api/failure-text.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** A screen that broke inside of its frame, which stays: says so, and offers to load it again. */
export function ScreenError() {
  const message = failureText(useRouteError(), 'This screen could not be shown. Please try again.')
  return (
    <>
      <PageHead title="Something went wrong" />
      <ErrorState message={message} onRetry={() => location.reload()} />
    </>
  )
}
