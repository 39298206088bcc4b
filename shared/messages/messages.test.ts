import { jest } from '@jest/globals'
import { chooseCatalogue, chooseLanguage, formatsOf, plainFormatsOf } from './index.ts'

describe('the language of words (specification 9, default language; docs/decisions/0025)', () => {
  const codes = ['en-GB', 'cy', 'fr']

  test.each([
    ['cy', 'en-GB', 'cy', 'the language of the page'],
    ['cy-GB', 'en-GB', 'cy', 'what it is a kind of'],
    ['CY', 'en-GB', 'cy', 'in any case'],
    ['en-AU', 'cy', 'en-GB', 'another kind of the same language'],
    ['de', 'cy', 'cy', "the site's first language"],
    ['de', 'cy-GB', 'cy', "what the site's first language is a kind of"],
    ['de', 'nl', 'en-GB', "the product's own"],
    ['cyx', 'nl', 'en-GB', 'and never a language that only looks alike'],
    ['', '', 'en-GB', 'whatever content says'],
  ])('of a page in %j on a site in %j is %j: %s', (language, primary, expected) => {
    expect(chooseLanguage(codes, language, primary)).toBe(expected)
  })

  test('of two kinds, the one that the page names comes first', () => {
    expect(chooseLanguage(['en-GB', 'en-US', 'en'], 'en-US', 'cy')).toBe('en-US')
    expect(chooseLanguage(['en-GB', 'en'], 'en-US', 'cy')).toBe('en')
  })

  test('leads to its catalogue', () => {
    const catalogues = { 'en-GB': 'hello', cy: 'helo' }
    expect(chooseCatalogue(catalogues, 'cy', 'en-GB')).toBe('helo')
    expect(chooseCatalogue(catalogues, 'de', 'de')).toBe('hello')
  })
})

describe('numbers in a catalogue', () => {
  const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
  const said = (language: string, counts: readonly number[]) =>
    counts.map((count) => formatsOf(language).plural(count, forms))

  test('have the forms that the language tells apart', () => {
    expect(said('en-GB', [0, 1, 2])).toEqual(['other', 'one', 'other'])
    expect(said('cy', [0, 1, 2, 3, 6, 7])).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
    expect(said('ar', [0, 1, 2, 3, 11, 100])).toEqual(['zero', 'one', 'two', 'few', 'many', 'other'])
  })

  test('take the general form where a catalogue gives no other', () => {
    expect(formatsOf('cy').plural(2, { one: 'un', other: 'nifer' })).toBe('nifer')
  })

  test('are written as the language writes them', () => {
    expect(formatsOf('en-GB').number(12_345)).toBe('12,345')
    expect(formatsOf('de').number(12_345)).toBe('12.345')
    expect(formatsOf('ar-EG').number(7)).toBe('٧')
  })

  test.each(['cy', 'en-GB', 'fr'])(
    'are the same in %s whether or not the data of the language is loaded for them',
    (language) => {
      const format = new Intl.NumberFormat(language)
      for (const value of [-1, 0, 0.5, 7, 42, 999, 999.5, 1000, 12_345, NaN])
        expect(plainFormatsOf(language).number(value)).toBe(format.format(value))
    },
  )

  test.each(['en-GB', 'cy'])('up to a thousand cost a browser no number format in %s', (language) => {
    const made = jest.spyOn(Intl, 'NumberFormat')
    const { number } = plainFormatsOf(language)
    expect([number(0), number(999)]).toEqual(['0', '999'])
    expect(made).not.toHaveBeenCalled()
    number(1000)
    expect(made).toHaveBeenCalledTimes(1)
    made.mockRestore()
  })
})
