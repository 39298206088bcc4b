import { jest } from '@jest/globals'
import type { BrowserRemote, Bus, PageSlot, ServedState, Slice } from '@tessera/shared/contract'
import { createBus, createStore } from '@tessera/shared/store'
import { createLifecycles } from '@tessera/shared/spa'
import { useSelector } from '@tessera/shared/ui'
import { hostSlices, initialRoute } from '../state/host-slices.ts'
import type { PageAnswer } from './fetch-page.client.ts'
import { createPageHistory } from './history.client.ts'
import { createNavigate, PAGE_DEADLINE_MS } from './navigate.client.ts'
import { createSlots } from './slots.client.ts'

interface Call {
  readonly key: string
  readonly signal: AbortSignal
  readonly answer: (answer: Partial<PageAnswer>) => void
  readonly fail: (error: Error) => void
}

const MAIN: PageSlot = { id: 'main', remote: 'mfe-content', view: 'page', hydrate: 'never', props: {} }
const INSIDE: PageSlot = {
  id: 'form-1',
  remote: 'mfe-forms',
  view: 'form',
  hydrate: 'visible',
  props: {},
  parent: 'main',
}

function aPage(path: string, title: string, { slots = [MAIN], entryID = 'e1', language = 'en-GB' } = {}) {
  return {
    routing: { ...initialRoute, currentPath: path, canonicalPath: path, entryID, mappedEntry: { title } },
    version: { commitRef: null, buildNo: null, contensisVersionStatus: 'published' },
    page: {
      head: { title, description: '', language, dir: 'ltr', canonicalPath: path, alternates: [] },
      slots,
      releases: { 'mfe-content': { version: '1', integrity: '' } },
    },
  } satisfies ServedState as ServedState
}

/** Records the shell's actions and adopted states, and no other actions. */
const recorder = (writes: string[]): Slice => ({
  key: 'recorder',
  reducer: (state: unknown = null, { type }) => {
    if (/^host\/|adopted/.test(type)) writes.push(type)
    return state
  },
})

/** A page on the screen, with all that navigating from it needs; the test decides when requests are answered. */
function aSite(
  given: {
    readonly remote?: (bus: Bus) => Partial<BrowserRemote>
    readonly unmountMs?: number
    readonly mount?: (slot: PageSlot) => Promise<void>
  } = {},
) {
  document.documentElement.lang = 'en-GB'
  document.body.innerHTML = `<header><a class="f-logo" href="/">Home</a></header>
    <main id="main"><div data-slot="main"><h1>First</h1></div></main>`
  history.replaceState(null, '', '/first')
  const calls: Call[] = []
  const writes: string[] = []
  const renders: string[] = []
  const mounted: string[] = []
  const told: object[] = []
  const cancelled: (readonly string[])[] = []
  const bus = createBus()
  bus.on('route.changed', (event) => told.push(event))
  const store = createStore({ parts: [{ owner: 'test', slices: [...hostSlices, recorder(writes)] }] })
  store.adopt(aPage('/first', 'First'))
  writes.length = 0
  function Page() {
    const title = useSelector(({ routing }) => String(routing.mappedEntry?.['title']))
    renders.push(title)
    return (
      <>
        <h1>{title}</h1>
        <div data-slot="form-1" />
      </>
    )
  }
  const remote = { lifecycles: createLifecycles(Page), ...given.remote?.(bus) } as BrowserRemote
  const remotes = {
    load: jest.fn(() => Promise.resolve(remote)),
    fits: () => true,
    forgetFailure: () => undefined,
  }
  const pages = {
    take: (key: string, signal: AbortSignal) =>
      new Promise<PageAnswer>((resolve, fail) =>
        calls.push({
          key,
          signal,
          fail,
          answer: (answer) =>
            resolve({ status: 200, page: null, redirect: null, requestId: null, ...answer }),
        }),
      ),
  }
  const pageHistory = createPageHistory({ view: window, firstPage: '/first' })
  const { navigate, cancel } = createNavigate({
    store,
    bus,
    pages,
    remotes,
    islands: { cancel: (ids) => cancelled.push(ids) },
    slots: createSlots({ store, bus, fallbackText: () => undefined }, given.unmountMs),
    history: pageHistory,
    mount: (slot) => given.mount?.(slot) ?? Promise.resolve(void mounted.push(slot.id)),
    hydrate: () => Promise.resolve(false),
  })
  return {
    store,
    bus,
    calls,
    writes,
    renders,
    mounted,
    told,
    cancelled,
    remotes,
    cancel,
    shown: pageHistory.shown,
    go: (path: string, kind: Parameters<typeof navigate>[1] = 'push') =>
      navigate(new URL(path, location.href), kind),
    heading: () => document.querySelector('h1')?.textContent,
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } })
  Object.assign(window, { scrollTo: jest.fn() })
})

