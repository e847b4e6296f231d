import type { CardProvider } from './card-provider.ts'
import { SandboxCardFields } from './sandbox-card-fields.tsx'
import { SandboxChallenge } from './sandbox-challenge.tsx'

const LOOPBACK = ['localhost', '127.0.0.1']

/** On one machine the frames take the page's own name for it: the same site shares a process, and clicks reach it at once. */
function besidePage(frameOrigin: string): string {
  const url = new URL(frameOrigin)
  if (LOOPBACK.includes(url.hostname) && LOOPBACK.includes(location.hostname)) {
    url.hostname = location.hostname
  }
  return url.origin
}

/** The sandbox's card fields and bank, both frames of its own origin. */
export function openSandbox(sandboxOrigin: string): CardProvider {
  const frameOrigin = besidePage(sandboxOrigin)
  return {
    renderFields: (props) => <SandboxCardFields frameOrigin={frameOrigin} {...props} />,
    renderChallenge: (props) => <SandboxChallenge frameOrigin={frameOrigin} {...props} />,
  }
}
