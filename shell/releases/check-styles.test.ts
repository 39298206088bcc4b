import { findGlobalStyles, readSiteStyles } from './check-styles.server.ts'

const site = readSiteStyles([
  'body{margin:0}.button,.f-head>.wrap{color:red}@media print{.prose{color:black}}@keyframes f-fade{to{opacity:0}}',
])

describe("a remote's style sheet (reference federation: scoped names only)", () => {
  it.each([
    '.a1B2{color:red}',
    '.a1B2 a:hover,.a1B2>.button{color:red}',
    '[dir=rtl] .a1B2{float:left}',
    'p.a1B2::before{content:"body{}"}',
    '@media (min-width:40em){.a1B2{color:red}}',
    '@layer remote{.a1B2{color:red}}',
    '@keyframes own{to{opacity:0}}',
    '.a1B2{& p{color:red} .button &{color:red}}',
    String.raw`.\31 a2{color:red}`,
  ])('may say %s', (sheet) => {
    expect(findGlobalStyles(sheet, site)).toEqual([])
  })

  it.each([
    ['body{margin:0}', ['body']],
    ['*,.a1B2{margin:0}', ['*']],
    ['.button{color:red}', ['.button']],
    ['.wrap .prose p{color:red}', ['.wrap .prose p']],
    ['body:has(.a1B2){color:red}', ['body:has(.a1B2)']],
    [':is(.a1B2,body){color:red}', [':is(.a1B2,body)']],
    ['a:not(:not(.a1B2)){color:red}', ['a:not(:not(.a1B2))']],
    [':root{--color-text:red}', [':root']],
    ['@media print{#main{display:none}}', ['#main']],
    ['@layer remote{header{display:none}}', ['header']],
    ['@supports (color:red){html{color:red}}', ['html']],
    ['body{& p{color:red}}', ['body', '& p']],
    ['@import "x.css"', ['@import "x.css"']],
    ['@font-face{font-family:a;src:url(x)}', ['@font-face']],
    ['@property --color-text{syntax:"*";inherits:true}', ['@property --color-text']],
    ['@scope (body){p{color:red}}', ['@scope (body)']],
    ['@keyframes f-fade{to{opacity:1}}', ['@keyframes f-fade']],
  ])('may not say %s', (sheet, found) => {
    expect(findGlobalStyles(sheet, site)).toEqual(found)
  })
})