describe('a navigation (design 2: fetch, code, swap, commit)', () => {
  it('is one request, one change of the address, one write of the page into the state, one render, and is told once', async () => {
    const site = aSite()
    const entries = history.length
    const done = site.go('/news?page=2#latest')
    expect(site.writes).toEqual(['host/pathChanged'])
    expect(site.store.getState().routing).toMatchObject({ isLoading: true, nextPath: '/news' })
    expect(location.pathname).toBe('/first')
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    expect(await done).toEqual({ type: 'shown' })
    expect(site.calls.map(({ key }) => key)).toEqual(['/news?page=2'])
    expect([location.href, history.length - entries]).toEqual(['http://localhost/news?page=2#latest', 1])
    expect(site.writes).toEqual(['host/pathChanged', '@@store/adopted'])
    expect(site.renders).toEqual(['News'])
    expect(site.heading()).toBe('News')
    expect(site.shown()).toBe('/news?page=2')
    expect(document.title).toBe('News')
    expect(site.store.getState().routing).toMatchObject({
      isLoading: false,
      nextPath: null,
      currentPath: '/news',
      surrogateKeys: [],
      apiCalls: [],
    })
    expect(site.told).toEqual([{ path: '/news', title: 'News', statusCode: 200 }])
  })

  it('says its path as the server reads it, decoded, so that another state of the same page is known as such', async () => {
    const site = aSite()
    const first = site.go('/cy/dŵr')
    expect(site.store.getState().routing).toMatchObject({ isLoading: true, nextPath: '/cy/dŵr' })
    site.calls[0]?.answer({ page: aPage('/cy/dŵr', 'Dŵr') })
    await first
    expect(site.calls[0]?.key).toBe('/cy/d%C5%B5r')
    expect(site.told).toMatchObject([{ path: '/cy/dŵr' }])
    const second = site.go('/cy/d%C5%B5r?page=2')
    expect(site.store.getState().routing).toMatchObject({ isLoading: false, nextPath: '/cy/dŵr' })
    site.calls[1]?.answer({ status: 503 })
    await second
    expect(site.store.getState().routing).toMatchObject({
      currentPath: '/cy/dŵr',
      canonicalPath: '/cy/dŵr',
      location: { pathname: '/cy/dŵr', search: '?page=2' },
    })
  })

  it('whose page says that a release of the one before is in quarantine tells so first, whatever becomes of it', async () => {
    const site = aSite()
    const told: unknown[] = []
    site.bus.on('release.quarantined', (event) => told.push({ ...event, on: site.heading() }))
    const going = site.go('/second')
    const next = aPage('/second', 'Second', { language: 'cy' })
    const releases = { 'mfe-content': { version: '0', integrity: '', quarantined: ['1'] } }
    site.calls[0]!.answer({ page: { ...next, page: { ...next.page, releases } } })
    expect(await going).toMatchObject({ type: 'document' })
    expect(told).toEqual([{ remote: 'mfe-content', version: '1', live: '0', on: 'First' }])
  })

  it('takes the old page off: what had not been hydrated is called off, what is inside the new one follows', async () => {
    const site = aSite()
    const first = site.go('/form')
    site.calls[0]?.answer({ page: aPage('/form', 'Form', { slots: [MAIN, INSIDE] }) })
    await first
    await settled()
    expect(site.mounted).toEqual(['form-1'])
    const second = site.go('/news')
    site.calls[1]?.answer({ page: aPage('/news', 'News') })
    await second
    expect(site.cancelled).toEqual([['main'], ['main', 'form-1']])
    expect(site.renders).toEqual(['Form', 'News'])
  })

  it('lets the newest win and aborts the older, whichever answers first', async () => {
    const site = aSite()
    const older = site.go('/news')
    const newer = site.go('/events')
    expect(site.calls.map(({ key, signal }) => [key, signal.aborted])).toEqual([
      ['/news', true],
      ['/events', false],
    ])
    site.calls[1]?.answer({ page: aPage('/events', 'Events') })
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    expect([await older, await newer]).toEqual([{ type: 'superseded' }, { type: 'shown' }])
    expect([site.heading(), location.pathname]).toEqual(['Events', '/events'])
    expect(site.renders).toEqual(['Events'])
  })

  it('that is cancelled leaves the page on the screen, and the next one is followed all the same', async () => {
    const site = aSite()
    const cancelled = site.go('/news')
    site.cancel()
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    expect([await cancelled, site.calls[0]?.signal.aborted]).toEqual([{ type: 'superseded' }, true])
    expect([site.heading(), location.pathname]).toEqual(['First', '/first'])
    const next = site.go('/events')
    site.calls[1]?.answer({ page: aPage('/events', 'Events') })
    expect(await next).toEqual({ type: 'shown' })
  })

  it('finishes a swap that has begun before the next one begins', async () => {
    const held: (() => void)[] = []
    const order: string[] = []
    const lifecycles = (element: HTMLElement) => ({
      bootstrap: () => Promise.resolve(),
      mount: async () => {
        order.push('mount')
        await new Promise<void>((release) => held.push(release))
        element.textContent = 'mounted'
        order.push('mounted')
      },
      unmount: () => Promise.resolve(void order.push('unmount')),
    })
    const site = aSite({ remote: () => ({ lifecycles }) })
    const older = site.go('/news')
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    await settled()
    const newer = site.go('/events')
    site.calls[1]?.answer({ page: aPage('/events', 'Events') })
    await settled()
    expect(order).toEqual(['mount'])
    held.shift()?.()
    expect(await older).toEqual({ type: 'shown' })
    await settled()
    held.shift()?.()
    expect(await newer).toEqual({ type: 'shown' })
    expect(order).toEqual(['mount', 'mounted', 'unmount', 'mount', 'mounted'])
    expect(site.told).toMatchObject([{ path: '/news' }, { path: '/events' }])
  })

  it('that fails asks for the document, and the next one is followed all the same', async () => {
    const site = aSite()
    const failing = site.go('/news')
    const reason = new TypeError('Failed to fetch')
    site.calls[0]?.fail(reason)
    expect(await failing).toEqual({ type: 'document', reason })
    expect([site.heading(), location.pathname]).toEqual(['First', '/first'])
    const next = site.go('/events')
    site.calls[1]?.answer({ page: aPage('/events', 'Events') })
    expect(await next).toEqual({ type: 'shown' })
  })

  it('that does not come within eight seconds is given up', async () => {
    jest.useFakeTimers()
    const site = aSite()
    const late = site.go('/news')
    await jest.advanceTimersByTimeAsync(PAGE_DEADLINE_MS)
    jest.useRealTimers()
    expect(await late).toMatchObject({ type: 'document', reason: { code: 'page/deadline' } })
    expect(site.calls[0]?.signal.aborted).toBe(true)
  })

  it('whose main region cannot be mounted asks for the document', async () => {
    const broken = () => ({
      bootstrap: () => Promise.resolve(),
      mount: () => Promise.reject(new Error('no such view')),
      unmount: () => Promise.resolve(),
    })
    const site = aSite({ remote: () => ({ lifecycles: broken }) })
    const done = site.go('/news')
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    expect(await done).toMatchObject({ type: 'document', reason: { code: 'client/mount-failed' } })
    expect(site.told).toEqual([])
  })

  it('from a page that cannot be taken off asks for the document, and leaves address and history alone', async () => {
    const clinging = () => ({
      bootstrap: () => Promise.resolve(),
      mount: () => Promise.resolve(),
      unmount: () => new Promise<never>(() => undefined),
    })
    const site = aSite({ remote: () => ({ lifecycles: clinging }), unmountMs: 20 })
    const first = site.go('/news')
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    await first
    const done = site.go('/events')
    site.calls[1]?.answer({ page: aPage('/events', 'Events') })
    expect(await done).toMatchObject({ type: 'document', reason: { code: 'client/unmount-late' } })
    expect(location.pathname).toBe('/news')
  })

  it('back to a page keeps the entry that the browser went to', async () => {
    const site = aSite()
    const entries = history.length
    const done = site.go('/first', 'pop')
    site.calls[0]?.answer({ page: aPage('/first', 'First') })
    await done
    expect(history.length).toBe(entries)
  })

  it('puts what was added to a page together again before it is shown', async () => {
    const site = aSite()
    history.replaceState({ tesseraKey: 'before', tesseraJoined: ['/first?page=1', '/gone'] }, '', '/first')
    const adopted: unknown[] = []
    const adopt = jest
      .spyOn(site.store, 'adopt')
      .mockImplementation(({ page }) => adopted.push(page?.head.title))
    const done = site.go('/first?page=2', 'pop')
    expect(site.calls.map(({ key }) => key)).toEqual(['/first?page=2', '/first?page=1', '/gone'])
    site.calls[0]?.answer({ page: aPage('/first?page=2', 'Two') })
    site.calls[1]?.answer({ page: aPage('/first?page=1', 'One') })
    site.calls[2]?.fail(new Error('gone'))
    await done
    adopt.mockRestore()
    expect(adopted).toEqual(['One', 'Two'])
  })

  it('back to a page finds the link in a slot inside it, and scrolls once that is there', async () => {
    const held: (() => void)[] = []
    const link = '<a id="followed" href="/read">Read</a>'
    const site = aSite({
      mount: async ({ id }) => {
        await new Promise<void>((release) => held.push(release))
        document.querySelector(`[data-slot="${id}"]`)!.innerHTML = link
      },
    })
    document.querySelector('h1')!.outerHTML = `<h1>First</h1>${link}`
    document.getElementById('followed')?.focus()
    const away = site.go('/news')
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    await away
    const went = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    history.back()
    await went
    jest.mocked(window.scrollTo).mockClear()
    const done = site.go('/first', 'pop')
    site.calls[1]?.answer({ page: aPage('/first', 'First', { slots: [MAIN, INSIDE] }) })
    while (held.length === 0) await settled()
    expect(window.scrollTo).not.toHaveBeenCalled()
    held.shift()?.()
    await done
    expect(document.activeElement?.id).toBe('followed')
    expect(window.scrollTo).toHaveBeenCalledTimes(1)
  })

  it('back to a page does not wait for a slot inside it that does not come', async () => {
    jest.useFakeTimers()
    const site = aSite({ mount: () => new Promise(() => undefined) })
    const done = site.go('/first', 'pop')
    site.calls[0]?.answer({ page: aPage('/first', 'First', { slots: [MAIN, INSIDE] }) })
    await jest.advanceTimersByTimeAsync(1_000)
    jest.useRealTimers()
    expect(await done).toEqual({ type: 'shown' })
  })

  it('is announced once to what is mounted with it, and not to the page before', async () => {
    const heard: string[] = []
    const listening = (bus: Bus) => ({
      lifecycles: () => ({
        bootstrap: () => Promise.resolve(),
        mount: () => {
          bus.on('route.changed', ({ path }) => heard.push(path))
          return Promise.resolve()
        },
        unmount: () => Promise.resolve(),
      }),
    })
    const site = aSite({ remote: listening })
    const done = site.go('/news')
    site.calls[0]?.answer({ page: aPage('/news', 'News') })
    await done
    await settled()
    expect(heard).toEqual(['/news'])
  })
})

