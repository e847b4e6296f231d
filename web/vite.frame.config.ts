import { mergeConfig } from 'vite'
import landing from './vite.landing.config.ts'

/** Builds what draws the login before its script has come, into `dist/landing/login-frame.js`: for the build alone. */
export default mergeConfig(landing, {
  build: {
    ssr: 'src/features/identity/login-frame.tsx',
    emptyOutDir: false,
    rolldownOptions: { output: { entryFileNames: 'login-frame.js' } },
  },
})
