import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { submits } from './submits.ts'

/** What rendering screens to markup replaces, before any of them is loaded: see `screen.ts`. */

// On the server React wants a snapshot of its own for stores, and knows no portals: both are the same here.
vi.doMock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read(),
}))
// The forms of a screen are kept, so that a test can send one as it opens.
vi.doMock('react/jsx-dev-runtime', async (original) => {
  const runtime = await original<typeof import('react/jsx-dev-runtime')>()
  const jsxDEV: typeof runtime.jsxDEV = (type, props, ...rest) => {
    if (type === 'form') submits.push((props as { onSubmit: (event: object) => unknown }).onSubmit)
    return runtime.jsxDEV(type, props, ...rest)
  }
  return { ...runtime, jsxDEV }
})
vi.doMock('react-dom', async (original) => ({
  ...(await original<typeof import('react-dom')>()),
  createPortal: (children: ReactNode) => children,
}))
