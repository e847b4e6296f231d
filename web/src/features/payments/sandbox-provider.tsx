import type { CardProvider } from './card-provider.ts'
import { SandboxCardFields } from './sandbox-card-fields.tsx'
import { SandboxChallenge } from './sandbox-challenge.tsx'

/** The sandbox's card fields and bank, both frames of its own origin. */
export function openSandbox(frameOrigin: string): CardProvider {
  return {
    renderFields: (props) => <SandboxCardFields frameOrigin={frameOrigin} {...props} />,
    renderChallenge: (props) => <SandboxChallenge frameOrigin={frameOrigin} {...props} />,
  }
}
