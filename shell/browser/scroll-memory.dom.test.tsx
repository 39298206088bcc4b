import { createScrollMemory, type ScrollMemory } from './scroll-memory.client.ts'

const scrolledTo = (y: number) => Object.assign(window, { scrollX: 0, scrollY: y })
const back = () =>
  new Promise<void>((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    history.back()
  })
const visit = (memory: ScrollMemory, path: string) => {
  memory.leave()
  memory.enter(new URL(path, location.href), 'push')
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/start')
})

describe('createScrollMemory (foundation 9: back and forward restored)', () => {
  it('remembers each page as it was left, and changes the address', async () => {
    const memory = createScrollMemory(window)
    scrolledTo(480)
    visit(memory, '/news?page=2#top')
    expect(location.href).toBe('http://localhost/news?page=2#top')
    expect(memory.position()).toBeNull()
    scrolledTo(120)
    await back()
    memory.leave()
    memory.enter(new URL(location.href), 'pop')
    expect(location.pathname).toBe('/start')
    expect(memory.position()).toEqual([0, 480])
  })

  it('outlives a reload', () => {
    scrolledTo(300)
    visit(createScrollMemory(window), '/news')
    history.replaceState(history.state, '')
    const afterReload = createScrollMemory(window)
    expect(afterReload.position()).toBeNull()
    scrolledTo(70)
    afterReload.leave()
    expect(createScrollMemory(window).position()).toEqual([0, 70])
  })

  it('keeps what others have put into the history, and the entry when the same page is shown again', () => {
    history.replaceState({ form: 7 }, '', '/start')
    const memory = createScrollMemory(window)
    const entries = history.length
    memory.enter(new URL(location.href), 'replace')
    expect(history.state).toMatchObject({ form: 7 })
    expect(history.length).toBe(entries)
  })

  it('remembers the fifty newest entries', () => {
    const memory = createScrollMemory(window)
    for (let n = 0; n < 60; n++) {
      scrolledTo(n)
      visit(memory, `/page-${n}`)
    }
    const kept = JSON.parse(sessionStorage.getItem('tessera-scroll')!) as [string, [number, number]][]
    expect(kept).toHaveLength(50)
    expect(kept.at(-1)?.[1]).toEqual([0, 59])
  })

  it('leaves reloads and other sites to the browser', () => {
    createScrollMemory(window)
    expect(history.scrollRestoration).toBe('manual')
    window.dispatchEvent(new Event('pagehide'))
    expect(history.scrollRestoration).toBe('auto')
  })
})
