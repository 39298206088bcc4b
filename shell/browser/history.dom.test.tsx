import { jest } from '@jest/globals'
import { nameOfFocus, restoreFocusAndScroll, restorePosition } from './focus-and-scroll.client.ts'
import { createPageHistory, type PageHistory } from './history.client.ts'

const scrolledTo = (y: number) => Object.assign(window, { scrollX: 0, scrollY: y })
const moved = (move: () => void) =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    move()
  })
const back = () => moved(() => history.back())
/** Follows a link to a fragment of the page; Firefox and Safari scroll there before `popstate`. */
const toFragment = (hash: string, scrolled = 0) =>
  moved(() => {
    document.querySelector<HTMLElement>(`a[href="${hash}"]`)?.click()
    scrolledTo(scrolled)
  })
const aHistory = () => createPageHistory({ view: window, firstPage: '/start' })
const visit = (pages: PageHistory, path: string) => {
  pages.leave(null)
  pages.enter(new URL(path, location.href), 'push')
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/start')
})

describe('createPageHistory (foundation 9: back and forward restored)', () => {
  it('remembers each page as it was left, and changes the address', async () => {
    const pages = aHistory()
    scrolledTo(480)
    visit(pages, '/news?page=2#top')
    expect(location.href).toBe('http://localhost/news?page=2#top')
    expect(pages.position()).toBeNull()
    scrolledTo(120)
    await back()
    pages.leave(null)
    pages.enter(new URL(location.href), 'pop')
    expect(location.pathname).toBe('/start')
    expect(pages.position()).toEqual([0, 480])
  })

  it('outlives a reload', () => {
    scrolledTo(300)
    visit(aHistory(), '/news')
    history.replaceState(history.state, '')
    const afterReload = aHistory()
    expect(afterReload.position()).toBeNull()
    scrolledTo(70)
    afterReload.leave(null)
    expect(aHistory().position()).toEqual([0, 70])
  })

  it('knows the left page after a reload, even if Back began before the first call', async () => {
    scrolledTo(1500)
    visit(aHistory(), '/news/one')
    scrolledTo(0)
    const afterReload = aHistory()
    await back()
    afterReload.leave(null)
    afterReload.enter(new URL(location.href), 'pop')
    expect(afterReload.position()).toEqual([0, 1500])
  })

  it('tells after a reload which pages the one of an entry was added to, and only then', async () => {
    const pages = aHistory()
    for (const page of [2, 3]) {
      pages.leave(null)
      pages.enter(new URL(`/start?page=${page}`, location.href), 'push', true)
    }
    expect(pages.joined()).toEqual([])
    visit(pages, '/news/one')
    const afterReload = aHistory()
    expect(afterReload.joined()).toEqual([])
    await back()
    expect([pages.joined(), afterReload.joined()]).toEqual([[], ['/start', '/start?page=2']])
    afterReload.enter(new URL(location.href), 'pop')
    expect(afterReload.joined()).toEqual([])
    history.replaceState({ tesseraKey: 'x', tesseraJoined: 'what somebody else wrote' }, '')
    expect(afterReload.joined()).toEqual([])
  })

  it('finds the places of one page as they were left: scroll and focus', async () => {
    document.body.innerHTML = '<a href="#end">End</a><p id="end" tabindex="-1"></p>'
    Object.assign(window, { scrollTo: jest.fn() })
    const pages = aHistory()
    document.querySelector('a')?.focus()
    scrolledTo(480)
    await toFragment('#end', 2000)
    pages.moveWithin()
    expect(window.scrollTo).not.toHaveBeenCalled()
    document.querySelector('p')?.focus()
    await back()
    pages.moveWithin()
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 480, behavior: 'instant' })
    expect(document.activeElement?.textContent).toBe('End')
    visit(pages, '/news')
    expect(pages.shown()).toBe('/news')
  })

  it('gives the focus back to a place on a map, which is a link of its drawing', () => {
    document.body.innerHTML = '<svg><a href="#one" tabindex="0">1</a><a href="#two" tabindex="0">2</a></svg>'
    Object.assign(window, { scrollTo: jest.fn() })
    document.querySelector<SVGAElement>('[href="#two"]')?.focus()
    const focus = nameOfFocus() ?? ''
    document.querySelector<SVGAElement>('[href="#one"]')?.focus()
    restorePosition([0, 0, focus], true)
    expect(document.activeElement?.textContent).toBe('2')
  })

  it('knows the place of a fragment after another page', async () => {
    document.body.innerHTML = '<a href="#end">End</a>'
    const pages = aHistory()
    await toFragment('#end')
    pages.moveWithin()
    scrolledTo(700)
    visit(pages, '/news')
    scrolledTo(0)
    await back()
    pages.leave(null)
    pages.enter(new URL(location.href), 'pop')
    expect([location.hash, pages.position()]).toEqual(['#end', [0, 700]])
  })

  it('keeps what others have put into the history, and the entry when the same page is shown again', () => {
    history.replaceState({ form: 7 }, '', '/start')
    const pages = aHistory()
    const entries = history.length
    pages.enter(new URL(location.href), 'replace')
    expect(history.state).toMatchObject({ form: 7 })
    expect(history.length).toBe(entries)
  })

  it('remembers the fifty newest entries', () => {
    const pages = aHistory()
    for (let n = 0; n < 60; n++) {
      scrolledTo(n)
      visit(pages, `/page-${n}`)
    }
    const kept = JSON.parse(sessionStorage.getItem('tessera-scroll')!) as [string, [number, number]][]
    expect(kept).toHaveLength(50)
    expect(kept.at(-1)?.[1]).toEqual([0, 59])
  })

  it('leaves reloads and other sites to the browser', () => {
    aHistory()
    expect(history.scrollRestoration).toBe('manual')
    window.dispatchEvent(new Event('pagehide'))
    expect(history.scrollRestoration).toBe('auto')
  })
})

