import { inLanguage, readWord } from './index.ts'

describe('texts by language (docs/decisions/0025)', () => {
  const texts = { 'en-GB': 'Topic', cy: 'Pwnc' }

  it.each([
    ['cy', 'Pwnc'],
    ['cy-GB', 'Pwnc'],
    ['en-AU', 'Topic'],
    ['ar', 'Topic'],
  ])('are said in %s as %s', (language, text) => expect(inLanguage(texts, language)).toBe(text))

  it('are the first where none is in a language that is looked for, and nothing where there is none', () => {
    expect(inLanguage({ cy: 'Pwnc', de: 'Thema' }, 'fr')).toBe('Pwnc')
    expect(inLanguage({}, 'fr')).toBeUndefined()
    expect(inLanguage(texts, 'constructor')).toBe('Topic')
  })

  it('translate the words of a field, which are its own where there is no translation', () => {
    const words = { kind: { Park: { cy: 'Parc' } } }
    const kindIn = (language: string, kind = 'Park') =>
      readWord({ sys: { id: '1', language }, kind }, 'kind', words)
    expect(['cy', 'cy-GB', 'ar', 'en-GB'].map((language) => kindIn(language))).toEqual([
      'Parc',
      'Parc',
      'Park',
      'Park',
    ])
    expect(kindIn('cy', 'Museum')).toBe('Museum')
  })
})
