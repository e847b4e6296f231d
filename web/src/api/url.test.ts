import { listConsumerAudio } from '@almanac/contract/audio'
import { getPublicImage } from '@almanac/contract/media'
import { expect, test } from 'vitest'
import { endpointUrl, imageUrl, queryText } from './url.ts'

test.each<[string, object, string]>([
  ['nothing', {}, ''],
  ['a page', { page: 2, itemPerPage: 50 }, '?page=2&itemPerPage=50'],
  ['a list, its key repeated', { mediums: ['sms', 'email'] }, '?mediums=sms&mediums=email'],
  ['flags as words', { sendList: false, noPagination: true }, '?sendList=false&noPagination=true'],
  ['an object as JSON', { range: { from: 1 } }, '?range=%7B%22from%22%3A1%7D'],
  ['what is missing left out', { searchText: undefined, startDate: null, page: 0 }, '?page=0'],
  ['an empty search kept', { searchText: '' }, '?searchText='],
  ['an empty list left out', { mediums: [] }, ''],
  ['signs escaped', { searchText: 'a&b=c ü' }, '?searchText=a%26b%3Dc+%C3%BC'],
])('a query of %s', (_what, query, text) => {
  expect(queryText(query)).toBe(text)
})

test('parameters go into the path, escaped, and the query behind it', () => {
  const params = { customerUrl: 'a/b', consumerId: 7 }
  expect(endpointUrl(listConsumerAudio, params, { page: 1 })).toBe(
    '/v1/customers/a%2Fb/consumers/7/audio?page=1',
  )
})

test('a wildcard keeps its slashes', () => {
  expect(endpointUrl(getPublicImage, { '*': 'aurora/logo.png' })).toBe('/v1/images/public/aurora/logo.png')
  expect(imageUrl('aurora/logo.png', 'public')).toBe('/v1/images/public/aurora/logo.png')
  expect(imageUrl('aurora/face.png')).toBe('/v1/images/aurora/face.png')
})

test.each([{}, { customerUrl: 'aurora' }, { customerUrl: 'aurora', consumerId: '' }])(
  'a path whose parameter is missing is an error, not another path',
  (params) => {
    expect(() => endpointUrl(listConsumerAudio, params)).toThrow(TypeError)
  },
)
