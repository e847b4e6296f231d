import { useEffect, useState } from 'react'

/** How long news is on screen before it can be agreed to: longer than the second half of a double click takes. */
const LOOK_MS = 600

/** Whether what a question says anew has been on screen for a moment; `asked` is another object for each question. */
export function useIsSeen(asked: object | null, isNews: boolean): boolean {
  const [seen, setSeen] = useState<object | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(asked), LOOK_MS)
    return () => clearTimeout(timer)
  }, [asked])
  return !isNews || seen === asked
}
