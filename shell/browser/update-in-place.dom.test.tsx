import { jest } from '@jest/globals'
import { renderToString } from 'react-dom/server.node'
import type { BrowserRemote, PageSlot, ServedState, SlotProps } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { createBus, createStore, defineSlice, pathChanged, withEpics } from '@tessera/shared/store'
import { StoreProvider, useSelector } from '@tessera/shared/ui'
import { hostSlices, initialRoute } from '../state/host-slices.ts'
import type { PageAnswer } from './fetch-page.client.ts'
import { createPageHistory } from './history.client.ts'
import { createNavigate } from './navigate.client.ts'
import { createSlots, mountPoint } from './slots.client.ts'

interface SearchState {
  readonly page: number
  readonly loaded: readonly number[]
  readonly controls: readonly string[]
}
const FIRST: SearchState = { page: 1, loaded: [1], controls: ['news', 'events', 'more'] }
const search = defineSlice(
  'search',
  FIRST,
  // A chip is removed when its own link is followed, before the response arrives.
  (on) =>
    on(pathChanged, (state) => ({ ...state, controls: state.controls.filter((name) => name !== 'chip') })),
  (previous, served) => ({ ...served, loaded: [...new Set([...previous.loaded, ...served.loaded])] }),
)

/** A page of results: links by key, a heading at the start of new results, and a field whose typed text must stay. */
function Results({ props, view }: SlotProps) {
  const state = useSelector(({ search: own }) => own as SearchState)
  return (
    <>
      <h1 id={view === 'search' ? 'page-title' : 'list-title'}>Search {String(props['facet'] ?? '')}</h1>
      <input id="term" />
      <h2 data-focus-fallback="" data-scroll-target="" tabIndex={-1}>
        Page {state.page} of {state.loaded.join('+')}
      </h2>
      {state.controls.map((name) => (
        <a key={`${name}-${state.page}`} data-focus-key={name} href={`/search?${name}`}>
          {name}
        </a>
      ))}
      <nav data-scroll="top">
        <a id="next" href="/search?pageIndex=2">
          Next
        </a>
      </nav>
    </>
  )
}

const MAIN: PageSlot = { id: 'main', remote: 'mfe-search', view: 'search', hydrate: 'visible', props: {} }
const ARTICLE: PageSlot = { ...MAIN, remote: 'mfe-content', view: 'listing', hydrate: 'never' }
const LIST: PageSlot = { ...MAIN, id: 'list-1', view: 'list', parent: 'main' }

interface PageOptions {
  readonly slots?: readonly PageSlot[]
  readonly state?: Partial<SearchState>
  readonly announcement?: string
}

const aPage = (
  path: string,
  { slots = [MAIN], state = {}, announcement }: PageOptions = {},
): ServedState => ({
  routing: { ...initialRoute, currentPath: path, canonicalPath: path, entryID: 'e1' },
  version: { commitRef: null, buildNo: null, contensisVersionStatus: 'published' },
  page: {
    head: {
      title: 'Search',
      description: '',
      language: 'en-GB',
      dir: 'ltr',
      canonicalPath: path,
      alternates: [],
      ...(announcement !== undefined && { announcement }),
    },
    slots,
    releases: {
      'mfe-search': { version: '1', integrity: '' },
      'mfe-content': { version: '1', integrity: '' },
    },
  },
  search: { ...FIRST, ...state },
})

/** The markup of a slot as the server renders it. */
function markupOf(slot: PageSlot): string {
  const store = createStore({ preloadedState: { search: FIRST } })
  return renderToString(
    <StoreProvider store={store}>
      <Results
        slotId={slot.id}
        view={slot.view}
        props={slot.props}
        store={store}
        bus={createBus()}
        messages={{}}
      />
    </StoreProvider>,
    { identifierPrefix: `${slot.id}-` },
  )
}

const find = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`no ${selector}`)
  return element
}
const control = (name: string) => find(`[data-focus-key="${name}"]`)
/** A text that identifies an element, since test reports cannot show elements. */
const nameOf = (element: Element | null): string | undefined =>
  element?.id || element?.getAttribute('data-focus-key') || element?.tagName
const focused = () => nameOf(document.activeElement)
const scrolledTo = (y: number) => Object.assign(window, { scrollX: 0, scrollY: y })
const said = () => document.getElementById('announcer')?.textContent

