import { jest } from '@jest/globals'
import { fireEvent } from '@testing-library/react'
import { closeMenus, closeMenusOutside, offersSignIn, showMenu } from './header-menus.client.ts'

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

describe('menus of the header (issue: a site that a council would buy)', () => {
  const menu = (name: string) => document.querySelector<HTMLDetailsElement>(`#${name}`)
  const open = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id)

  beforeAll(() => closeMenusOutside(document))
  beforeEach(() => {
    document.body.innerHTML = `<header>
      <details id="services" open><summary>Services</summary><a href="/bins">Bins</a></details>
      <details id="account"><summary>Ann</summary></details></header>
      <main><details id="filters" open><summary>Filters</summary></details><a href="/news">News</a></main>`
  })

  it('are closed by Escape, and the focus goes back to what opened them', () => {
    menu('services')?.querySelector('a')?.focus()
    fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' })
    expect(open()).toEqual(['filters'])
    expect(document.activeElement?.textContent).toBe('Services')
  })

  it('leave the focus where it is when that is elsewhere, and other keys alone', () => {
    document.querySelector<HTMLElement>('main a')?.focus()
    menu('services')?.setAttribute('open', '')
    fireEvent.keyDown(document, { key: 'ArrowDown' })
    expect(open()).toEqual(['services', 'filters'])
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(open()).toEqual(['filters'])
    expect(document.activeElement?.textContent).toBe('News')
  })

  it.each(['click', 'focusIn'] as const)('are closed by a %s elsewhere, and by none inside', (name) => {
    const link = menu('services')?.querySelector('a')
    if (link) fireEvent[name](link)
    expect(open()).toEqual(['services', 'filters'])
    fireEvent[name](document.querySelector('main') ?? document)
    expect(open()).toEqual(['filters'])
  })

  it('unfold in the sheet of a small screen, and stay', () => {
    const sheet = document.querySelector('header')
    sheet?.setAttribute('popover', '')
    const matches = jest.spyOn(HTMLElement.prototype, 'matches').mockReturnValue(true)
    fireEvent.keyDown(document, { key: 'Escape' })
    matches.mockRestore()
    expect(open()).toEqual(['services', 'filters'])
  })

  it('are in a sheet that is closed by a focus outside it, which would be behind it, and by none inside', () => {
    const sheet = document.querySelector('header')!
    sheet.id = 'menu'
    const hidden = jest.fn()
    Object.assign(sheet, {
      hidePopover: hidden,
      matches: (of: string) => of === '[popover]:is(:popover-open)',
    })
    fireEvent.focusIn(sheet.querySelector('a')!)
    expect(hidden).not.toHaveBeenCalled()
    fireEvent.focusIn(document.querySelector('main a')!)
    expect(hidden).toHaveBeenCalledTimes(1)
  })

  it('are closed in a browser without popovers, where their selector alone is an error', () => {
    const sheet = document.querySelector('header')
    sheet?.setAttribute('id', 'menu')
    sheet?.setAttribute('popover', '')
    const matches = jest.spyOn(HTMLElement.prototype, 'matches').mockImplementation((selector) => {
      // An unknown selector makes a whole selector invalid, but only itself inside `:is()`.
      if (/(?<!:is\():popover-open/.test(selector)) throw new SyntaxError(selector)
      return false
    })
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(open()).toEqual(['filters'])
    expect(() => closeMenus(document)).not.toThrow()
    matches.mockRestore()
  })

  it('are closed with the page that they stood on', () => {
    closeMenus(document)
    expect(open()).toEqual(['filters'])
  })
})
