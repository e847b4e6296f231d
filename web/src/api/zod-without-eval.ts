import { config } from 'zod'

// The content security policy forbids making code from text, which zod would otherwise try, and have reported.
config({ jitless: true })
