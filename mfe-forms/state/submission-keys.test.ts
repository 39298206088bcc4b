import { createSubmissionKeys } from './submission-keys.ts'

test('a submission keeps its key until it is accepted; other values and other forms have their own', () => {
  let made = 0
  const keys = createSubmissionKeys(() => `key-${(made += 1)}`)
  const keyFor = (formId: string, a: string) =>
    keys.keyFor(formId, { values: { a }, answers: { a }, isStored: false })
  expect(keyFor('1', 'x')).toEqual({ key: 'key-1', isRepeated: false })
  expect(keyFor('1', 'x')).toEqual({ key: 'key-1', isRepeated: true })
  expect(keyFor('2', 'x')).toMatchObject({ key: 'key-2' })
  expect(keyFor('1', 'y')).toMatchObject({ key: 'key-3', isRepeated: false })
  keys.accepted('1')
  expect(keyFor('1', 'y')).toMatchObject({ key: 'key-4' })
})

test('once the post is stored another file is the same submission, and other answers are another one', () => {
  let made = 0
  const keys = createSubmissionKeys(() => `key-${(made += 1)}`)
  const keyFor = (a: string, file: string, isStored: boolean) =>
    keys.keyFor('1', { values: { a, file }, answers: { a }, isStored })
  expect(keyFor('x', 'a.png', false)).toEqual({ key: 'key-1', isRepeated: false })
  expect(keyFor('x', 'b.png', true)).toEqual({ key: 'key-1', isRepeated: true })
  expect(keyFor('y', 'b.png', true)).toEqual({ key: 'key-2', isRepeated: false })
  expect(keyFor('y', 'a.png', false)).toEqual({ key: 'key-3', isRepeated: false })
})
