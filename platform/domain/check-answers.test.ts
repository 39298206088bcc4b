import type { FormType, JsonObject } from './content.ts'
import { checkAnswers } from './check-answers.ts'
import { A_FORM as FORM, aFormsApiField as field, GOOD_ANSWERS as GOOD } from '../testing/a-forms-api-form.ts'
import { formVersion, type FormVersion } from './form-version.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const form = {
  formTypeId: 'tell-us',
  projectId: 'website',
  published: FORM as unknown as JsonObject,
} satisfies FormType
const { definition } = formVersion(form, 'published', 'default') as FormVersion

describe('answers to a form of the Forms API (reference forms 3.1)', () => {
  test.each([
    [{ name: undefined }, 'name', 'required', 'Say who you are'],
    [{ name: '' }, 'name', 'required', 'Say who you are'],
    [{ name: 'Adelaide' }, 'name', 'maxLength', 'Your name must have 5 characters or fewer'],
    [{ name: 5 }, 'name', 'dataType', 'Your name is not of the right kind'],
    [{ email: 'nobody' }, 'email', 'dataFormat', 'Name of email is not a valid email'],
    [{ age: 17 }, 'age', 'min', 'Adults only'],
    [{ age: 121 }, 'age', 'max', '120 at most'],
    [{ age: 18.5 }, 'age', 'dataType', 'Name of age is not of the right kind'],
    [{ topics: ['a', 'b', 'c'] }, 'topics', 'maxCount', 'Name of topics takes 2 choices or fewer'],
    [{ topics: ['z'] }, 'topics', 'allowedValues', 'Name of topics is none of the choices'],
    [{ agree: false }, 'agree', 'allowedValue', 'Name of agree must be accepted'],
    [{ born: '2999-01-01' }, 'born', 'pastDateTime', 'Name of born must be in the past'],
    [{ born: '2021-02-30' }, 'born', 'dataType', 'Name of born is not of the right kind'],
    [{ born: '0012-13-05' }, 'born', 'dataType', 'Name of born is not of the right kind'],
    [{ born: '0012-01-32' }, 'born', 'dataType', 'Name of born is not of the right kind'],
    [{ code: 'A1' }, 'code', 'regex', 'Two letters and a digit'],
  ])('%j is refused at %s by %s: %s', (wrong, name, rule, message) => {
    expect(checkAnswers(definition, { ...GOOD, ...wrong }, NOW)).toEqual([{ field: name, rule, message }])
  })

  test.each([
    [{ name: 'Adaaa', age: 18, topics: ['a', 'c'], born: '2020-02-29T10:00', code: 'ab1' }],
    [{ email: 'a.b@c.example', age: 120 }],
    [{ topics: [] }],
    [{ email: '', age: null, code: null, born: undefined }],
    [{ notOfTheForm: 5 }],
  ])('%j is right', (more) => {
    expect(checkAnswers(definition, { ...GOOD, ...more }, NOW)).toEqual([])
  })

  // What visitors type has no zone, as what `now()` fills in; at this time it is half past midnight in the United Kingdom.
  test.each([
    ['2026-07-02', []],
    ['2026-07-02T00:30', []],
    ['2026-07-02T00:30:59', []],
    ['2026-07-02T00:31', ['pastDateTime']],
    ['2026-07-03', ['pastDateTime']],
    ['2026-07-02T00:31+01:00', ['pastDateTime']],
    ['2026-07-01T23:30Z', []],
    ['2026-07-02T02:30+03:00', []],
    ['2026-07-02T00:30Z', ['pastDateTime']],
  ])('a time is past by its zone, or else by the clock in the United Kingdom: %s', (born, rules) => {
    const now = Date.parse('2026-07-01T23:30:59Z')
    expect(checkAnswers(definition, { ...GOOD, born }, now).map(({ rule }) => rule)).toEqual(rules)
  })

  test.each([
    ['phone', ['+44 (0)1632 960 123', '01632-960123', '12345'], ['01632 960123 x12', 'call me', '()']],
    ['time', ['9:05', '23:59', '10.30'], ['24:00', '9:5', 'noon']],
    ['url', ['https://a.example/b?c', 'a.example'], ['ftp://a.example', 'javascript:alert(1)', 'http://a b']],
  ])('a %s may be %j, and not %j', (dataFormat, right, wrong) => {
    const errors = (value: string) =>
      checkAnswers({ fields: [field('x', { dataFormat })] } as unknown as JsonObject, { x: value }, NOW)
    expect(right.flatMap(errors)).toEqual([])
    expect(wrong.filter((value) => errors(value).length === 0)).toEqual([])
  })

  test('an optional question may be left empty; otherwise the minimum number of choices applies', () => {
    const topics = field('topics', { dataType: 'stringArray', validations: { minCount: { value: 2 } } })
    const rulesOf = (answers: JsonObject) =>
      checkAnswers({ fields: [topics] } as unknown as JsonObject, answers, NOW).map(({ rule }) => rule)
    expect([{}, { topics: [] }, { topics: ['a', 'b'] }].flatMap(rulesOf)).toEqual([])
    expect(rulesOf({ topics: ['a'] })).toEqual(['minCount'])
  })

  test('an invalid pattern accepts every text, and very long texts are refused without running the pattern', () => {
    const tried = (pattern: string, x: string) =>
      checkAnswers(
        { fields: [field('x', { validations: { regex: { pattern } } })] } as unknown as JsonObject,
        { x },
        NOW,
      )
    expect(tried('(', 'anything')).toEqual([])
    expect(tried('^(a+)+$', 'a'.repeat(2001))).toHaveLength(1)
  })
})
