import './api/zod-without-eval.ts'
import './theme/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followSession } from './api/session.ts'
import { replaceFrame } from './first-screen.ts'
import { createRouter } from './routes.tsx'
import { readColorScheme, showColorScheme } from './theme/color-scheme.ts'
import { Toaster } from './ui/toaster.tsx'

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
      <Toaster />
    </StrictMode>,
  ),
)
