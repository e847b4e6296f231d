import { type RefObject, useEffect, useRef, useState } from 'react'

/** Where a file that is being dragged is, if one is. */
export type FileDrag = 'over' | 'elsewhere' | null

/** What takes a dropped file, for all the zones of a page. */
const ZONE = '[data-takes-files]'

/**
 * Lets files be dropped on a zone, which carries `data-takes-files`. A browser opens what is dropped anywhere else in
 * place of the page, and what was filled in is gone: while there is a zone, it does not.
 */
export function useFileDrop(
  zone: RefObject<HTMLElement | null>,
  onDrop: (files: FileList) => void,
): FileDrag {
  const [drag, setDrag] = useState<FileDrag>(null)
  const latest = useRef(onDrop)
  latest.current = onDrop

  useEffect(() => {
    const heard = new AbortController()
    const isOver = ({ target }: Event) => Boolean(zone.current?.contains(target as Node))

    function hover(event: DragEvent) {
      const files = event.dataTransfer
      if (!files?.types.includes('Files')) return
      event.preventDefault()
      files.dropEffect = (event.target as Element).closest(ZONE) ? 'copy' : 'none'
      setDrag(isOver(event) ? 'over' : 'elsewhere')
    }
    function drop(event: DragEvent) {
      const files = event.dataTransfer
      if (!files?.types.includes('Files')) return
      event.preventDefault()
      setDrag(null)
      if (isOver(event) && files.files.length > 0) latest.current(files.files)
    }
    function leave(event: DragEvent) {
      // Out of the window, not from one part of the page to the next.
      if (event.relatedTarget === null) setDrag(null)
    }
    const { signal } = heard
    addEventListener('dragenter', hover, { signal })
    addEventListener('dragover', hover, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    return () => heard.abort()
  }, [zone])

  return drag
}
