import { aField, aForm, aPage } from '../testing/builders.ts'
import type { FormValues } from '../domain/form-definition.ts'
import type { PendingSubmission } from '../io/drafts.ts'
import { createSubmissionKeys } from './submission-keys.ts'

const form = aForm([aPage([aField({ id: 'a' }), aField({ id: 'pin', isSensitive: true })])])

/** The storage of a tab, which outlives its pages. */
function aTab() {
  let made = 0
  const kept = new Map<string, PendingSubmission>()
  return () => {
    const keys = createSubmissionKeys(() => `key-${(made += 1)}`, {
      readSubmission: (formId) => kept.get(formId) ?? null,
      saveSubmission: (formId, one) => void (one ? kept.set(formId, one) : kept.delete(formId)),
    })
    const keyFor = (formId: string, answers: FormValues, file = '', isStored = false) =>
      keys.keyFor(formId, { definition: form, values: { ...answers, file }, answers, isStored })
    return { keyFor, accepted: keys.accepted }
  }
}

test('a submission keeps its key until it is accepted; other values and other forms have their own', () => {
  const { keyFor, accepted } = aTab()()
  expect(keyFor('1', { a: 'x' })).toEqual({ key: 'key-1', isRepeated: false })
  expect(keyFor('1', { a: 'x' })).toEqual({ key: 'key-1', isRepeated: true })
  expect(keyFor('2', { a: 'x' })).toMatchObject({ key: 'key-2' })
  expect(keyFor('1', { a: 'y' })).toMatchObject({ key: 'key-3', isRepeated: false })
  accepted('1')
  expect(keyFor('1', { a: 'y' })).toMatchObject({ key: 'key-4' })
})

test('once the post is stored another file is the same submission, and other answers are another one', () => {
  const { keyFor } = aTab()()
  expect(keyFor('1', { a: 'x' }, 'a.png', false)).toEqual({ key: 'key-1', isRepeated: false })
  expect(keyFor('1', { a: 'x' }, 'b.png', true)).toEqual({ key: 'key-1', isRepeated: true })
  expect(keyFor('1', { a: 'y' }, 'b.png', true)).toEqual({ key: 'key-2', isRepeated: false })
  expect(keyFor('1', { a: 'y' }, 'a.png', false)).toEqual({ key: 'key-3', isRepeated: false })
})

test('the same answers have the same key after the page was loaded again; others, and those that were accepted, have not', () => {
  const load = aTab()
  load().keyFor('1', { a: 'x', pin: '1' })
  const again = load()
  expect(again.keyFor('1', { a: 'x', pin: '2' })).toEqual({ key: 'key-1', isRepeated: false })
  expect(load().keyFor('1', { a: 'y' })).toMatchObject({ key: 'key-2' })
  again.accepted('1')
  expect(load().keyFor('1', { a: 'y' })).toMatchObject({ key: 'key-3' })
})