/** A document as the server has sent it, not hydrated yet, with the navigation from it. */
function aSite(
  options: PageOptions & { readonly remote?: Partial<BrowserRemote>; readonly canHydrate?: boolean } = {},
) {
  const { slots: slotsOfPage = [MAIN], canHydrate = true } = options
  const live = slotsOfPage.filter(({ hydrate }) => hydrate !== 'never')
  const inner = live.filter(({ parent }) => parent)
  const main =
    inner.length > 0
      ? `<h1 id="page-title">News</h1>${inner.map((slot) => `<div data-slot="${slot.id}">${markupOf(slot)}</div>`).join('')}`
      : markupOf(MAIN)
  document.documentElement.lang = 'en-GB'
  document.body.innerHTML = `<header><a class="f-logo" href="/">Home</a><form role="search"><input type="search"></form></header>
    <main id="main"><div data-slot="main">${main}</div></main>`
  history.replaceState(null, '', '/search')
  const log: string[] = []
  const bus = createBus()
  bus.on('remote.failed', ({ error }) => log.push(`failed ${error.code}`))
  bus.on('route.changed', ({ path }) => log.push(`changed ${path}`))
  const store = createStore({
    parts: [
      { owner: 'test', slices: hostSlices },
      { owner: 'mfe-search', slices: [search] },
    ],
    epics: withEpics(),
  })
  store.adopt(aPage('/search', options))
  const make = createLifecycles(Results)
  const remote = {
    lifecycles: (element: HTMLElement) => {
      const own = make(element)
      return {
        ...own,
        mount: (props: object) => (log.push('mount'), own.mount(props)),
        unmount: (props: object) => (log.push('unmount'), own.unmount(props)),
      }
    },
    ...options.remote,
  } as BrowserRemote
  const slots = createSlots({ store, bus, fallbackText: () => undefined })
  const hydrate = async (slot: PageSlot) => {
    if (!canHydrate) return false
    await slots.mount(slot, mountPoint(find(`[data-slot="${slot.id}"]`)), remote)
    return true
  }
  let next: ServedState
  const { navigate } = createNavigate({
    store,
    bus,
    slots,
    hydrate,
    pages: {
      take: () =>
        Promise.resolve({ status: 200, page: next, redirect: null, requestId: null } satisfies PageAnswer),
    },
    remotes: { load: () => Promise.resolve(remote), fits: () => true, forgetFailure: () => undefined },
    islands: { cancel: () => undefined },
    history: createPageHistory({ view: window, firstPage: '/search' }),
    mount: () => Promise.resolve(),
  })
  return {
    log,
    store,
    hydrate,
    async go(
      path: string,
      page: PageOptions = {},
      from: Element | null = null,
      kind: 'push' | 'pop' = 'push',
    ) {
      const url = new URL(path, location.href)
      next = aPage(url.pathname, { slots: slotsOfPage, ...page })
      return navigate(url, kind, from)
    },
    async back(page: PageOptions = {}) {
      const went = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
      history.back()
      await went
      return this.go(`${location.pathname}${location.search}`, page, null, 'pop')
    },
  }
}

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } })
  Object.assign(window, { scrollTo: jest.fn() })
  Element.prototype.scrollIntoView = jest.fn()
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => (run(0), 0))
  scrolledTo(0)
})
afterEach(() => {
  jest.restoreAllMocks()
})

