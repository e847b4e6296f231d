import './theme/index.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './routes.tsx'
import { readColorScheme, showColorScheme } from './theme/color-scheme.ts'
import { Toaster } from './ui/toaster.tsx'

showColorScheme(readColorScheme())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createRouter()} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)
