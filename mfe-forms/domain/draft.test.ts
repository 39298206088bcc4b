import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import { DRAFT_FORMAT, DRAFT_LIFETIME_MS, draftValues, readDraft } from './draft.ts'
import { submissionFacts } from './submission-facts.ts'

const form = aForm([
  aPage([
    aField({ id: 'text' }),
    aField({ id: 'choice', type: 'Checkbox', options: OPTIONS }),
    aField({ id: 'name', type: 'Name', parts: [{ name: 'firstName', id: 'f' }] }),
  ]),
  aPage([
    aField({ id: 'file', type: 'Upload' }),
    aField({ id: 'hidden', type: 'HiddenField', placeholder: 'from the form' }),
  ]),
])
const NOW = 1_000_000_000
const values = { text: 'typed', choice: ['y1'], name: { firstName: 'Ada' } }
const kept = {
  userId: 'u1',
  keptAt: NOW,
  currentPageIndex: 1,
  values,
  contentVersionId: '69',
  format: DRAFT_FORMAT,
}
const readAs = (more: object = {}) => ({ currentPageIndex: 1, values, isOfOtherVersion: false, ...more })
const read = (draft: unknown, userId: string | null = 'u1', now = NOW) => readDraft(draft, form, userId, now)

describe('what is kept of a form (reference security X51)', () => {
  test('what was typed or chosen, never files nor what the form brought along', () => {
    expect(draftValues(form, { ...values, file: 'me.jpg', hidden: 'changed', unknown: 'x' })).toEqual(values)
  })

  test('nothing where nothing was typed', () => {
    expect(draftValues(form, { text: '', choice: [], name: {}, hidden: 'from the form' })).toEqual({})
  })

  test('comes back to the one who typed it, there and back', () => {
    expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(readAs())
  })

  test('of an anonymous visitor is restored after a sign-in, and that of a user in no other user’s session', () => {
    expect(read({ ...kept, userId: null }, 'u2')?.values).toEqual(values)
    expect(read({ ...kept, userId: null }, null)?.values).toEqual(values)
    expect(read(kept, 'u2')).toBeNull()
    expect(read(kept, null)).toBeNull()
  })

  test('is too old after a day, and from the future not at all', () => {
    expect(DRAFT_LIFETIME_MS).toBe(86_400_000)
    expect(read(kept, 'u1', NOW + DRAFT_LIFETIME_MS)).not.toBeNull()
    expect(read(kept, 'u1', NOW + DRAFT_LIFETIME_MS + 1)).toBeNull()
    expect(read(kept, 'u1', NOW - 1)).toBeNull()
  })

  test.each([
    null,
    7,
    'text',
    [],
    {},
    { ...kept, values: null },
    { ...kept, keptAt: 'now' },
    { ...kept, userId: 7 },
    { ...kept, format: 1 },
    { ...kept, format: undefined },
  ])('is nothing when it is no draft: %j', (draft) => {
    expect(read(draft)).toBeNull()
  })

  test('is read field by field: what the form has not, or has otherwise, is dropped', () => {
    const odd = {
      text: { no: 'text' },
      choice: ['y1', 'gone', 7],
      name: { firstName: 'Ada', lastName: 'not asked for' },
      file: 'me.jpg',
      unknown: 'x',
    }
    expect(read({ ...kept, currentPageIndex: 'last', review: 'odd', values: odd })).toEqual(
      readAs({ currentPageIndex: 0, values: { choice: ['y1'], name: { firstName: 'Ada' } } }),
    )
  })

  test('is marked as changed when its form has been changed since', () => {
    expect(read({ ...kept, contentVersionId: '68' })).toMatchObject({ values, isOfOtherVersion: true })
  })

  test('sensitive fields are not kept, and are not among the facts that distinguish submissions', () => {
    const secret = aForm([aPage([aField({ id: 'text' }), aField({ id: 'pin', isSensitive: true })])])
    expect(draftValues(secret, { text: 'typed', pin: '1234' })).toEqual({ text: 'typed' })
    expect(submissionFacts(secret, { text: 'typed', pin: '1234' })).not.toContain('1234')
    const facts = (more: object) => submissionFacts(form, { ...values, ...more })
    expect(facts({})).toBe(facts({}))
    expect(facts({ text: 'else' })).not.toBe(facts({}))
    expect(facts({ file: { name: 'a.png', sizeBytes: 1, type: '' } })).not.toBe(facts({}))
  })
})
