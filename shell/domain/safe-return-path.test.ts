import { safeReturnPath } from './safe-return-path.ts'

describe('redirect targets (reference security 1.4)', () => {
  it.each(['/', '/news?pageIndex=2', '/a/b#c', '/caf%C3%A9'])('keeps %s', (value) => {
    expect(safeReturnPath(value)).toBe(value)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    ' /a',
    '/\t/evil.example',
    '/a\nb',
    'evil.example',
    '?a',
    null,
    7,
    `/${'a'.repeat(3_000)}`,
  ])('refuses %j', (value) => {
    expect(safeReturnPath(value)).toBeNull()
  })

  it('keeps a path that would parse to another host on this site', () => {
    expect(safeReturnPath('/a/..//evil.example')).toBe('/evil.example')
  })
})
