import { jest } from '@jest/globals'
import { createProgress, watchIntent } from './follow-links.client.ts'

function aPage({ saveData = false } = {}) {
  const root = document.implementation.createHTMLDocument()
  Object.defineProperty(root, 'defaultView', { value: { navigator: { connection: { saveData } } } })
  root.body.innerHTML = '<a href="/news"><span>News</span></a><p>text</p>'
  const told: string[] = []
  watchIntent(root, (link) => told.push(link.getAttribute('href') ?? ''))
  const on = (selector: string, type: string, pointerType = 'mouse') =>
    root
      .querySelector(selector)
      ?.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { pointerType }))
  return { told, on }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('watchIntent (foundation 9: prefetch on intent)', () => {
  it('takes a pointer that rests for 65 ms as intent, and one that passes not', () => {
    const { told, on } = aPage()
    on('span', 'pointerover')
    jest.advanceTimersByTime(64)
    on('span', 'pointerout')
    jest.advanceTimersByTime(500)
    expect(told).toEqual([])
    on('span', 'pointerover')
    jest.advanceTimersByTime(65)
    expect(told).toEqual(['/news'])
  })

  it('takes focus and the touch before a tap as intent, a finger that scrolls over a link not', () => {
    const { told, on } = aPage()
    on('a', 'pointerover', 'touch')
    jest.advanceTimersByTime(500)
    expect(told).toEqual([])
    on('a', 'focusin')
    on('span', 'touchstart')
    on('p', 'touchstart')
    expect(told).toEqual(['/news', '/news'])
  })

  it('fetches nothing in advance for visitors who save data', () => {
    const { told, on } = aPage({ saveData: true })
    on('a', 'focusin')
    expect(told).toEqual([])
  })
})

describe('createProgress', () => {
  beforeEach(() => {
    document.body.innerHTML = '<main id="main"></main>'
  })

  const isLoading = () => [
    document.documentElement.classList.contains('is-loading'),
    document.getElementById('main')?.getAttribute('aria-busy'),
  ]

  it('shows nothing for a short wait, and shows a long one until its end', () => {
    const start = createProgress(document)
    start()()
    jest.advanceTimersByTime(500)
    expect(isLoading()).toEqual([false, null])
    const done = start()
    jest.advanceTimersByTime(200)
    expect(isLoading()).toEqual([true, 'true'])
    done()
    expect(isLoading()).toEqual([false, null])
  })

  it('goes on while the newest page is awaited, though an older call has ended', () => {
    const start = createProgress(document)
    const older = start()
    const newest = start()
    jest.advanceTimersByTime(200)
    older()
    expect(isLoading()).toEqual([true, 'true'])
    newest()
    expect(isLoading()).toEqual([false, null])
  })
})
