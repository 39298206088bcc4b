import { basesOf, formsOf, wordRulesOf, wordsOf } from './words.ts'

const [english, welsh] = [wordRulesOf('en-GB'), wordRulesOf('cy')]

describe('words of a term (docs/decisions/0039)', () => {
  test('are those of free text: lower case, without accents and punctuation', () => {
    expect(wordsOf('Siân’s Café, tŷ-bach; 2026/0024/FUL')).toEqual([
      'sian',
      'cafe',
      'ty',
      'bach',
      '2026',
      '0024',
      'ful',
    ])
  })

  test.each([
    ['bins', 'bin'],
    ['libraries', 'library'],
    ['boxes', 'box'],
    ['collected', 'collect'],
    ['collections', 'collect'],
    ['moving', 'move'],
    ['planned', 'plan'],
    ['applied', 'apply'],
  ])('%s is a form of %s', (form, base) => expect(basesOf(form, english)).toContain(base))

  test.each(['bus', 'lk1', 'is', 'glass'])('%s is no form of another word', (word) =>
    expect(basesOf(word, english)).toEqual([word]),
  )

  test.each([
    ['library', 'libraries'],
    ['bin', 'bins'],
    ['objections', 'object'],
    ['collect', 'collection'],
  ])('%s is looked for as %s too', (word, form) => expect(formsOf(word, english)).toContain(form))

  test.each([
    ['dreth', 'treth'],
    ['nhreth', 'treth'],
    ['biniau', 'bin'],
    ['cynghorwyr', 'cynghorydd'],
    ['fin', 'bin'],
    ['min', 'bin'],
    ['nrws', 'drws'],
    ['ngardd', 'gardd'],
    ['ardd', 'gardd'],
    ['casgliadau', 'casglu'],
  ])('in Welsh %s is a form of %s', (form, base) => expect(basesOf(form, welsh)).toContain(base))

  test('in Welsh the mutations of a word are looked for too', () => {
    expect(formsOf('treth', welsh)).toEqual(expect.arrayContaining(['dreth', 'threth']))
  })

  test('a language without rules has its words as they stand', () => {
    expect(formsOf('bins', wordRulesOf('fr'))).toEqual(['bins'])
  })
})
