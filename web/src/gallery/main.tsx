/** The kit for the eye: `npx vite web`, then /gallery.html#controls (or #lists, #drawings, #consumer …). Not in the build. */
import '../theme/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createHashRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ErrorScreen } from '../shells/error-screen.tsx'
import { NotFound } from '../shells/not-found-screen.tsx'
import { readColorScheme, showColorScheme } from '../theme/color-scheme.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Controls } from './controls.tsx'
import { Drawings } from './drawings.tsx'
import { Lists } from './lists.tsx'
import { Overlays } from './overlays.tsx'
import { AdminPage, ConsumerPage, OperatorPage } from './shell-pages.tsx'

showColorScheme(readColorScheme())

function Broken(): never {
  throw new Error('Shown on purpose.')
}

const router = createHashRouter([
  {
    errorElement: <ErrorScreen />,
    children: [
      { path: '/controls', element: <Controls /> },
      { path: '/lists', element: <Lists /> },
      { path: '/drawings', element: <Drawings /> },
      { path: '/overlays/:which', element: <Overlays /> },
      { path: '/aurora/*', element: <ConsumerPage /> },
      { path: '/:customerUrl/customer/*', element: <OperatorPage /> },
      { path: '/admin/*', element: <AdminPage /> },
      { path: '/broken', element: <Broken /> },
      { path: '/lost', element: <NotFound tenant={{ companyName: 'Aurora Astrology' }} homeTo="/" /> },
      { path: '*', element: <NotFound tenant={{ companyName: 'Almanac' }} homeTo="/" /> },
    ],
  },
])

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
    <Toaster />
  </StrictMode>,
)
