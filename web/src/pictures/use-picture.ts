import { WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { useEffect, useRef, useState } from 'react'
import { type PictureSize, pictureProblem } from './picture-rules.ts'
import { resizePicture } from './resize-picture.ts'

interface Chosen {
  name: string
  /** What will be uploaded. */
  content: Blob
  /** Shows it before it is saved. */
  url: string
}

export interface Picture {
  chosen: Chosen | null
  problem: string | null
  /** A file was chosen and is being made small. */
  isDrawing: boolean
  choose: (file: File) => void
  /** Back to the picture one has. */
  clear: () => void
  setProblem: (problem: string) => void
}

const nothing = { chosen: null, problem: null, isDrawing: false }

/** The picture that is to be uploaded: checked, made as large as it will be, and shown at once. */
export function usePicture(size: PictureSize): Picture {
  const [state, setState] = useState<Pick<Picture, 'chosen' | 'problem' | 'isDrawing'>>(nothing)
  const latest = useRef(0)
  const url = state.chosen?.url

  useEffect(() => {
    if (!url) return
    return () => URL.revokeObjectURL(url)
  }, [url])

  async function choose(file: File) {
    latest.current += 1
    const own = latest.current
    const problem = pictureProblem(file)
    if (problem) return setState({ ...nothing, problem })
    setState((before) => ({ ...before, isDrawing: true }))
    const content = await resizePicture(file, size).catch(() => null)
    // Another file was chosen while this one was drawn.
    if (own !== latest.current) return
    if (!content) return setState({ ...nothing, problem: WRONG_FORMAT })
    setState({ ...nothing, chosen: { name: file.name, content, url: URL.createObjectURL(content) } })
  }
  function clear() {
    latest.current += 1
    setState(nothing)
  }
  return {
    ...state,
    choose: (file) => void choose(file),
    clear,
    setProblem: (problem) => setState({ ...nothing, problem }),
  }
}
