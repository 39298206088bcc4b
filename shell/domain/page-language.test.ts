import { directionOf, languageOfPath, languagePrefix, staticAlternates } from './page-language.ts'

const languages = { primary: 'en-GB', supported: ['en-GB', 'cy', 'fr-FR'] }

describe('language of a path', () => {
  it.each([
    ['/', 'en-GB', '/'],
    ['/news', 'en-GB', '/news'],
    ['/cy', 'cy', '/'],
    ['/cy/newyddion', 'cy', '/newyddion'],
    ['/FR-fr/actualites', 'fr-FR', '/actualites'],
    ['/cymru', 'en-GB', '/cymru'],
    ['/en-GB/news', 'en-GB', '/en-GB/news'],
  ])('%s is %s', (path, language, rest) => {
    expect(languageOfPath(path, languages)).toEqual({ language, rest })
  })
  it('has no prefix for the primary language', () => {
    expect(languagePrefix('en-GB', languages)).toBe('')
    expect(languagePrefix('cy', languages)).toBe('/cy')
  })
  it('has the same static route in every language', () => {
    expect(staticAlternates('/search', { primary: 'en-GB', supported: ['en-GB', 'cy'] })).toEqual([
      { language: 'en-GB', path: '/search' },
      { language: 'cy', path: '/cy/search' },
    ])
    expect(staticAlternates('/search', { primary: 'en-GB', supported: ['en-GB'] })).toEqual([])
  })
  it('knows the direction of writing', () => {
    expect(directionOf('ar-EG')).toBe('rtl')
    expect(directionOf('cy')).toBe('ltr')
  })
})