describe('restoreFocusAndScroll', () => {
  beforeEach(() => {
    document.body.innerHTML = '<main id="main"><h1 id="page-title">News</h1><p id="latest">x</p></main>'
    Object.assign(window, { scrollTo: jest.fn() })
    Element.prototype.scrollIntoView = jest.fn()
  })

  it('leaves a page that was only fetched again where it was read, without a word', () => {
    restoreFocusAndScroll({ url: new URL('/news', location.href), kind: 'refresh', left: [0, 480] })
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 480, behavior: 'instant' })
    expect(document.activeElement).toBe(document.body)
    expect(document.querySelector('#announcer')).toBeNull()
  })

  it('puts the focus on the heading, goes to the top and says the title once', () => {
    jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => (run(0), 0))
    document.title = 'News – Larkmoor Council'
    restoreFocusAndScroll({ url: new URL('/news', location.href), kind: 'push', left: null })
    restoreFocusAndScroll({ url: new URL('/news', location.href), kind: 'push', left: null })
    expect(document.activeElement?.id).toBe('page-title')
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 0, behavior: 'instant' })
    expect(document.querySelectorAll('[role=status]')).toHaveLength(1)
    expect(document.querySelector('#announcer')?.textContent).toBe('News – Larkmoor Council')
  })

  it('goes to the place that the address names', () => {
    restoreFocusAndScroll({ url: new URL('/news#latest', location.href), kind: 'push', left: null })
    expect(document.activeElement?.id).toBe('latest')
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled()
  })

  it('finds the link that was followed among others of its address', () => {
    document.body.innerHTML = `<main id="main"><h1 id="page-title">News</h1><a href="/one">Picture</a><a href="/one">One</a></main>`
    document.querySelectorAll('a')[1]?.focus()
    const focus = nameOfFocus() ?? ''
    document.body.innerHTML = document.body.outerHTML
    restoreFocusAndScroll({ url: new URL('/news', location.href), kind: 'pop', left: [0, 480, focus] })
    expect(document.activeElement?.textContent).toBe('One')
    ;(document.activeElement as HTMLElement).blur()
    restorePosition([0, 90, focus], true)
    expect(document.activeElement?.textContent).toBe('One')
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 90, behavior: 'instant' })
  })

  it('gives the focus back to the link that was followed, though the address names a place', () => {
    document.body.insertAdjacentHTML('beforeend', '<a href="/one">One</a>')
    const url = new URL('/news#latest', location.href)
    restoreFocusAndScroll({ url, kind: 'pop', left: [0, 480, 'a[href="/one"]'] })
    expect(document.activeElement?.textContent).toBe('One')
    restoreFocusAndScroll({ url, kind: 'pop', left: [0, 480] })
    expect(document.activeElement?.id).toBe('latest')
  })

  it('restores the place of a page that the visitor comes back to', () => {
    restoreFocusAndScroll({ url: new URL('/news', location.href), kind: 'pop', left: [0, 480] })
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 480, behavior: 'instant' })
  })
})
