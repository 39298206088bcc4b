import { sitePage } from './site-page.ts'

describe('a page of the site for pages in every language (docs/decisions/0025)', () => {
  const paths = { 'en-GB': '/feedback', cy: '/cy/adborth' }

  it.each([
    ['cy', '/cy/adborth', 'cy', undefined],
    ['cy-GB', '/cy/adborth', 'cy', 'cy'],
    ['ar', '/feedback', 'en-GB', 'en-GB'],
  ])(
    'is in the language of the page, else in another, which links say: %s',
    (page, path, language, hrefLang) => {
      expect(sitePage(paths, page)).toEqual({ path, language, hrefLang })
    },
  )

  it('is none where the site has none', () => {
    expect(sitePage({}, 'cy')).toBeNull()
  })
})
