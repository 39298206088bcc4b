import { accessPath } from './paths.ts'

describe('the redirect of a visitor without access (specification 2, Routes)', () => {
  it('is sign-in with redirect_uri, in the language of the page', () => {
    expect(accessPath('sign-in', '/news?pageIndex=2', '')).toBe(
      '/account/login?redirect_uri=%2Fnews%3FpageIndex%3D2',
    )
    expect(accessPath('sign-in', '/cy/newyddion', '/cy')).toBe(
      '/cy/account/login?redirect_uri=%2Fcy%2Fnewyddion',
    )
  })

  it('leads back to the path alone where the address is longer than a return path may be', () => {
    const query = 'q='.padEnd(2_048 - '/news?'.length, 'x')
    expect(accessPath('sign-in', `/news?${query}`, '')).toBe(
      `/account/login?redirect_uri=${encodeURIComponent(`/news?${query}`)}`,
    )
    expect(accessPath('sign-in', `/news?${query}x`, '')).toBe('/account/login?redirect_uri=%2Fnews')
  })

  it('is access denied with original_uri, which cannot end its parameter', () => {
    expect(accessPath('access-denied', '/a&b=c#d', '')).toBe(
      '/account/access-denied?original_uri=%2Fa%26b%3Dc%23d',
    )
  })
})
