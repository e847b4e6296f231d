import { useEffect, useEffectEvent } from 'react'

/** Whether the press of a link changes this page, and not another tab or the disk. */
function isFollowedHere(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false
  const link = (event.target as Element | null)?.closest?.('a[href]')
  return link != null && !link.hasAttribute('download') && link.getAttribute('target') !== '_blank'
}

/** Calls `onFollow` when a link of this page is followed, or the browser's Back or Forward is used. */
export function useFollowedLink(onFollow: () => void): void {
  const tell = useEffectEvent(onFollow)
  useEffect(() => {
    const press = (event: MouseEvent) => isFollowedHere(event) && tell()
    const turn = () => tell()
    document.addEventListener('click', press, { capture: true })
    addEventListener('popstate', turn)
    return () => {
      document.removeEventListener('click', press, { capture: true })
      removeEventListener('popstate', turn)
    }
  }, [])
}
