import * as contract from '@almanac/contract'
import { expect, test } from 'vitest'
import { DEFAULT_ERROR } from './api-error.ts'
import { FAILURE_SENTENCES, failureSentence } from './failure-sentences.ts'

test('every sentence of the catalogue belongs to an endpoint', () => {
  const endpoints = Object.values(contract)
    .flatMap((feature) => Object.values(feature))
    .filter((one) => typeof one === 'object' && one !== null && 'method' in one && 'path' in one)
    .map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(FAILURE_SENTENCES).filter((key) => !endpoints.includes(key))).toEqual([])
})

test('what the catalogue does not name has the default sentence', () => {
  expect(failureSentence({ method: 'GET', path: '/v1/events' })).toBe(DEFAULT_ERROR)
})
