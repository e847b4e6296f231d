import { expect, test } from 'vitest'
import { pageNumbers, pageRange } from './paging.ts'

test.each([
  [1, 10, 1284, 1, 10],
  [129, 10, 1284, 1281, 1284],
  [1, 20, 11, 1, 11],
  [1, 20, 0, 0, 0],
])('page %d of %d each of %d shows %d to %d', (page, itemPerPage, total, first, last) => {
  expect(pageRange(page, itemPerPage, total)).toEqual({ first, last })
})

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 129, [1, 2, 3, 4, 'gap', 129]],
  [4, 129, [1, 'gap', 3, 4, 5, 'gap', 129]],
  [3, 8, [1, 2, 3, 4, 'gap', 8]],
  [127, 129, [1, 'gap', 126, 127, 128, 129]],
  [129, 129, [1, 'gap', 126, 127, 128, 129]],
])('on page %d of %d it offers %j', (page, totalPages, numbers) => {
  expect(pageNumbers(page, totalPages)).toEqual(numbers)
})

test.each([
  [5, 1, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [6, 4, [1, 'gap', 4, 5, 6, 7, 'gap', 9]],
  [1, 6, [1, 2, 3, 4, 'gap', 6, 'gap', 9]],
])('asked for page %d it still offers page %d, which is shown: %j', (asked, shownPage, numbers) => {
  expect(pageNumbers(asked, 9, shownPage)).toEqual(numbers)
})
