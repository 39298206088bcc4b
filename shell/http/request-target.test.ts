import { MAX_PATH_LENGTH, readRequestTarget, normaliseSlashes } from './paths.ts'

describe('canonical address (design 5.1, specification 2: slashes)', () => {
  it.each([
    ['/about/', '/about'],
    ['//about//us', '/about/us'],
    ['/about/us//?a=1', '/about/us?a=1'],
    ['//evil.example/', '/evil.example'],
    ['//', '/'],
  ])('sends %s to %s', (target, clean) => {
    expect(readRequestTarget(target).redirect).toBe(clean)
  })

  it('leaves a clean address alone', () => {
    expect(readRequestTarget('/about/us?term=a&term=b').redirect).toBeNull()
    expect(readRequestTarget('/').redirect).toBeNull()
  })

  it('never makes a redirect that leaves the site', () => {
    for (const target of ['///evil.example', '//%65vil.example//', '/a//..//']) {
      let redirect: string | null = null
      try {
        redirect = readRequestTarget(target).redirect
      } catch {
        continue // refused outright
      }
      expect(redirect).toMatch(/^\/(?!\/)/)
    }
  })

  it.each([
    '/a/%2e%2e/b',
    '/a/../b',
    '/%2e',
    '/a%2fb',
    '/a%5Cb',
    '/a\\b',
    '/a%00b',
    '/%zz',
    '/%e0%a4%a',
    '/a%0d%0aSet-Cookie:x',
    'http://evil.example/',
    '*',
  ])('refuses %s', (target) => {
    expect(() => readRequestTarget(target)).toThrow(expect.objectContaining({ code: 'request/malformed' }))
  })

  it('refuses what is too long to be an address, in linear time', () => {
    expect(() => readRequestTarget('/'.repeat(14_000))).toThrow(expect.objectContaining({ status: 414 }))
    expect(() => readRequestTarget(`/${'a'.repeat(MAX_PATH_LENGTH)}`)).toThrow(
      expect.objectContaining({ status: 414 }),
    )
    expect(normaliseSlashes('/'.repeat(14_000))).toBe('/')
  })

  it('takes an 8 KB query, the first of repeated parameters, and no key that reaches a prototype', () => {
    const { query } = readRequestTarget(
      `/s?term=one&term=two&__proto__=x&constructor=y&long=${'q'.repeat(8_000)}`,
    )
    expect(query['term']).toBe('one')
    expect(Object.keys(query)).toEqual(['term', 'long'])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  it('reads the representation from the query flag alone and keeps it out of the page', () => {
    const target = readRequestTarget('/news?pageIndex=2&redux=true')
    expect(target.wantsState).toBe(true)
    expect(target.search).toBe('?pageIndex=2')
    expect(readRequestTarget('/news?redux=TRUE').wantsState).toBe(true)
    expect(readRequestTarget('/news?redux=1').wantsState).toBe(false)
    expect(readRequestTarget('/news?redux=false&redux=true').wantsState).toBe(false)
  })

  it('decodes a path once', () => {
    expect(readRequestTarget('/caf%C3%A9/%2525').path).toBe('/café/%25')
  })
})
