// @vitest-environment happy-dom

import { act, fireEvent, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Shell } from '../src/shells/shell.tsx'
import { Button } from '../src/ui/button.tsx'
import { ConfirmDialog } from '../src/ui/confirm-dialog.tsx'
import { DenseArea } from '../src/ui/dense-area.ts'
import { Dialog } from '../src/ui/dialog.tsx'
import { CancelButton } from '../src/ui/dialog-frame.tsx'
import { asksBeforeUnload, open, showOn } from './scene.ts'

const dialog = () => screen.queryByRole<HTMLDialogElement>('dialog', { name: 'Add a note' })
const question = () => screen.queryByRole('dialog', { name: 'Discard what you entered?' })
const inQuestion = (name: string) => screen.getByRole('button', { name })
const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' })

/** A screen whose dialog takes a note, on a frame that may be dense. */
function Notes({ dense = false, pending = false }) {
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const parts = {
    opened,
    pending,
    title: 'Add a note',
    dirty: text !== '',
    onClose: () => setOpened(false),
    actions: createElement(CancelButton),
  }
  const input = createElement('input', {
    'aria-label': 'Note',
    value: text,
    onChange: (event: { target: HTMLInputElement }) => setText(event.target.value),
  })
  return createElement(
    DenseArea,
    { value: dense },
    createElement('main', { tabIndex: -1 }),
    createElement(Button, { onClick: () => setOpened(true) }, 'Open'),
    createElement(Dialog, parts, input),
  )
}

async function openDialog(props: Parameters<typeof Notes>[0] = {}) {
  const scene = await open(() => createElement(Notes, props), { at: '/notes' })
  await scene.user.click(screen.getByRole('button', { name: 'Open' }))
  return scene
}

type Scene = Awaited<ReturnType<typeof openDialog>>

/** A press on the veil and a release, each at its place. */
async function press({ user }: Scene, from: Element, to: Element, clientX = 5) {
  const coords = { clientX, clientY: 5 }
  await user.pointer([
    { keys: '[MouseLeft>]', target: from, coords },
    { keys: '[/MouseLeft]', target: to, coords },
  ])
  // The browser's click goes to what both have around them.
  const common = from === to ? [] : [dialog()]
  for (const element of common) if (element) fireEvent.click(element, coords)
}

const ways: Record<string, (scene: Scene) => Promise<unknown>> = {
  Escape: ({ user }) => user.keyboard('{Escape}'),
  Close: ({ user }) => user.click(screen.getByRole('button', { name: 'Close' })),
  Cancel: ({ user }) => user.click(screen.getByRole('button', { name: 'Cancel' })),
  'a click on the veil': (scene) => {
    const veil = dialog() as Element
    return press(scene, veil, veil)
  },
}

afterEach(() => showOn('laptop'))

describe('a dialog', () => {
  test.each(Object.entries(ways))('is closed by %s, and the focus is where it was', async (_way, close) => {
    const scene = await openDialog()
    expect(document.activeElement).toBe(note())
    await close(scene)
    expect(dialog()).toBeNull()
    expect(document.activeElement?.textContent).toBe('Open')
  })

  test.each(Object.entries(ways))(
    'stays while a request is under way, in spite of %s',
    async (_way, close) => {
      const scene = await openDialog({ pending: true })
      await close(scene)
      expect(dialog()?.open).toBe(true)
    },
  )

  test('stays when only one end of a press is on the veil, or its scroll bar is what is pressed', async () => {
    const scene = await openDialog()
    const veil = dialog() as HTMLElement
    await press(scene, note(), veil)
    await press(scene, veil, note())
    Object.defineProperties(veil, {
      offsetWidth: { value: innerWidth },
      clientWidth: { value: innerWidth - 15 },
    })
    await press(scene, veil, veil, innerWidth - 10)
    expect(dialog()).not.toBeNull()
    await press(scene, veil, veil, innerWidth - 20)
    expect(dialog()).toBeNull()
  })

  test('that the browser closes by itself stays, where its owner does not agree', async () => {
    await openDialog({ pending: true })
    await act(async () => dialog()?.close())
    expect(dialog()?.open).toBe(true)
  })

  test('is read from its top, wherever the browser has scrolled to', async () => {
    // To what it gives the focus to, which stands lower while the dialog rises.
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    showModal.mockImplementation(function (this: HTMLDialogElement) {
      this.open = true
      this.scrollTop = 24
    })
    await openDialog()
    expect(dialog()?.scrollTop).toBe(0)
    showModal.mockRestore()
  })

  test('of a dense screen is dense', async () => {
    await openDialog({ dense: true })
    expect(dialog()?.classList.contains('dense')).toBe(true)
  })

  test('of another screen is not', async () => {
    await openDialog()
    expect(dialog()?.classList.contains('dense')).toBe(false)
  })
})