describe('a page that changes in place (docs/decisions/0038)', () => {
  it('keeps its elements, what was typed, the focus and the place, while address and state are the new ones', async () => {
    const site = aSite()
    await site.hydrate(MAIN)
    const [heading, field, link] = [find('h1'), find('#term') as HTMLInputElement, find('#next')]
    field.value = 'typed'
    control('news').focus()
    expect(await site.go('/search?news', { state: { page: 1 } }, control('news'))).toEqual({ type: 'shown' })
    expect([heading, field, link].map(({ isConnected }) => isConnected)).toEqual([true, true, true])
    expect(field.value).toBe('typed')
    expect(focused()).toBe(nameOf(control('news')))
    expect(window.scrollTo).not.toHaveBeenCalled()
    expect(location.search).toBe('?news')
    expect(site.log).toEqual(['mount', 'changed /search'])
  })

  it('is brought to life first, from the markup and the state that it came with', async () => {
    const site = aSite()
    const heading = find('h2')
    await site.go('/search?pageIndex=2', { state: { page: 2, loaded: [2] } })
    expect(heading.isConnected).toBe(true)
    // The slice merges the results that were loaded before with the new ones.
    expect(heading.textContent).toBe('Page 2 of 1+2')
    expect(site.log).toEqual(['mount', 'changed /search'])
  })

  it('waits for a slot that is being hydrated, from the state that its markup was made of', async () => {
    const make = createLifecycles(Results)
    const begun = Promise.withResolvers<null>()
    const goOn = Promise.withResolvers<null>()
    const lifecycles: BrowserRemote['lifecycles'] = (element) => {
      const own = make(element)
      const mount = async (props: object) => {
        begun.resolve(null)
        await goOn.promise
        return own.mount(props as never)
      }
      return { ...own, mount }
    }
    const site = aSite({ remote: { lifecycles } })
    const field = find('#term')
    const hydrating = site.hydrate(MAIN)
    await begun.promise
    const going = site.go('/search?pageIndex=2', { state: { page: 2, loaded: [2] } })
    await new Promise((resolve) => setTimeout(resolve, 0))
    goOn.resolve(null)
    await Promise.all([hydrating, going])
    expect(site.log).toEqual(['changed /search'])
    expect(find('#term').isSameNode(field)).toBe(true)
    expect(find('h2').textContent).toBe('Page 2 of 1+2')
  })

  it('gives its slots the props that have changed', async () => {
    const site = aSite()
    const heading = find('h1')
    await site.go('/search/news', { slots: [{ ...MAIN, props: { facet: 'news' } }] })
    expect([find('h1') === heading, heading.textContent]).toEqual([true, 'Search news'])
  })

  it('changes a list inside a page without code, and nothing around it', async () => {
    const slots = [ARTICLE, LIST]
    const site = aSite({ slots })
    const [title, list] = [find('#page-title'), find('#list-title')]
    await site.go('/search?pageIndex=2', { state: { page: 2 } })
    expect([title, list].map(({ isConnected }) => isConnected)).toEqual([true, true])
    expect(find('h2').textContent).toBe('Page 2 of 1')
    expect(site.log).toEqual(['mount', 'changed /search'])
  })

  it.each<[string, Parameters<typeof aSite>[0], PageOptions]>([
    ['the next page is another view', {}, { slots: [{ ...MAIN, view: 'other' }] }],
    ['the page is without code', { slots: [ARTICLE] }, {}],
    ['a slot cannot be brought to life', { canHydrate: false }, {}],
  ])('is taken off and put together anew where %s', async (_what, options, next) => {
    const site = aSite(options)
    const heading = find('h1')
    await site.go('/search?news', next)
    expect(heading.isConnected).toBe(false)
    expect(window.scrollTo).toHaveBeenCalledWith({ left: 0, top: 0, behavior: 'instant' })
    expect(focused()).toBe(nameOf(find('h1')))
  })

  it('is put together anew where a slot has other props and its remote cannot be told of them', async () => {
    const lifecycles = (element: HTMLElement) => {
      const { update: _update, ...own } = createLifecycles(Results)(element)
      return own
    }
    const site = aSite({ remote: { lifecycles } })
    const heading = find('h1')
    await site.go('/search?news')
    expect(heading.isConnected).toBe(true)
    await site.go('/search/news', { slots: [{ ...MAIN, props: { facet: 'news' } }] })
    expect(heading.isConnected).toBe(false)
    expect(find('h1').textContent).toBe('Search news')
  })
})

