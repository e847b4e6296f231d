import './api/zod-without-eval.ts'
import './theme/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followEvents } from './api/event-stream.ts'
import { queryClient } from './api/query-client.ts'
import { followSession } from './api/session.ts'
import { createRouter } from './routes.tsx'
import { readColorScheme, showColorScheme } from './theme/color-scheme.ts'
import { Toaster } from './ui/toaster.tsx'

showColorScheme(readColorScheme())
followSession()
followEvents()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