describe('unsaved input in a dialog', () => {
  const history: [string, (scene: Scene) => Promise<unknown>] = [
    'leaving the screen',
    ({ goTo }) => goTo('/elsewhere'),
  ]

  test.each([...Object.entries(ways), history])('is asked about before %s', async (_way, close) => {
    const scene = await openDialog()
    await scene.user.type(note(), 'Half a thought')
    expect(asksBeforeUnload()).toBe(true)
    for (const no of ['Keep Editing', '{Escape}']) {
      await close(scene)
      expect(question()).not.toBeNull()
      expect(document.activeElement).toBe(inQuestion('Keep Editing'))
      if (no === '{Escape}') await scene.user.keyboard(no)
      else await scene.user.click(inQuestion(no))
      expect(question()).toBeNull()
      expect(note().value).toBe('Half a thought')
      expect(scene.address()).toBe('/notes')
    }
    await close(scene)
    await scene.user.click(inQuestion('Discard'))
    expect(dialog()).toBeNull()
    expect(question()).toBeNull()
    expect(asksBeforeUnload()).toBe(false)
    const isGone = close === history[1]
    expect(scene.address()).toBe(isGone ? '/elsewhere' : '/notes')
    // With the question its own opener went: the focus is where it was before the dialog.
    if (!isGone) expect(document.activeElement?.textContent).toBe('Open')
  })

  test('is not asked about once it is as it was', async () => {
    const { user } = await openDialog()
    await user.type(note(), 'x{Backspace}')
    await user.keyboard('{Escape}')
    expect(question()).toBeNull()
    expect(dialog()).toBeNull()
  })
})

test('a dialog whose opener is gone leaves the focus with the screen', async () => {
  function Rows() {
    const [state, setState] = useState<'row' | 'asked' | 'deleted'>('row')
    return createElement(
      'main',
      { tabIndex: -1 },
      state !== 'deleted' && createElement(Button, { onClick: () => setState('asked') }, 'Remove'),
      createElement(
        ConfirmDialog,
        {
          opened: state === 'asked',
          title: 'Remove it?',
          onConfirm: () => setState('deleted'),
          onCancel: () => setState('row'),
        } as never,
        'It is gone then.',
      ),
    )
  }
  const { user } = await open(Rows)
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(screen.getByRole('button', { name: 'Proceed' }))
  expect(document.activeElement?.tagName).toBe('MAIN')
})

test('what is closed is seen leaving, and is in nobody’s way', async () => {
  let end = () => {}
  const finished = new Promise<void>((resolve) => {
    end = resolve
  })
  const animations = vi
    .spyOn(Element.prototype, 'getAnimations')
    .mockReturnValue([{ finished } as unknown as Animation])
  const { user } = await openDialog()
  await user.type(note(), 'Half')
  await user.keyboard('{Escape}')
  await user.click(inQuestion('Discard'))
  const copies = () => [...document.querySelectorAll<HTMLElement>('[data-leaving]')]
  expect(copies()).toHaveLength(2)
  for (const copy of copies()) {
    expect(copy.inert).toBe(true)
    expect(copy.getAttribute('aria-hidden')).toBe('true')
    expect(copy.hasAttribute('open')).toBe(false)
    expect(copy.textContent).not.toBe('')
  }
  expect(document.querySelector('dialog[open]')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Open')
  await act(async () => end())
  expect(copies()).toHaveLength(0)
  animations.mockRestore()
})

describe('the drawer of the menu', () => {
  const frame = () =>
    createElement(Shell, {
      tenant: { companyName: 'Aurora Astrology' },
      user: { fullName: 'Ada Desk' },
      menu: [{ label: 'Packages', to: '/', icon: () => null }] as never,
      homeTo: '/home',
      onProfile: () => undefined,
      onLogout: () => undefined,
    })
  const button = () => screen.getByRole('button', { name: 'Menu' })
  const drawer = () => screen.queryByRole('dialog', { name: 'Sidebar' })

  test('is told of by its button, which has the focus again when a link has closed it', async () => {
    showOn('phone')
    const { user } = await open(frame, { framed: true })
    expect(button().getAttribute('aria-expanded')).toBe('false')
    await user.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(button().getAttribute('aria-controls')).toBe(drawer()?.id)
    await user.click(screen.getByRole('link', { name: 'Packages' }))
    expect(drawer()).toBeNull()
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })

  test('leaves the focus at the same link where the window grows a side column', async () => {
    showOn('phone')
    const { user } = await open(frame, { framed: true })
    await user.click(button())
    await act(async () => showOn('laptop'))
    expect(drawer()).toBeNull()
    expect(document.activeElement?.textContent).toBe('Packages')
  })
})
