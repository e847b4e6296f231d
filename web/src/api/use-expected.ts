import { useState } from 'react'
import type { z } from 'zod'
import type { ApiError } from './api-error.ts'

/**
 * What an edit is made of, sent as `expected`: what somebody else changes meanwhile is shown before it is written over.
 * `first` is the thing as the form opens, null of one that is only made; `content` picks of it what is edited.
 */
export function useExpected<Content>(content: z.ZodType<Content>, first: unknown) {
  const [opened] = useState(() => (first === null ? null : content.parse(first)))
  const [seen, setSeen] = useState(opened)
  return {
    expected: seen ?? undefined,
    /** What the form opened with and what is there now, once a save was refused for the difference. */
    meanwhile: opened && seen && opened !== seen ? { was: opened, now: seen } : null,
    /** Takes from a refusal what is there now: saving again replaces it. */
    note({ code, extra }: Pick<ApiError, 'code' | 'extra'>) {
      const present = code === 'changed_meanwhile' ? content.safeParse(extra.present) : null
      if (present?.success) setSeen(present.data)
    },
  }
}
