import { jest } from '@jest/globals'
import { createOffline, isSlowConnection, isWithinVisit } from './connection.client.ts'

const isSlow = (connection: object | undefined) =>
  isSlowConnection({ defaultView: { navigator: { connection } } } as unknown as Document)

describe('isSlowConnection', () => {
  it('is true for a round trip of 150 ms or more, or a connection that the browser calls slower than 4G', () => {
    expect(isSlow({ effectiveType: '4g', rtt: 150 })).toBe(true)
    expect(isSlow({ effectiveType: '3g', rtt: 100 })).toBe(true)
    expect(isSlow({ effectiveType: '4g', rtt: 125 })).toBe(false)
  })
  it('is false without information from the browser', () => {
    expect([isSlow(undefined), isSlow({})]).toEqual([false, false])
  })
})

describe('isWithinVisit', () => {
  const from = (referrer: string) => isWithinVisit({ referrer })
  it('knows the pages of this site by their address', () => {
    const other = `${location.origin}.elsewhere.example/news`
    expect([from(`${location.origin}/news`), from(''), from(other)]).toEqual([true, false, false])
  })
})

describe('a link that is followed offline (issue: a site that a council would buy)', () => {
  const note = () => document.getElementById('offline')
  const press = (name: string) =>
    document.querySelector<HTMLElement>(`[data-offline="${name}"]`)?.dispatchEvent(new Event('click'))
  const gone = () => Promise.reject(new TypeError('Failed to fetch'))
  const reached = () => Promise.resolve()
  const settle = () => jest.advanceTimersByTimeAsync(20)

  /** The note, and a held action. */
  function aLine({ waits = true } = {}) {
    document.body.innerHTML = `<div id="offline" hidden><p role="alert">Offline <span data-offline="waits">Waits</span></p>
      <button data-offline="again"></button><button data-offline="stay"></button></div>`
    const ask = jest.fn<() => Promise<unknown>>(gone)
    const retry = jest.fn()
    const offline = createOffline(document, ask)
    offline.defer({ retry, waits })
    return { ask, retry, offline }
  }

  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it('shows a note, and is followed once the browser is online', async () => {
    const { ask, retry } = aLine()
    await settle()
    expect([note()?.hidden, note()?.querySelector('span')?.hidden]).toEqual([false, false])
    window.dispatchEvent(new Event('online'))
    await settle()
    expect([retry.mock.calls.length, note()?.hidden]).toEqual([0, false])
    ask.mockImplementation(reached)
    window.dispatchEvent(new Event('online'))
    await settle()
    expect([retry.mock.calls.length, note()?.hidden]).toEqual([1, true])
  })

  it('is followed even if the browser does not report that it is online', async () => {
    const { ask, retry } = aLine()
    ask.mockImplementation(reached)
    await jest.advanceTimersByTimeAsync(4_900)
    expect(retry).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(200)
    expect(retry).toHaveBeenCalledTimes(1)
    await jest.advanceTimersByTimeAsync(20_000)
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('is tried again on request, with the note again while still offline', async () => {
    const { ask, retry } = aLine({ waits: false })
    await settle()
    expect(note()?.querySelector('span')?.hidden).toBe(true)
    press('again')
    await settle()
    expect([ask.mock.calls.length, retry.mock.calls.length, note()?.hidden]).toEqual([1, 0, false])
    ask.mockImplementation(reached)
    press('again')
    await settle()
    expect([retry.mock.calls.length, note()?.hidden]).toEqual([1, true])
  })

  it('does not go on by itself for a visitor who stays, or who wanted a window or sent a form', async () => {
    const stayed = aLine()
    stayed.ask.mockImplementation(reached)
    press('stay')
    await jest.advanceTimersByTimeAsync(20_000)
    expect([stayed.retry.mock.calls.length, note()?.hidden]).toEqual([0, true])
    const other = aLine({ waits: false })
    other.ask.mockImplementation(reached)
    await jest.advanceTimersByTimeAsync(20_000)
    expect([other.retry.mock.calls.length, note()?.hidden]).toEqual([0, true])
  })

  it('counts as offline, unlike a slow connection', async () => {
    const offline = createOffline(document, () => Promise.reject(new DOMException('late', 'TimeoutError')))
    expect([await offline.isUnreachable(), offline.isKnown()]).toEqual([false, false])
    const other = createOffline(document, gone)
    expect([await other.isUnreachable(), other.isKnown()]).toEqual([true, true])
  })

  it('ends with any answer of the site, even if the browser does not report that it is online', async () => {
    const offline = createOffline(document, gone)
    await offline.isUnreachable()
    expect([offline.isKnown(), offline.markReachable('page'), offline.isKnown()]).toEqual([
      true,
      'page',
      false,
    ])
  })
})
