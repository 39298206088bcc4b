import { catalogues } from '../messages/index.ts'
import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import type { Field, FieldValue } from './form-definition.ts'
import { FIRST_PAGE, goBack, goChange, goTo } from './page-info.ts'
import { hasMore, goNext, pageOfField, reviewOf, invalidPage } from './review.ts'

const words = catalogues['en-GB']!
const form = aForm(
  [
    aPage(
      [aField({ id: 'a', isRequired: true })],
      [{ id: 'a', operator: 'is', value: 'long', successPageIndex: 1 }],
    ),
    aPage([aField({ id: 'b' })], [{ id: 'a', operator: 'is not', value: 'odd', successPageIndex: 2 }]),
    aPage([aField({ id: 'c', isRequired: true })]),
  ],
  { hasReview: true },
)
const short = {
  ...form.pages[0]!,
  rules: [{ ...form.pages[0]!.rules[0]!, value: 'short', successPageIndex: 2 }],
}
const branched = { ...form, pages: [short, ...form.pages.slice(1)] }
const shown = { currentPageIndex: 2, previousPageIndices: { 2: 0 }, review: 'shown' } as const

describe('the way to the answers of a form that shows them before it is sent', () => {
  test('ends with them: there is more to come until they are shown', () => {
    const last = goTo(goTo(FIRST_PAGE, 1), 2)
    const values = { a: 'x', c: 'y' }
    expect(hasMore(form, values, last)).toBe(true)
    expect(goNext(form, values, last)).toEqual({ ...last, review: 'shown' })
    expect(hasMore(form, values, { ...last, review: 'shown' })).toBe(false)
    expect(goNext(form, values, shown)).toBe(shown)
  })

  test('is not there in other forms: after the last page there is nothing', () => {
    const { hasReview: _has, ...other } = form
    const last = goTo(goTo(FIRST_PAGE, 1), 2)
    expect(hasMore(other, {}, last)).toBe(false)
    expect(goNext(other, {}, last)).toBe(last)
  })

  test('comes back from an answer that was changed, whatever page that is on', () => {
    const values = { a: 'short', c: 'y' }
    expect(goNext(branched, values, goChange(shown, 0))).toEqual(shown)
    expect(goNext(branched, values, goChange(shown, 2))).toEqual(shown)
  })

  test('leads through pages that the visitor has not seen, and through those that are no longer valid', () => {
    const unseen = goNext(branched, { a: 'else', c: 'y' }, goChange(shown, 0))
    expect(unseen).toMatchObject({ currentPageIndex: 1, review: 'left' })
    expect(goBack(unseen)).toMatchObject({ review: 'shown' })
    expect(goNext(branched, { a: 'else', c: 'y' }, unseen)).toEqual({
      currentPageIndex: 2,
      previousPageIndices: { 1: 0, 2: 1 },
      review: 'shown',
    })
    expect(goNext(branched, { a: 'short', c: '' }, goChange(shown, 0))).toMatchObject({
      currentPageIndex: 2,
      review: 'left',
    })
  })

  test('goes back from the answers to the last page, and from there as before', () => {
    const last = goBack(shown)
    expect(last).toEqual({ currentPageIndex: 2, previousPageIndices: { 2: 0 } })
    expect(goBack(last).currentPageIndex).toBe(0)
  })

  test('is not done where answers lead in a circle', () => {
    const circle = aForm(
      [
        aPage([aField({ id: 'a' })]),
        aPage([aField({ id: 'b' })], [{ id: 'a', operator: 'is', value: 'x', successPageIndex: 0 }]),
      ],
      { hasReview: true },
    )
    expect(invalidPage(circle, { a: 'x' })).toBe(1)
    expect(invalidPage(circle, { a: 'y' })).toBeNull()
    expect(goNext(circle, { a: 'x' }, goChange(shown, 0))).toMatchObject({ review: 'left' })
  })

  test('names the first page that is not in order, on the way only', () => {
    expect(invalidPage(branched, { a: 'short', c: '' })).toBe(2)
    expect(invalidPage(form, {})).toBe(0)
    expect(invalidPage(form, { a: 'x', c: 'y' })).toBeNull()
    expect(pageOfField(form, 'c')).toBe(2)
    expect(pageOfField(form, 'none')).toBeNull()
  })
})

