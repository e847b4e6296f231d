import { beforeEach, expect, test, vi } from 'vitest'

vi.stubGlobal('document', new EventTarget())
const { followPresses } = await import('./after-press.ts')

let page = new EventTarget()
let defer = followPresses(page)
let log: string[] = []
beforeEach(() => {
  page = new EventTarget()
  defer = followPresses(page)
  log = []
})
const on = (type: string, buttons = 0) => page.dispatchEvent(Object.assign(new Event(type), { buttons }))
const timers = () => new Promise((resolve) => setTimeout(resolve))

test('without a press, as by the Tab key, an act comes at once', () => {
  defer(() => log.push('left'))
  expect(log).toEqual(['left'])
})

test('during a press it waits for the release and for the click after it', async () => {
  page.addEventListener('click', () => log.push('click'))
  on('mousedown', 1)
  defer(() => log.push('left'))
  on('mousemove', 1)
  await timers()
  expect(log).toEqual([])
  on('mouseup')
  on('click')
  expect(log).toEqual(['click'])
  await timers()
  expect(log).toEqual(['click', 'left'])
})

test('all that waits comes in its order, and only once', async () => {
  on('mousedown', 1)
  defer(() => log.push('first'))
  defer(() => log.push('second'))
  on('mouseup')
  on('mousemove')
  await timers()
  on('mousedown', 1)
  on('mouseup')
  await timers()
  expect(log).toEqual(['first', 'second'])
})

test.each(['mousemove', 'dragend', 'keydown'])(
  'a release that nobody saw shows in the next %s',
  async (type) => {
    on('mousedown', 1)
    defer(() => log.push('left'))
    on(type)
    await timers()
    expect(log).toEqual(['left'])
  },
)

test('with another button still down the press goes on', async () => {
  on('mousedown', 1)
  on('mousedown', 3)
  defer(() => log.push('left'))
  on('mouseup', 1)
  await timers()
  expect(log).toEqual([])
})
