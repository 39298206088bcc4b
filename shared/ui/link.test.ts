import { safeAddress } from './link.tsx'

describe('addresses of links', () => {
  it.each([
    '/a',
    'a?b=c',
    '#x',
    '//other.example/a',
    'https://a.example',
    'mailto:a@b.example',
    'tel:123',
    '/a:b',
    '/a\u0001:b',
    '1a:b',
    ' ht\ntps://a.example',
  ])('keeps %s', (href) => {
    expect(safeAddress(href)).toBe(href)
  })

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:x',
    'data:text/html,x',
    'vbscript:x',
    'j\u0000avascript :x',
    '\t\n j\ta\tv\ta:x',
  ])('drops %j', (href) => {
    expect(safeAddress(href)).toBeNull()
  })
})
