import { useEffect, useRef } from 'react'
import { useRouteError } from 'react-router'
import { failureText } from '../api/failure-text.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useIsOnline } from '../ui/offline-bar.tsx'
import { PageHead } from '../ui/page-head.tsx'

/**
 * A screen that broke inside of its frame, which stays: says so, and offers to load it again. Without a network its
 * script could not be had: it is loaded by itself as soon as there is one.
 */
export function ScreenError() {
  const error = useRouteError()
  const isOnline = useIsOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!isOnline) wasOffline.current = true
    else if (wasOffline.current) reload()
  }, [isOnline])
  const message = isOnline
    ? failureText(error, 'This screen could not be shown. Please try again.')
    : 'This screen could not be loaded. It opens automatically once you are back online.'
  return (
    <>
      <PageHead title={isOnline ? 'Something went wrong' : 'You are offline'} />
      <ErrorState message={message} onRetry={reload} />
    </>
  )
}

const reload = () => location.reload()
