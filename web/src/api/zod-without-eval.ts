import { config } from 'zod/v4'

// The content security policy forbids making code from text, which zod would otherwise try, and have reported. It has to be
// told before the first schema is made, which is why whoever imports zod in a browser gets it from here (vite.config.ts).
config({ jitless: true })

export * from 'zod/v4'
