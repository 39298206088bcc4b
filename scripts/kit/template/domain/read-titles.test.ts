import { readTitles } from './read-titles.ts'

test('an answer is read as titles, and whatever else it holds is left out', () => {
  expect(readTitles(['Bins', 7, null, 'Parks'])).toEqual(['Bins', 'Parks'])
  expect(readTitles({ error: 'none' })).toEqual([])
})
