import { beforeEach, expect, test } from 'vitest'
import { hideToast, readToasts } from '../ui/toast-store.ts'
import { errorOfAnswer } from './api-error.ts'
import { showFailure } from './failure-text.ts'

beforeEach(() => {
  for (const toast of readToasts()) hideToast(toast.id)
})
const shown = () => readToasts().map(({ kind, text }) => `${kind}: ${text}`)
const failure = (body: object, status = 400) =>
  errorOfAnswer(status, { code: 'invalid_input', ...body }, null)

test("the server's sentence", () => {
  showFailure(failure({ message: 'This name is already in use.' }))
  expect(shown()).toEqual(['error: This name is already in use.'])
})

test('each line of a list by itself, without the sentence', () => {
  showFailure(failure({ message: 'one', errorMessageList: ['one', 'two'] }))
  expect(shown()).toEqual(['error: one', 'error: two'])
})

test('five lines stand alone, the sixth becomes a word that there are more', () => {
  const lines = ['1', '2', '3', '4', '5']
  showFailure(failure({ message: 'x', errorMessageList: lines }))
  expect(shown()).toHaveLength(5)
  showFailure(failure({ message: 'x', errorMessageList: [...lines, '6', '7'] }))
  expect(shown().slice(-6)).toEqual([
    ...lines.map((line) => `error: ${line}`),
    'error: More error message exists.',
  ])
})

test('without a sentence of the server the default one, or that of the screen', () => {
  showFailure(errorOfAnswer(500, undefined, null))
  showFailure(new TypeError('secret detail'), 'Error while getting packages')
  expect(shown()).toEqual([
    'error: An error occurred. Please try again.',
    'error: Error while getting packages',
  ])
})

test('nothing of a stopped call and of an ended session', () => {
  showFailure(new DOMException('stopped', 'AbortError'))
  showFailure(failure({ message: 'Please log in to continue.' }, 401))
  expect(shown()).toEqual([])
})
