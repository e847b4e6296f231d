// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { replaceFrame } from '../src/first-screen.ts'

function documentWith(body: string): HTMLElement {
  document.body.innerHTML = body
  const root = document.getElementById('root')
  if (!root) throw new Error('No root')
  replaceFrame(root)
  return root
}

const hasFrame = () => document.getElementById('frame') !== null
const afterChanges = () => new Promise((resolve) => setTimeout(resolve))

test('the frame stays while one waits, and goes with the first screen', async () => {
  const root = documentWith('<div id="frame">Login</div><div id="root"></div>')
  root.innerHTML = '<div role="status">Loading</div>'
  await afterChanges()
  expect(hasFrame()).toBe(true)
  root.innerHTML = '<div><main>Anything</main></div>'
  await afterChanges()
  expect(hasFrame()).toBe(false)
})

test('a document without one is left alone', () => {
  expect(() => documentWith('<div id="root"></div>')).not.toThrow()
})
