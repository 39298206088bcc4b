import type { Entry } from '@tessera/shared/content'
import { followRedirect, indexRedirects, readRedirectRule } from './redirect-rules.ts'

const HOSTS = ['forms.larkmoor.example']
const anEntry = (from: unknown, to: unknown, permanent: unknown = true): Entry => ({
  sys: { id: `${String(from)} ${String(to)}` },
  from,
  to,
  permanent,
})
const rules = (...pairs: readonly (readonly [string, string])[]) =>
  indexRedirects(pairs.flatMap(([from, to]) => readRedirectRule(anEntry(from, to), HOSTS) ?? []))
const lead = (index: ReturnType<typeof rules>, address: string) => {
  const { pathname, search } = new URL(address, 'https://site.invalid')
  return followRedirect(index, decodeURIComponent(pathname), search)?.location ?? null
}

describe("an author's redirect (reference peers 2.1, Redirects)", () => {
  it.each([
    ['a path', '/old', '/new', '/old', '/new'],
    ['a path in other letters', '/Old-Page', '/new', '/old-page', '/new'],
    ['an address in other letters', '/old', '/new', '/OLD', '/new'],
    ['a path with a slash at its end', '/old/', '/new', '/old', '/new'],
    ['a path with letters beyond ASCII', '/t%C5%B7', '/house', '/tŷ', '/house'],
    ['everything below a path', '/old/*', '/new/*', '/old/a/b', '/new/a/b'],
    ['the path itself of everything below it', '/old/*', '/new/*', '/old', '/new/'],
    ['everything below a path, to one page', '/old/*', '/new', '/old/a/b', '/new'],
    [
      'everything below a path with letters that are longer in lower case',
      '/İx/*',
      '/new/*',
      '/İx/abc',
      '/new/abc',
    ],
    ['a page that an address names in its query', '/a.aspx?id=7', '/seven', '/a.aspx?id=7', '/seven'],
    [
      'a listed host',
      '/report',
      'https://forms.larkmoor.example/r?x=1',
      '/report',
      'https://forms.larkmoor.example/r?x=1',
    ],
    ['a place on a page', '/old', '/new#part', '/old', '/new#part'],
  ])('leads from %s', (_what, from, to, asked, expected) => {
    expect(lead(rules([from, to]), asked)?.replace(/(.)\/$/, '$1')).toBe(expected.replace(/(.)\/$/, '$1'))
  })

  it('keeps the query, but for what the rule spoke of and what its target has', () => {
    expect(lead(rules(['/old', '/new?tab=2']), '/old?a=1&tab=9&b=%26')).toBe('/new?tab=2&a=1&b=%26')
    expect(lead(rules(['/a.aspx?id=7', '/seven']), '/a.aspx?id=7&lang=en')).toBe('/seven?lang=en')
  })

  it('is chosen by what it says most exactly: a path with a query, a path, the longest path above', () => {
    const index = rules(
      ['/a', '/plain'],
      ['/a?id=7', '/seven'],
      ['/a?id=7&v=2', '/seven-two'],
      ['/b/*', '/short/*'],
      ['/b/c/*', '/long/*'],
      ['/b/c/d', '/exact'],
    )
    expect(['/a', '/a?id=8', '/a?id=7', '/a?v=2&id=7'].map((one) => lead(index, one))).toEqual([
      '/plain',
      '/plain?id=8',
      '/seven',
      '/seven-two',
    ])
    expect(['/b/x', '/b/c/x', '/b/c/d', '/bb/x'].map((one) => lead(index, one))).toEqual([
      '/short/x',
      '/long/x',
      '/exact',
      null,
    ])
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['another site without a scheme', '//evil.example/'],
    ['another site behind a backslash', '/\\evil.example'],
    ['another site behind dots', '/a/..//evil.example'],
    ['a listed host without encryption', 'http://forms.larkmoor.example/'],
    ['a listed host with a name in it', 'https://me@forms.larkmoor.example/'],
    ['a host that ends like a listed one', 'https://evil-forms.larkmoor.example/'],
    ['a listed host at another port', 'https://forms.larkmoor.example:8443/'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['nothing', ''],
    ['broken encoding', '/50%-off'],
  ])('never leads to %s', (_what, to) => {
    const where = lead(rules(['/old', to]), '/old')
    expect(where === null || /^\/(?!\/)[^\\]*$/.test(where)).toBe(true)
    expect(where ?? '').not.toMatch(/^\/\/|javascript|data:|https?:/)
  })

  it.each(['/', '/*', 'old', 'https://x.example/old', 7, null, '/a*b'])('is not made from %p', (from) => {
    expect(readRedirectRule(anEntry(from, '/new'), HOSTS)).toBeNull()
  })

  it('takes what was below a path as it is: never as another host or a way up', () => {
    const index = rules(['/old/*', '/*'], ['/far/*', 'https://forms.larkmoor.example/*'])
    expect(followRedirect(index, '/old/evil.example', '')?.location).toBe('/evil.example')
    expect(followRedirect(index, '/old//evil.example', '')?.location).toBe('/evil.example')
    expect(followRedirect(index, '/far/@evil.example', '')?.location).toBe(
      'https://forms.larkmoor.example/%40evil.example',
    )
  })

  it('is found among 5,000 by looking at its own path alone', () => {
    const many = rules(...Array.from({ length: 5_000 }, (_, at) => [`/old/${at}`, `/new/${at}`] as const))
    expect([lead(many, '/old/0'), lead(many, '/old/4999'), lead(many, '/old/5000')]).toEqual([
      '/new/0',
      '/new/4999',
      null,
    ])
    expect(many.exact.size).toBe(5_000)
  })
})
