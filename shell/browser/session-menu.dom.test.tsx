import { offersSignIn, showMenu } from './session-menu.client.ts'

const ANONYMOUS =
  '<header><div data-slot="header-user"><a href="/account/login" data-return-here="">Sign in</a></div></header>'
const answer = (html: string) => new DOMParser().parseFromString(html, 'text/html')
const MEMBER = '<div data-slot="header-user"><details><summary>Ann</summary></details></div>'
const sheets = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))

beforeEach(() => {
  document.head.innerHTML = '<link rel="stylesheet" href="/_mfe/a.css">'
  document.body.innerHTML = ANONYMOUS
})

describe('the account menu of a page that a cache had for everybody (reference security 1.3)', () => {
  it('is the anonymous one until the server has said who is signed in', () => {
    expect(offersSignIn(document)).toBe(true)
    showMenu(answer(MEMBER), document)
    expect(offersSignIn(document)).toBe(false)
    expect(document.querySelector('header')?.textContent).toBe('Ann')
  })

  it('brings the style sheets that the page has not', () => {
    const links = '<link rel="stylesheet" href="/_mfe/a.css"><link rel="stylesheet" href="/_mfe/b.css">'
    showMenu(answer(links + MEMBER), document)
    expect(sheets()).toEqual(['/_mfe/a.css', '/_mfe/b.css'])
  })

  it('keeps the focus where it was', () => {
    document.querySelector('a')?.focus()
    showMenu(answer(MEMBER), document)
    expect(document.activeElement?.tagName).toBe('SUMMARY')
  })

  it('stays open when a visitor has just opened it', () => {
    showMenu(answer(MEMBER), document)
    document.querySelector('details')?.setAttribute('open', '')
    showMenu(answer(MEMBER.replace('Ann', 'Ada')), document)
    expect(document.querySelector('details')?.open).toBe(true)
    expect(document.querySelector('header')?.textContent).toBe('Ada')
    document.querySelector('details')?.removeAttribute('open')
    showMenu(answer(MEMBER), document)
    expect(document.querySelector('details')?.open).toBe(false)
  })

  it('stays as it is when the answer is something else, or the page has none', () => {
    showMenu(answer('<p>Busy</p>'), document)
    expect(document.querySelector('header')?.textContent).toBe('Sign in')
    document.body.innerHTML = '<main>Form</main>'
    showMenu(answer(MEMBER), document)
    expect(document.body.textContent).toBe('Form')
  })
})
