import { createSubmissionKeys } from './submission-keys.ts'

test('a submission keeps its key until it is accepted; other values and other forms have their own', () => {
  let made = 0
  const keys = createSubmissionKeys(() => `key-${(made += 1)}`)
  expect(keys.keyFor('1', { a: 'x' })).toBe('key-1')
  expect(keys.keyFor('1', { a: 'x' })).toBe('key-1')
  expect(keys.keyFor('2', { a: 'x' })).toBe('key-2')
  expect(keys.keyFor('1', { a: 'y' })).toBe('key-3')
  keys.accepted('1')
  expect(keys.keyFor('1', { a: 'y' })).toBe('key-4')
})
