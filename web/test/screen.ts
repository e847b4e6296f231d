import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import './on-a-server.ts'
import { submits } from './submits.ts'
import { forgetAnswers } from './wire.ts'

export { answer, fail } from './wire.ts'

/**
 * Renders screens of the app to markup without a browser: the words, fields and links a person gets. What needs a click
 * is the business of `scene.ts` and of the browser tests. What a server needs otherwise than a browser, `on-a-server.ts`
 * puts there before every file; the files of a worker share the rest.
 */

let isMute = false
/** A browser that can play mp3, or not. */
export function canPlay(answer: boolean): void {
  isMute = !answer
}
const element = () => ({ canPlayType: () => (isMute ? '' : 'probably'), addEventListener() {}, pause() {} })
const page = {
  cookie: 'XSRF-TOKEN=a.b',
  body: {},
  documentElement: { getAttribute: () => null },
  createElement: element,
  addEventListener() {},
}
/** What the browser has stored, by key. */
export const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
vi.stubGlobal('document', page)
vi.stubGlobal('location', { pathname: '/', origin: 'http://localhost', search: '' })
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('sessionStorage', storage)

let isPhone = false
/** As wide as a laptop, or a phone. */
export function showOn(device: 'laptop' | 'phone'): void {
  isPhone = device === 'phone'
}
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes(isPhone ? 'max-width' : 'min-width'),
}))

export const { signIn } = await import('./sign-in-as.ts')
const { queryClient } = await import('../src/api/query-client.ts')
const { QueryClientProvider } = await import('@tanstack/react-query')
const { hideToast, readToasts } = await import('../src/ui/toast-store.ts')

const { queries } = queryClient.getDefaultOptions()
// Mounting would ask again for what failed; here a screen is mounted for each look at it.
queryClient.setDefaultOptions({ queries: { ...queries, retryOnMount: false } })

/** Forgets what tests before have left, but who is signed in. */
export function startAnew(): void {
  stored.clear()
  submits.length = 0
  isMute = false
  isPhone = false
  queryClient.clear()
  for (const { id } of readToasts()) hideToast(id)
  forgetAnswers()
}

/** Sends the form of the screen that was rendered last. */
export async function submit(): Promise<void> {
  await submits.at(-1)?.({ preventDefault() {}, currentTarget: null })
}

interface Place {
  /** The address, and the pattern it is matched by. */
  at?: string
  pattern?: string
  state?: unknown
  /** Around the screen. */
  frame?: ComponentType<{ children: ReactNode }>
}

/** The markup of a screen once everything that it reads has been answered. */
export async function render(
  screen: { Component: ComponentType } | (() => Promise<{ Component: ComponentType }>),
  { at = '/', pattern = '*', state, frame: Frame }: Place = {},
): Promise<string> {
  const { Component } = typeof screen === 'function' ? await screen() : screen
  const draw = () => {
    const shown = createElement(Component)
    const router = createMemoryRouter(
      [{ path: pattern, element: Frame ? createElement(Frame, null, shown) : shown }],
      { initialEntries: [{ pathname: at, state }] },
    )
    return renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queryClient }, createElement(RouterProvider, { router })),
    )
  }
  for (;;) {
    const markup = draw()
    const waiting = queryClient
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, state }) => state.status === 'pending' && queryKey.at(-1) !== 'all')
    if (waiting.length === 0) return markup
    await Promise.all(
      waiting.map((query) => query.fetch({ ...query.options, retry: false }).catch(() => undefined)),
    )
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", nbsp: ' ' }
const decode = (text: string) =>
  text.replace(/&(\w+|#x27);/g, (whole, name: string) => entities[name] ?? whole)

/** What is read of markup: its text, one blank between elements. */
export function textOf(markup: string): string {
  // A place where a line may break is none between words.
  return decode(markup.replaceAll('<wbr/>', '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

/** What is read of each element of a kind, in the order of the page. */
export function textsOf(markup: string, tag: string): string[] {
  const elements = markup.matchAll(new RegExp(`<${tag}(?=[ >])[^>]*>(.*?)</${tag}>`, 'gs'))
  return [...elements].map(([, inside = '']) => textOf(inside))
}

/** The opening tags of a kind that carry a name, as `<input type="checkbox">`. */
export function tagsOf(markup: string, tag: string): string[] {
  return [...markup.matchAll(new RegExp(`<${tag}(?=[ >])[^>]*>`, 'g'))].map(([whole]) => decode(whole))
}

/** Where the links of a page lead, by what is read of them. */
export function linksOf(markup: string): Record<string, string> {
  const links = markup.matchAll(/<a(?=[ >])([^>]*)>(.*?)<\/a>/gs)
  return Object.fromEntries(
    [...links].map(([, attributes = '', inside = '']) => [
      textOf(inside) || decode(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? ''),
      decode(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    ]),
  )
}

/** What a hook answers on a screen of its own. */
export async function using<Value>(hook: () => Value): Promise<Value> {
  const seen: Value[] = []
  await render({
    Component: () => {
      seen.push(hook())
      return null
    },
  })
  return seen[0] as Value
}