const linesOf = (field: Partial<Field>, value: FieldValue | undefined, language = 'en-GB') =>
  reviewOf(aForm([aPage([aField({ id: 'f', ...field })])]), { f: value ?? '' }, catalogues[language]!)[0]
    ?.answers[0]?.lines

describe('answers as they are shown before they are sent', () => {
  const parts = (...names: readonly string[]) => names.map((name) => ({ name, id: name })) as never

  test.each<[string, Partial<Field>, FieldValue, readonly string[]]>([
    ['a text', {}, 'Ada', ['Ada']],
    ['lines', { type: 'Multiline' }, 'one\n\ntwo', ['one', 'two']],
    ['blanks', {}, '  ', []],
    ['a choice by its name', { type: 'Radio', options: OPTIONS }, 'y1', ['Yes, please']],
    ['a line of a list by its name', { type: 'Dropdown', options: OPTIONS }, 'no', ['No, thanks']],
    ['what is no choice', { type: 'Dropdown', options: [{ ...OPTIONS[0], value: '' }] }, '', []],
    ['several', { type: 'Checkbox', options: OPTIONS }, ['n1', 'y1'], ['Yes, please', 'No, thanks']],
    [
      'a box that is called as its field',
      { type: 'Checkbox', label: 'Agreed', options: [{ ...OPTIONS[0], name: 'Agreed' }] },
      ['y1'],
      ['Yes'],
    ],
    ['a day', { type: 'Date' }, '2026-09-04', ['4 September 2026']],
    ['a day and a time', { type: 'Date', hasTime: true }, '2026-09-04T16:30', ['4 September 2026, 16:30']],
    ['what is no day', { type: 'Date' }, '4.9.', ['4.9.']],
    [
      'a name in one line',
      { type: 'Name', parts: parts('firstName', 'lastName') },
      { firstName: 'Ada', lastName: 'L' },
      ['Ada L'],
    ],
    [
      'an address in its lines',
      { type: 'Address', parts: parts('street', 'city', 'postcode') },
      { street: '1 Weir Lane', postcode: 'LM1' },
      ['1 Weir Lane', 'LM1'],
    ],
    [
      'a time',
      { type: 'Time', parts: parts('hours', 'minutes', 'period') },
      { hours: '9', minutes: '05', period: 'PM' },
      ['9:05 PM'],
    ],
    [
      'a time of 24 hours',
      { type: 'Time', parts: parts('hours', 'minutes') },
      { hours: '21', minutes: '05' },
      ['21:05'],
    ],
    ['no time', { type: 'Time', parts: parts('hours', 'minutes') }, { seconds: '00' }, []],
    ['a file by its name', { type: 'Upload' }, { name: 'a.png', sizeBytes: 1, type: '' }, ['a.png']],
  ])('%s', (_name, field, value, expected) => {
    expect(linesOf(field, value)).toEqual(expected)
  })

  test('a day is written as the language of the page has it', () => {
    expect(linesOf({ type: 'Date' }, '2026-09-04', 'cy')).toEqual(['4 Medi 2026'])
  })

  test('a sensitive one is not shown, though whether it is there is', () => {
    expect(linesOf({ isSensitive: true }, 'secret')).toBeNull()
    expect(linesOf({ isSensitive: true }, '')).toEqual([])
  })

  test('stand under their pages and sections; hidden fields and pages that were led past are not there', () => {
    const sections = aForm([
      {
        ...aPage([
          aField({ id: 'a' }),
          aField({ id: 'h', type: 'HiddenField' }),
          aField({ id: 's', type: 'SectionBreak', label: 'Then' }),
          aField({ id: 'b' }),
        ]),
        title: 'First',
        rules: [{ id: 'a', operator: 'is', value: 'x', successPageIndex: 2 }],
      },
      aPage([aField({ id: 'past' })]),
      aPage([aField({ id: 'c' })]),
    ])
    const read = reviewOf(sections, { a: 'x', h: 'hidden', past: 'typed before', c: 'z' }, words)
    expect(read.map(({ title, answers }) => [title, answers.map(({ field }) => field.id)])).toEqual([
      ['First', ['a']],
      ['Then', ['b']],
      ['', ['c']],
    ])
  })
})
