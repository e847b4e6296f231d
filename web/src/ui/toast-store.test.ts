import { beforeEach, expect, test } from 'vitest'
import {
  errorLines,
  hideToast,
  readToasts,
  showErrorToasts,
  showToast,
  subscribeToasts,
} from './toast-store.ts'

beforeEach(() => {
  for (const toast of readToasts()) hideToast(toast.id)
})
const texts = () => readToasts().map((toast) => toast.text)

test('an error without a list is its message', () => expect(errorLines('No.')).toEqual(['No.']))

test('up to five lines stand for themselves', () => {
  expect(errorLines('No.', ['1', '2', '3', '4', '5'])).toEqual(['1', '2', '3', '4', '5'])
})

test('of more than five the rest is one note', () => {
  showErrorToasts('No.', ['1', '2', '3', '4', '5', '6', '7'])
  expect(texts()).toEqual(['1', '2', '3', '4', '5', 'More error message exists.'])
})

test('the same words stay where they are, and listeners hear of it', () => {
  let heard = 0
  const stop = subscribeToasts(() => {
    heard += 1
  })
  showToast('success', 'Saved')
  showToast('error', 'Saved')
  showToast('success', 'Saved')
  stop()
  expect(readToasts().map(({ kind, times }) => [kind, times])).toEqual([
    ['success', 2],
    ['error', 1],
  ])
  expect(heard).toBe(3)
})
