import { catalogues } from '../messages/index.ts'
import { aField } from '../testing/builders.ts'
import { characterCount } from './character-count.ts'

test.each([
  [{ minLength: 2, maxLength: 5 }, 0, '2 characters required (between 2-5 characters)'],
  [{ minLength: 2, maxLength: 5 }, 1, '1 character required (between 2-5 characters)'],
  [{ minLength: 2, maxLength: 5 }, 2, '3 characters remaining (between 2-5 characters)'],
  [{ minLength: 2, maxLength: 5 }, 3, '2 characters remaining (between 2-5 characters)'],
  [{ minLength: 2, maxLength: 5 }, 7, '2 characters over (between 2-5 characters)'],
  [{ minLength: 3 }, 0, '3 characters required (min 3 characters)'],
  [{ minLength: 3 }, 1, '2 characters required (min 3 characters)'],
  [{ minLength: 3 }, 3, '(min 3 characters)'],
  [{ minLength: 3 }, 4, '(min 3 characters)'],
  [{ maxLength: 3 }, 0, '(max 3 characters)'],
  [{ maxLength: 3 }, 3, '0 characters remaining (max 3 characters)'],
  [{ maxLength: 3 }, 2, '1 character remaining (max 3 characters)'],
  [{}, 9, null],
])('counter of %j at %i characters: %j (specification 5)', (rules, length, expected) => {
  const shown = characterCount(aField(rules), 'x'.repeat(length), catalogues['en-GB'])
  expect(shown && [shown.count, shown.range].filter(Boolean).join(' ')).toBe(expected)
  expect(shown?.isOver ?? false).toBe(expected?.includes('over') ?? false)
})

test('spaces round a text count towards its maximum, but not towards its minimum, as its errors say', () => {
  const countOf = (text: string) =>
    characterCount(aField({ minLength: 2, maxLength: 5 }), text, catalogues['en-GB'])?.count
  expect(countOf('a    ')).toBe('1 character required')
  expect(countOf('ab   ')).toBe('0 characters remaining')
  expect(countOf(' ab   ')).toBe('1 character over')
})