describe('what became of a navigation (specification 4, Access and routing)', () => {
  it('is a redirect where access sends the visitor elsewhere, and the page on the screen stays', async () => {
    const site = aSite()
    const done = site.go('/members')
    site.calls[0]?.answer({ status: 401, redirect: '/account/login?redirect_uri=%2Fmembers' })
    expect(await done).toEqual({ type: 'redirected', to: '/account/login?redirect_uri=%2Fmembers' })
    expect([site.heading(), location.pathname, site.remotes.load.mock.calls.length]).toEqual([
      'First',
      '/first',
      0,
    ])
  })

  it.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    7,
    null,
  ])('is never a redirect to %j, which leads to another site', async (redirect) => {
    const site = aSite()
    const done = site.go('/members')
    site.calls[0]?.answer({ status: 401, redirect })
    const result = await done
    const to = result.type === 'redirected' ? result.to : '/'
    expect(new URL(to, location.href).origin).toBe(location.origin)
  })

  it('is shown in place when the server failed, without any remote code', async () => {
    const site = aSite()
    const done = site.go('/news?x=1')
    site.calls[0]?.answer({ status: 503, requestId: 'r-1' })
    expect(await done).toEqual({ type: 'outcome' })
    expect(document.querySelector('[data-slot="main"] .f-outcome')?.textContent).toContain('r-1')
    expect(site.store.getState().routing).toMatchObject({
      statusCode: 503,
      isError: true,
      currentPath: '/news',
      location: { pathname: '/news', search: '?x=1', hash: '' },
      entryID: null,
    })
    expect(site.store.getState().page.slots).toEqual([])
    expect(site.told).toMatchObject([{ path: '/news', statusCode: 503 }])
    expect(site.remotes.load).not.toHaveBeenCalled()
  })

  it('is a page that says itself what failed, whatever its status, below the alerts on the screen', async () => {
    const site = aSite()
    document.body.insertAdjacentHTML('afterbegin', '<p data-alert="ice@1.0">Ice on higher roads</p>')
    const done = site.go('/search?term=bins')
    const page = aPage('/search', 'Search failed')
    const routing = { ...page.routing, statusCode: 503 }
    site.calls[0]?.answer({ status: 503, page: { ...page, routing } as ServedState })
    expect(await done).toEqual({ type: 'shown' })
    expect(document.querySelector('[data-slot="main"] h1')?.textContent).toBe('Search failed')
    expect(document.querySelector('[data-alert]')).not.toBeNull()
    expect(site.told).toMatchObject([{ path: '/search', statusCode: 503 }])
  })

  it('says what the server says of its failure, where it could make a page of it', async () => {
    const site = aSite()
    const done = site.go('/news')
    const page = aPage('/news', 'Failed', { slots: [], entryID: '' })
    const error = { code: 'content/failed', message: 'Bad Gateway', status: 502 }
    site.calls[0]?.answer({
      status: 502,
      page: { ...page, routing: { ...page.routing, error } } as ServedState,
    })
    expect(await done).toEqual({ type: 'outcome' })
    expect(document.querySelector('.f-status')?.textContent).toBe('Bad Gateway')
    expect(document.querySelector('.f-status')?.getAttribute('lang')).toBe('en')
  })

  it('is the document, once, for a missing path after an entry, then said in place', async () => {
    const site = aSite()
    const missing = { ...aPage('/gone', 'Page Not Found', { slots: [], entryID: '' }) }
    const first = site.go('/gone')
    site.calls[0]?.answer({ status: 404, page: missing })
    expect(await first).toMatchObject({ type: 'document', reason: { code: 'client/page-unavailable' } })
    const again = site.go('/gone')
    site.calls[1]?.answer({ status: 404, page: missing })
    expect(await again).toEqual({ type: 'outcome' })
    expect(site.heading()).toBe('Page Not Found')
  })

  it('is the document where other alerts stand above it than above the page on the screen', async () => {
    const site = aSite()
    const page = aPage('/news', 'News')
    const done = site.go('/news')
    site.calls[0]?.answer({ page: { ...page, page: { ...page.page, alerts: 'ice@1.0' } } })
    expect(await done).toMatchObject({ type: 'document' })
    document.body.insertAdjacentHTML('afterbegin', '<section data-alert="ice@1.0" hidden></section>')
    const again = site.go('/news')
    site.calls[1]?.answer({ page: { ...page, page: { ...page.page, alerts: 'ice@1.0' } } })
    expect(await again).toEqual({ type: 'shown' })
    const gone = site.go('/first')
    site.calls[2]?.answer({ page: aPage('/first', 'First') })
    expect(await gone).toMatchObject({ type: 'document' })
    document.querySelector('[data-alert]')?.remove()
  })

  it('is the document where the page, or the one before it, may load a captcha: a policy cannot change in place', async () => {
    const site = aSite()
    const done = site.go('/ask-us')
    const page = aPage('/ask-us', 'Ask us')
    site.calls[0]?.answer({ page: { ...page, page: { ...page.page, allowsCaptcha: true } } })
    expect(await done).toMatchObject({ type: 'document' })
    site.store.adopt({ ...page, page: { ...page.page, allowsCaptcha: true } })
    const back = site.go('/first')
    site.calls[1]?.answer({ page: aPage('/first', 'First') })
    expect(await back).toMatchObject({ type: 'document' })
    expect(site.renders).toEqual([])
  })

  it('is the document where the page is in another language', async () => {
    const site = aSite()
    const done = site.go('/cy')
    site.calls[0]?.answer({ page: aPage('/cy', 'Hafan', { language: 'cy' }) })
    expect(await done).toMatchObject({ type: 'document' })
    expect(site.renders).toEqual([])
  })
})
