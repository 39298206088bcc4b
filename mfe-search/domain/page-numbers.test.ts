import { pageNumbers } from './page-numbers.ts'

test.each([
  [0, 1, [1]],
  [0, 3, [1, 2, 3]],
  [0, 10, [1, 2, null, 10]],
  [4, 10, [1, null, 4, 5, 6, null, 10]],
  [2, 10, [1, 2, 3, 4, null, 10]],
  [3, 10, [1, 2, 3, 4, 5, null, 10]],
  [9, 10, [1, null, 9, 10]],
  [0, 0, []],
])('page index %i of %i offers %j', (pageIndex, pageCount, expected) => {
  expect(pageNumbers(pageIndex, pageCount)).toEqual(expected)
})
