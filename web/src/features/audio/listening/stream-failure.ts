import { verifySession } from '../../../api/session.ts'

const BROKEN = 'The reading could not be played. Please try again.'

/**
 * Why a stream failed, which an audio element doesn't tell: a sentence for a person, or null when the server says that
 * the session is no longer paid for.
 */
export async function explainStreamFailure(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { method: 'HEAD', credentials: 'same-origin' })
    return sentenceOf(answer.status)
  } catch {
    return navigator.onLine
      ? 'We cannot reach the server right now. Please try again shortly.'
      : 'You are offline. The reading picks up where it stopped once you are back online.'
  }
}

function sentenceOf(status: number): string | null {
  if (status === 402) return null
  if (status === 401) void verifySession()
  if (status === 404) return 'This reading is no longer available.'
  if (status === 429 || status === 503) return 'The server is busy at the moment. Please try again shortly.'
  return BROKEN
}
