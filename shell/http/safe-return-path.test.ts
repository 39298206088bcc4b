import { accessPath, redirectPath, safeReturnPath } from './paths.ts'
import { hostileTargets } from '../../scripts/attack/hostile-targets.ts'

const OURS = 'https://www.larkmoor.example'

describe('redirect targets (reference security 1.4)', () => {
  it.each([
    '/',
    '/news?pageIndex=2',
    '/a/b#c',
    '/caf%C3%A9',
    '/account/change-password',
    '/accounts',
    '/my/account',
    '/account/orders',
  ])('keeps %s', (value) => {
    expect(safeReturnPath(value)).toBe(value)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    ' /a',
    '/a\nb',
    'evil.example',
    '?a',
    null,
    undefined,
    7,
    ['/a'],
  ])('refuses %j', (value) => {
    expect(safeReturnPath(value)).toBeNull()
  })

  it('looks at 2,048 characters and no more', () => {
    expect(safeReturnPath(`/${'a'.repeat(2_047)}`)).toHaveLength(2_048)
    expect(safeReturnPath(`/${'a'.repeat(2_048)}`)).toBeNull()
  })

  it('keeps a path that would parse to another host on this site', () => {
    expect(safeReturnPath('/a/..//evil.example')).toBe('/evil.example')
  })

  it.each([
    '/account/login',
    '/account/login?redirect_uri=%2F',
    '/cy/account/login',
    '/account/logout',
    '/account/access-denied',
    '/x/../account/login',
    '/account/%6Cogin',
    '/account//login/',
    '/account/register',
    '/account/reset/password',
  ])('refuses %s, which would only send the visitor away again', (value) => {
    expect(safeReturnPath(value)).toBeNull()
  })

  it('takes an absolute address only at one of our own origins, and makes it a path (specification 4, ReturnURL)', () => {
    expect(safeReturnPath(`${OURS}/members?a=1#b`, [OURS])).toBe('/members?a=1#b')
    expect(safeReturnPath(OURS, [OURS])).toBe('/')
    expect(safeReturnPath(`${OURS}/members`)).toBeNull()
    expect(safeReturnPath(`${OURS}.evil.test/members`, [OURS])).toBeNull()
    expect(safeReturnPath(`${OURS}@evil.test/`, [OURS])).toBeNull()
    expect(safeReturnPath(`${OURS}//evil.test/`, [OURS])).toBeNull()
    expect(safeReturnPath('http://www.larkmoor.example/members', [OURS])).toBeNull()
  })

  it('keeps 200 and more hostile targets on the site, whether origins are known or not', () => {
    expect(hostileTargets.length).toBeGreaterThanOrEqual(200)
    for (const decide of [safeReturnPath, redirectPath])
      for (const target of hostileTargets)
        for (const origins of [[], [OURS]]) {
          const path = decide(target, origins)
          if (path === null) continue
          expect(path).toMatch(/^\/(?![/\\])/)
          expect(new URL(path, OURS).origin).toBe(OURS)
        }
  })

  it.each(['sign-in', 'access-denied'] as const)('keeps the place of a refused visitor: %s', (refusal) => {
    const target = accessPath(refusal, '/members?a=1', '/cy')
    expect([redirectPath(target), safeReturnPath(target)]).toEqual([target, null])
  })
})
