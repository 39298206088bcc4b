import { cookieHeader, readCookie, readCookies } from './cookies.server.ts'

const LAX = { isSecure: false, sameSite: 'Lax', maxAgeSeconds: 60 } as const

describe('cookies (reference security 1.2)', () => {
  it('are read by their exact names, values as they stand', () => {
    const header = 'a=1; bb=x=y ;c=; =none; lonely'
    expect([...readCookies(header)]).toEqual([
      ['a', '1'],
      ['bb', 'x=y'],
      ['c', ''],
    ])
    expect(readCookie(header, 'b')).toBeNull()
    expect(readCookie(undefined, 'a')).toBeNull()
  })

  it.each(['a=1; b=2; a=3', 'a=1; a=1', 'a=1;a=;a=2'])(
    'have no value where two have the same name: %s',
    (header) => {
      expect(readCookie(header, 'a')).toBeNull()
      expect(readCookies(header).has('a')).toBe(true)
    },
  )

  it('are kept from scripts and other sites unless they are made for them', () => {
    expect(cookieHeader('a', 'x', LAX)).toBe('a=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
    expect(cookieHeader('a', '', { ...LAX, isReadable: true, maxAgeSeconds: 0 })).toBe(
      'a=; Max-Age=0; Path=/; SameSite=Lax',
    )
    expect(cookieHeader('a', 'x', { ...LAX, isSecure: true, sameSite: 'None', isPartitioned: true })).toBe(
      'a=x; Max-Age=60; Path=/; HttpOnly; Secure; Partitioned; SameSite=None',
    )
  })

  it('refuse values that would end the header', () => {
    expect(() => cookieHeader('a', 'x; Domain=evil.example', LAX)).toThrow()
    expect(() => cookieHeader('a', 'x\r\nset-cookie: b=1', LAX)).toThrow()
  })
})
