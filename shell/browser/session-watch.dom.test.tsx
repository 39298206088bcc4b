import { jest } from '@jest/globals'
import { watchSession } from './session-watch.client.ts'

/** A window whose cookies and visibility a test sets, and which counts how often cookies are read. */
function aWindow(cookie = '') {
  const state = { cookie, visibilityState: 'visible', reads: 0, now: 0 }
  const page = Object.defineProperties(new EventTarget(), {
    cookie: {
      get: () => {
        state.reads += 1
        return state.cookie
      },
    },
    visibilityState: { get: () => state.visibilityState },
  })
  const view = Object.assign(new EventTarget(), { document: page }) as unknown as Window
  const seen: string[] = []
  const watch = watchSession(
    view,
    (hint) => seen.push(hint),
    () => state.now,
  )
  const show = (visibilityState: string) => {
    state.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { state, view, watch, seen, show }
}
const pageShow = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

describe('watching the session (specification 9: cookie polling every 300 ms)', () => {
  it('tells of a change within 300 ms, once, and of nothing else', () => {
    const { state, seen } = aWindow('tessera-session=in.1')
    jest.advanceTimersByTime(900)
    state.cookie = 'other=1; tessera-session=in.1'
    jest.advanceTimersByTime(300)
    expect(seen).toEqual([])
    state.cookie = 'tessera-session=out'
    jest.advanceTimersByTime(300)
    expect(seen).toEqual(['out'])
    jest.advanceTimersByTime(3_000)
    expect(seen).toEqual(['out'])
  })

  it('has one timer, and none while the tab cannot be seen', () => {
    const { state, show } = aWindow()
    show('visible')
    expect(jest.getTimerCount()).toBe(1)
    show('hidden')
    expect(jest.getTimerCount()).toBe(0)
    const { reads } = state
    jest.advanceTimersByTime(3_000)
    expect(state.reads).toBe(reads)
  })

  it('reads the cookies once for each look', () => {
    const { state } = aWindow('tessera-session=in.1')
    const { reads } = state
    jest.advanceTimersByTime(3_000)
    expect(state.reads - reads).toBe(10)
  })

  it('looks at once when the tab can be seen again, has the focus, or comes out of the back-forward cache', () => {
    const { state, seen, show, view } = aWindow()
    show('hidden')
    state.cookie = 'tessera-session=in.1'
    show('visible')
    expect(seen).toEqual(['in.1'])
    state.cookie = 'tessera-session=in.2'
    view.dispatchEvent(new Event('focus'))
    expect(seen).toEqual(['in.1', 'in.2'])
    state.cookie = 'tessera-session=over'
    view.dispatchEvent(pageShow(true))
    expect(seen).toEqual(['in.1', 'in.2', 'over'])
  })

  it('leaves a document alone that is being left, until it is shown again or nothing came of it', () => {
    const { state, seen, watch, view } = aWindow()
    watch.leave()
    state.cookie = 'tessera-session=in.1'
    jest.advanceTimersByTime(3_000)
    expect(seen).toEqual([])
    expect(watch.isLeft()).toBe(true)
    view.dispatchEvent(pageShow(true))
    expect(seen).toEqual(['in.1'])
    watch.leave()
    state.cookie = 'tessera-session=out'
    state.now += 30_000
    jest.advanceTimersByTime(300)
    expect(seen).toEqual(['in.1', 'out'])
  })
})
