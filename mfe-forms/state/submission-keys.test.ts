import { createSubmissionKeys } from './submission-keys.ts'

test('a submission keeps its key until it is accepted; other values and other forms have their own', () => {
  let made = 0
  const keys = createSubmissionKeys(() => `key-${(made += 1)}`)
  expect(keys.keyFor('1', { a: 'x' })).toEqual({ key: 'key-1', isRepeated: false })
  expect(keys.keyFor('1', { a: 'x' })).toEqual({ key: 'key-1', isRepeated: true })
  expect(keys.keyFor('2', { a: 'x' })).toMatchObject({ key: 'key-2' })
  expect(keys.keyFor('1', { a: 'y' })).toMatchObject({ key: 'key-3', isRepeated: false })
  keys.accepted('1')
  expect(keys.keyFor('1', { a: 'y' })).toMatchObject({ key: 'key-4' })
})
