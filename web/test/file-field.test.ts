// @vitest-environment happy-dom
import { IconPhoto } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { expect, test } from 'vitest'
import { FileField } from '../src/ui/file-field.tsx'
import { meanwhile, open } from './scene.ts'

const picture = new File(['x'], 'moon.png', { type: 'image/png' })
const hint = 'png, up to 4 MB.'

function Picture() {
  const [name, setName] = useState<string | null>(null)
  const field = createElement(FileField, {
    label: 'Profile picture',
    icon: IconPhoto,
    accept: '.png',
    hint,
    chosen: name === null ? null : { name, about: '1 B' },
    onChoose: (file: File) => setName(file.name),
  })
  return createElement('main', null, createElement('h1', null, 'Edit Profile'), field)
}

/** What a browser tells of a drag; it opens the file in place of the page unless the drop is prevented. */
async function drag(
  type: string,
  target: Element,
  { types = ['Files'], relatedTarget = null as Element | null } = {},
) {
  const data = { types, files: types.includes('Files') ? [picture] : [], dropEffect: 'copy' }
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: data,
    relatedTarget,
  })
  await meanwhile(() => void target.dispatchEvent(event))
  return { isPrevented: event.defaultPrevented, effect: data.dropEffect }
}

const zone = () => screen.getByText('Profile picture')
const heading = () => screen.getByRole('heading')

test('a file that is dropped beside the zone does not leave the page, and is not taken', async () => {
  await open(Picture)
  expect(await drag('dragover', heading())).toEqual({ isPrevented: true, effect: 'none' })
  expect((await drag('drop', heading())).isPrevented).toBe(true)
  expect(screen.queryByText('moon.png')).toBeNull()
})

test('a file that is dropped on the zone is taken', async () => {
  await open(Picture)
  expect(await drag('dragover', zone())).toEqual({ isPrevented: true, effect: 'copy' })
  expect((await drag('drop', zone())).isPrevented).toBe(true)
  expect(screen.getByText('moon.png')).toBeDefined()
})

test('the zone says so while a file is over the page, and no longer', async () => {
  await open(Picture)
  await drag('dragenter', heading())
  expect(screen.getByText('Drop the file here.')).toBeDefined()
  await drag('dragleave', heading(), { relatedTarget: document.body })
  expect(screen.getByText('Drop the file here.')).toBeDefined()
  await drag('dragleave', heading())
  expect(screen.queryByText('Drop the file here.')).toBeNull()
})

test('words that are dragged into a field are left alone', async () => {
  await open(Picture)
  expect((await drag('dragover', zone(), { types: ['text/plain'] })).isPrevented).toBe(false)
  expect((await drag('drop', heading(), { types: ['text/plain'] })).isPrevented).toBe(false)
})

test('a page without a zone leaves drops to the browser', async () => {
  const { goTo } = await open(Picture)
  await goTo('/elsewhere')
  expect((await drag('drop', document.body)).isPrevented).toBe(false)
})

test('the same file can be chosen again after it was changed on disk', async () => {
  const chosen: string[] = []
  const onChoose = (file: File) => void chosen.push(file.name)
  const { user } = await open(() =>
    createElement(FileField, {
      label: 'Logo',
      icon: IconPhoto,
      accept: '.png',
      hint,
      chosen: null,
      onChoose,
    }),
  )
  await user.upload(screen.getByLabelText('Logo'), picture)
  await user.upload(screen.getByLabelText('Logo'), picture)
  expect(chosen).toEqual(['moon.png', 'moon.png'])
})
