// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createElement, Fragment, type ReactNode, StrictMode, useState } from 'react'
import { createMemoryRouter, Link, Navigate, Outlet, RouterProvider } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { Arrival } from '../src/shells/arrival.tsx'
import { Dialog } from '../src/ui/dialog.tsx'
import { PageHead } from '../src/ui/page-head.tsx'
import { setSiteName } from '../src/ui/site-title.ts'
import { TextField } from '../src/ui/text-field.tsx'
import { meanwhile } from './scene.ts'

const to = (path: string) => createElement(Link, { key: path, to: path }, `To ${path}`)

/** The frame, whose links stay while its screens come and go. */
function Frame() {
  const links = ['/tokens', '/late', '/tokens?page=2', '/form', '/question', '/moved', '/sign/2'].map(to)
  return createElement(Fragment, null, links, createElement('main', null, createElement(Outlet)))
}

const screenOf = (title: string, ...inside: ReactNode[]) =>
  createElement(Fragment, null, createElement(PageHead, { title }), ...inside)

let come: () => void = () => undefined
/** A screen that has to wait for what it is called. */
function Late() {
  const [title, setTitle] = useState('\u00a0')
  come = () => setTitle('Late')
  return screenOf(title)
}
const Form = () => screenOf('Form', createElement(TextField, { key: 'f', label: 'Name', autoFocus: true }))
const Question = () =>
  screenOf(
    'Question',
    createElement(Dialog, { key: 'd', opened: true, title: 'Sure?', onClose: () => undefined }),
  )

async function openAt(path: string) {
  const screens = [
    { path: '/', element: screenOf('Home') },
    { path: '/tokens', element: screenOf('Tokens') },
    { path: '/sign/:id', element: screenOf('Sign', to('/sign/3')) },
    { path: '/late', Component: Late },
    { path: '/form', Component: Form },
    { path: '/question', Component: Question },
    { path: '/moved', element: createElement(Navigate, { to: '/tokens', replace: true }) },
  ]
  const router = createMemoryRouter(
    [{ Component: Arrival, children: [{ Component: Frame, children: screens }] }],
    { initialEntries: [path] },
  )
  const user = userEvent.setup()
  await act(async () => render(createElement(StrictMode, null, createElement(RouterProvider, { router }))))
  const follow = (address: string) => user.click(screen.getByRole('link', { name: `To ${address}` }))
  return { router, user, follow }
}

const inFocus = () => document.activeElement?.textContent ?? ''
const arriveAt = (title: string) => waitFor(() => expect(inFocus()).toBe(title))
const shown = (title: string) => screen.findByRole('heading', { name: title, level: 1 })

beforeEach(() => {
  document.body.focus()
  setSiteName('Aurora Astrology')
})

describe('who comes to a screen', () => {
  test('begins at its heading, by a link and by Back, and the tab is named after it', async () => {
    const { router, follow } = await openAt('/')
    await follow('/tokens')
    await arriveAt('Tokens')
    expect(document.activeElement?.tagName).toBe('H1')
    expect(document.title).toBe('Tokens - Aurora Astrology')
    await act(() => router.navigate(-1))
    await arriveAt('Home')
    expect(document.title).toBe('Home - Aurora Astrology')
  })

  test.each(['/tokens', '/moved'])(
    'by the address %s is left where the browser has put them',
    async (path) => {
      await openAt(path)
      await shown('Tokens')
      expect(document.activeElement).toBe(document.body)
    },
  )

  test('waits for a heading that has to wait for its words, and the tab does not keep the last name', async () => {
    const { follow } = await openAt('/tokens')
    await follow('/late')
    await waitFor(() => expect(screen.queryByText('Tokens')).toBeNull())
    expect(document.title).toBe('Aurora Astrology')
    expect(inFocus()).toBe('To /late')
    await meanwhile(() => come())
    await arriveAt('Late')
  })

  test('is not taken back by a heading that comes after they went on by themselves', async () => {
    const { follow } = await openAt('/tokens')
    await follow('/late')
    const elsewhere = screen.getByRole('link', { name: 'To /form' })
    elsewhere.focus()
    await meanwhile(() => come())
    await shown('Late')
    expect(document.activeElement).toBe(elsewhere)
  })

  test.each([
    ['/form', 'Form', () => screen.getByRole('textbox', { name: 'Name' })],
    ['/question', 'Question', () => screen.getByRole('dialog').querySelector('[data-panel]')],
  ] as const)('%s is where the screen wants them', async (path, title, wanted) => {
    const { follow } = await openAt('/')
    await follow(path)
    await shown(title)
    await waitFor(() => expect(document.activeElement).toBe(wanted()))
  })

  test('of the same kind begins at the heading too', async () => {
    const { follow } = await openAt('/')
    await follow('/sign/2')
    await arriveAt('Sign')
    screen.getByRole('link', { name: 'To /sign/3' }).focus()
    await follow('/sign/3')
    await arriveAt('Sign')
  })

  test('stays where they are while only the search changes', async () => {
    const { router, follow } = await openAt('/')
    await follow('/tokens')
    await arriveAt('Tokens')
    await follow('/tokens?page=2')
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
    expect(inFocus()).toBe('To /tokens?page=2')
  })
})
