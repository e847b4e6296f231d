import { createHash } from 'node:crypto'

/** How a content security policy names a script or style sheet that stands in the page itself: `'sha256-…'`, quotes included. */
export function policyHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
