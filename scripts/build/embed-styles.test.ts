import { embedStyles, onlyUsed } from './embed-styles.ts'

describe('the style sheet of an embed (docs/decisions/0069)', () => {
  it.each([
    [':root{--a:1}', ':host{--a:1}'],
    ['html{x:y}body{z:q}', ':host{x:y}.embed{z:q}'],
    ['body [lang]{a:b}', '.embed [lang]{a:b}'],
    ['.tbody{a:b}', '.tbody{a:b}'],
    [
      '.a{width:1.5rem;margin:-.25rem}',
      '.a{width:calc(var(--tessera-rem)*1.5);margin:calc(var(--tessera-rem)*-.25)}',
    ],
    ['.a{padding:4vw}', '.a{padding:4cqi}'],
    ['@media (width<30rem){.a{b:c}}', '@container (width<480px){.a{b:c}}'],
    ['@media print{.a{b:c}}', '@media print{.a{b:c}}'],
    [
      '@media screen and (prefers-color-scheme:dark){:root{--a:2}}',
      '@media screen and (prefers-color-scheme:dark){:host([scheme=auto]){--a:2}}',
    ],
    [':root{color-scheme:light dark}', ':host{color-scheme:light}'],
  ])('says of its own tree what that of a page says of the document: %s', (page, embed) => {
    expect(embedStyles(page)).toContain(embed)
  })
  it('has no rules for browsers that run no script, and those for others without a condition', () => {
    const css =
      'a{b:c}@media (scripting:none){d{e:f}g{h:i}}@media (scripting: enabled){j{k:l}m{n:o}}@media (scripting:none),print{p{q:r}}'
    expect(embedStyles(css)).toContain('a{b:c}j{k:l}m{n:o}@media (scripting:none),print{p{q:r}}')
  })

  it('has no custom property that nothing reads, nor one that only such a one reads', () => {
    const read = ':host{--a:1;--b:calc(var(--a) + 2px);--unread:var(--once);--once: ;--last:"x"}'
    expect(onlyUsed(`${read}.x--y{color:red;margin:var(--b,0)}`)).toBe(
      ':host{--a:1;--b:calc(var(--a) + 2px);}.x--y{color:red;margin:var(--b,0)}',
    )
  })

  it('has custom properties that styles read which come later, and no rules of the frame of pages', () => {
    expect(onlyUsed(':host{--a:1;--b:2}', '.x{color:var(--b)}')).toBe(':host{--b:2}')
    expect(embedStyles('a{b:c}.wrap{d:e}.lead{f:g}.wrapped{h:i}')).toContain('a{b:c}.wrapped{h:i}')
  })
})
