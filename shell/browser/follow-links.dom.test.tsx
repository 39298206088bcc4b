import { jest } from '@jest/globals'
import { createProgress, followLinks, watchIntent } from './follow-links.client.ts'

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

describe('followLinks while there is no line (issue: a site that a council would buy)', () => {
  const held: boolean[] = []
  const gone: string[] = []
  let isKnown = true

  beforeAll(() => {
    followLinks({
      go: ({ pathname }) => gone.push(pathname),
      here: () => new URL('/here', location.origin),
      language: 'en-GB',
      shown: () => '/here',
      leave: () => undefined,
      stay: () => undefined,
      offline: { isKnown: () => isKnown, defer: ({ waits }) => held.push(waits) },
    })
  })
  beforeEach(() => {
    jest.useRealTimers()
    held.length = gone.length = 0
    isKnown = true
    document.body.innerHTML = `<a id="page" href="/news">News</a><a id="file" href="/news.pdf" download>File</a>
      <a id="other" href="https://other.example/">Other</a><a id="mail" href="mailto:a@b.example">Mail</a>
      <a id="place" href="#place">Place</a><a id="window" href="/news" target="_blank">Window</a>
      <form id="filter" action="/news"></form><form id="post" method="post" action="/api/sign-out"></form>`
  })
  const on = (selector: string, event: Event) => document.querySelector(selector)?.dispatchEvent(event)
  const click = (init: MouseEventInit = {}) =>
    new MouseEvent(init.button === 1 ? 'auxclick' : 'click', { bubbles: true, cancelable: true, ...init })
  const submit = () => new SubmitEvent('submit', { bubbles: true, cancelable: true })

  it.each<[string, Event, boolean[]]>([
    ['#other', click(), [true]],
    ['#file', click(), [true]],
    ['#window', click(), [false]],
    ['#page', click({ ctrlKey: true }), [false]],
    ['#page', click({ button: 1 }), [false]],
    ['#filter', submit(), [true]],
    ['#post', submit(), [false]],
  ])(
    'holds what the browser would load, %s, and goes on with what leads from this page',
    (what, event, waits) => {
      expect(on(what, event)).toBe(false)
      expect([held, gone]).toEqual([waits, []])
    },
  )

  describe('the focus after a search (reference peers 1.1: it stays on the control)', () => {
    const send = (button: HTMLElement, focused: HTMLElement | null) => {
      focused?.focus()
      const form = button.closest('form')
      form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }))
      return document.activeElement
    }
    const withTouch = (matches: boolean) =>
      Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => ({ matches }) })
    let [field, button] = [document.createElement('input'), document.createElement('button')]
    beforeEach(() => {
      document.body.innerHTML =
        '<form role="search" action="/search"><input name="term" /><button>Search</button></form>'
      ;[field, button] = [document.querySelector('input')!, document.querySelector('button')!]
      withTouch(false)
    })

    it('stays in the field after Enter there, and goes to a button that was pressed', () => {
      expect(send(button, field)).toBe(field)
      field.blur()
      expect(send(button, null)).toBe(button)
      expect(gone).toEqual(['/search', '/search'])
    })

    it('goes to the button on a touch screen, so that its keyboard does not cover the results', () => {
      withTouch(true)
      expect(send(button, field)).toBe(button)
    })
  })

  it('leaves links inside an SVG image, such as markers of a map, to the browser', () => {
    document.body.innerHTML = '<svg><a href="#hall"><circle r="9" /></a></svg>'
    const failed = jest.fn()
    window.addEventListener('error', failed)
    expect(on('circle', click())).toBe(true)
    window.removeEventListener('error', failed)
    expect([failed.mock.calls, held, gone]).toEqual([[], [], []])
  })

  it('tries pages of its own, which may be there already, and leaves alone what needs no line', () => {
    on('#page', click())
    expect([held, gone]).toEqual([[], ['/news']])
    expect([on('#mail', click()), held]).toEqual([true, []])
    document.querySelector('#place')?.addEventListener('click', (event) => event.stopPropagation())
    isKnown = false
    expect([on('#window', click()), on('#page', click({ ctrlKey: true })), held]).toEqual([true, true, []])
  })
})
