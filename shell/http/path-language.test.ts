import {
  directionOf,
  languageOfPath,
  languagePrefix,
  pageLanguage,
  parsePath,
  staticAlternates,
  supportedLanguage,
  switcherLinks,
} from './paths.ts'

const languages = { primary: 'en-GB', supported: ['en-GB', 'cy', 'fr-FR'] }

describe('language of a path (specification 2 and 9)', () => {
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
  it('is one that the site has, by its code in any case', () => {
    expect(supportedLanguage('FR-fr', languages)).toBe('fr-FR')
    expect(supportedLanguage('en-gb', languages)).toBe('en-GB')
    for (const code of ['fr', '', undefined]) expect(supportedLanguage(code, languages)).toBeNull()
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

describe('what a path says by itself (specification 2)', () => {
  it.each([
    ['/news', 'en-GB', null],
    ['/cy/newyddion', 'cy', null],
    ['/preview/abc-1', 'en-GB', { entryId: 'abc-1', language: 'en-GB' }],
    ['/preview/abc-1/cy', 'cy', { entryId: 'abc-1', language: 'cy' }],
    ['/preview/abc-1/FR-fr', 'fr-FR', { entryId: 'abc-1', language: 'fr-FR' }],
    ['/preview/abc-1/de', 'en-GB', { entryId: 'abc-1', language: 'de' }],
    ['/cy/preview/abc-1', 'cy', { entryId: 'abc-1', language: 'cy' }],
  ])('%s', (path, language, preview) => {
    expect(parsePath(path, languages)).toMatchObject({ language, preview })
  })
})

describe('language of a page (specification 9)', () => {
  it.each([
    [{ entry: 'cy', node: 'fr-FR', route: 'fr-FR', path: 'en-GB' }, 'cy'],
    [{ node: 'cy', route: 'fr-FR', path: 'en-GB' }, 'cy'],
    [{ route: 'cy', path: 'en-GB' }, 'cy'],
    [{ path: 'en-GB' }, 'en-GB'],
  ])('%j is in %s', (sources, language) => {
    expect(pageLanguage(sources)).toBe(language)
  })
})

describe('language switcher', () => {
  it('leads to the translation, and to the home page of a language that the page is not in', () => {
    const alternates = [
      { language: 'en-GB', path: '/news' },
      { language: 'cy', path: '/cy/newyddion' },
    ]
    expect(switcherLinks(alternates, languages)).toEqual([
      ...alternates,
      { language: 'fr-FR', path: '/fr-FR' },
    ])
    expect(switcherLinks([], languages)[0]).toEqual({ language: 'en-GB', path: '/' })
  })

  it('keeps the query of a screen that is asked the same in every language, but not for a home page', () => {
    const links = switcherLinks([{ language: 'cy', path: '/cy/search' }], languages, '?term=biniau')
    expect(links.map(({ path }) => path)).toEqual(['/', '/cy/search?term=biniau', '/fr-FR'])
  })
})
