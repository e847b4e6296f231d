import './theme/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followSession } from './api/session.ts'
import { replaceFrame } from './first-screen.ts'
import { createRouter } from './routes.tsx'
import { readColorScheme, showColorScheme } from './theme/color-scheme.ts'

showColorScheme(readColorScheme())
followSession()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

replaceFrame(root)
const reactRoot = createRoot(root)
startTransition(() =>
  reactRoot.render(
    <StrictMode>
      <RouterProvider router={createRouter()} />
    </StrictMode>,
  ),
)

// After the first screen, which has nothing to say yet; what is said before waits in the store. In a root of its own: where
// its script can't be had, no screen is lost with it.
import('./ui/toaster.tsx').then(
  ({ Toaster }) => createRoot(document.createElement('div')).render(<Toaster />),
  () => undefined,
)