describe('the focus, when a page changes in place', () => {
  it('goes to what stands for the control that was used, when that was made anew', async () => {
    const site = aSite()
    await site.hydrate(MAIN)
    const used = control('news')
    used.focus()
    await site.go('/search?news', { state: { page: 2 } }, used)
    expect(used.isConnected).toBe(false)
    expect(focused()).toBe(nameOf(control('news')))
  })

  it('goes to the heading of the results when the control has gone', async () => {
    const site = aSite()
    await site.hydrate(MAIN)
    control('more').focus()
    await site.go('/search?more', { state: { page: 2, controls: ['news'] } }, control('more'))
    expect(focused()).toBe(nameOf(find('h2')))
    expect(window.scrollTo).not.toHaveBeenCalled()
  })

  it('goes to the heading of the results when the control was removed meanwhile, and to the control on Back', async () => {
    const controls = ['chip', ...FIRST.controls]
    const site = aSite()
    await site.hydrate(MAIN)
    await site.go('/search?chip', { state: { controls } }, control('news'))
    control('chip').focus()
    await site.go('/search', { state: { controls: FIRST.controls } }, control('chip'))
    expect(focused()).toBe(nameOf(find('h2')))
    await site.back({ state: { controls } })
    expect(focused()).toBe(nameOf(control('chip')))
  })

  it('is not taken by anything where nothing had it', async () => {
    const site = aSite()
    await site.go('/search?news', { state: { page: 2 } }, control('news'))
    expect(focused()).toBe(nameOf(document.body))
  })

  it('goes to the heading of the page, and the page to its top, after a search in the frame', async () => {
    const site = aSite()
    find('header input').focus()
    await site.go('/search?term=x', {}, find('header input'))
    expect(focused()).toBe(nameOf(find('#page-title')))
    expect(window.scrollTo).toHaveBeenCalledWith({ left: 0, top: 0, behavior: 'instant' })
  })

  it('goes to the place that the address names', async () => {
    const site = aSite()
    control('news').focus()
    await site.go('/search?news#next', {}, control('news'))
    expect(focused()).toBe(nameOf(find('#next')))
    expect(find('#next').scrollIntoView).toHaveBeenCalled()
  })
})

describe('the place on a page that changes in place', () => {
  it('is the start of the results after a link that says so, and they are read from there', async () => {
    const site = aSite()
    find('#next').focus()
    await site.go('/search?pageIndex=2', { state: { page: 2 } }, find('#next'))
    const shown = jest.mocked(Element.prototype.scrollIntoView)
    expect(shown.mock.contexts.map((element) => nameOf(element as Element))).toEqual(['H2'])
    expect(shown).toHaveBeenCalledWith({ behavior: 'instant', block: 'start' })
    expect(focused()).toBe(nameOf(find('h2')))
  })

  it('is restored on Back, with the focus on the link that was followed', async () => {
    const site = aSite()
    await site.hydrate(MAIN)
    scrolledTo(900)
    find('#next').focus()
    await site.go('/search?pageIndex=2', { state: { page: 2 } }, find('#next'))
    scrolledTo(300)
    await site.back({ state: { page: 1 } })
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 900, behavior: 'instant' })
    expect(focused()).toBe(nameOf(find('#next')))
    expect(site.log).toEqual(['mount', 'changed /search', 'changed /search'])
  })

  it('is that also after a page of another kind, by what the link leads to', async () => {
    const site = aSite()
    await site.hydrate(MAIN)
    find('#next').removeAttribute('id')
    const link = find('a[href="/search?pageIndex=2"]')
    link.focus()
    scrolledTo(700)
    await site.go('/other', { slots: [{ ...MAIN, view: 'other' }] }, link)
    expect(focused()).toBe(nameOf(find('h1')))
    await site.back({ slots: [MAIN] })
    expect(window.scrollTo).toHaveBeenLastCalledWith({ left: 0, top: 700, behavior: 'instant' })
    expect(focused()).toBe(nameOf(find('#next')))
  })
})

describe('the announcement of a page', () => {
  it('is what the page says of itself, once, and said again when it is the same once more', async () => {
    const site = aSite()
    const announcement = '21 results, sorted by date, page 2 of 3'
    await site.go('/search?pageIndex=2', { announcement })
    expect(said()).toBe(announcement)
    const heard: (string | null)[] = []
    const watch = new MutationObserver(() => heard.push(said() ?? null))
    watch.observe(find('#announcer'), { childList: true })
    jest.mocked(requestAnimationFrame).mockImplementation((run) => (setTimeout(() => run(0), 0), 0))
    await site.go('/search?pageIndex=3', { announcement })
    await new Promise((resolve) => setTimeout(resolve, 5))
    watch.disconnect()
    expect(heard).toEqual(['', announcement])
  })

  it('is its title where it says nothing', async () => {
    const site = aSite()
    await site.go('/search?news')
    expect(said()).toBe(document.title)
  })
})
