import { WRONG_FORMAT } from '@almanac/contract/file-refusals'
import { useEffect, useRef, useState } from 'react'
import { type PictureTarget, pictureProblem } from './picture-rules.ts'
import { resizePicture } from './resize-picture.ts'

interface Chosen {
  name: string
  /** What will be uploaded. */
  content: Blob
  /** Shows it before it is saved. */
  url: string
}

export interface ChosenFile {
  chosen: Chosen | null
  problem: string | null
  /** A file was chosen and is being made ready. */
  isDrawing: boolean
  choose: (file: File) => void
  /** Back to what one has. */
  clear: () => void
  setProblem: (problem: string) => void
}

/** What may be chosen, and what becomes of it before it is uploaded. */
export interface FileKind {
  problemOf: (file: File) => string | null
  /** Rejects where the file does not hold what its name says. */
  prepare: (file: File) => Promise<Blob>
}

const nothing = { chosen: null, problem: null, isDrawing: false }

/** The file that is to be uploaded: checked, made ready, and shown at once. */
export function useChosenFile({ problemOf, prepare }: FileKind): ChosenFile {
  const [state, setState] = useState<Pick<ChosenFile, 'chosen' | 'problem' | 'isDrawing'>>(nothing)
  const latest = useRef(0)
  const url = state.chosen?.url

  useEffect(() => {
    if (!url) return
    return () => URL.revokeObjectURL(url)
  }, [url])

  async function choose(file: File) {
    latest.current += 1
    const own = latest.current
    const problem = problemOf(file)
    if (problem) return setState({ ...nothing, problem })
    setState((before) => ({ ...before, isDrawing: true }))
    const content = await prepare(file).catch(() => null)
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

/** A picture, drawn in the size in which it is kept. */
export function pictureKind(target: PictureTarget): FileKind {
  return { problemOf: pictureProblem, prepare: (file) => resizePicture(file, target) }
}
