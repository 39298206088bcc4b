import { createBus, createStore, initialUser, selectUser, userSlice } from '@tessera/shared/store'
import type { BrowserRemote, Bus, PageSlot, ServedState, Store } from '@tessera/shared/contract'
import { initialRoute } from '../state/host-slices.ts'
import { dispatchSession, startApp } from './app.client.ts'
import { createPageHistory } from './history.client.ts'

const user = {
  id: 'u1',
  username: 'a.member',
  email: 'a@post.example',
  firstName: 'Ann',
  lastName: 'Member',
  name: 'Ann Member',
  groups: [{ id: 'g1', name: 'Members' }],
  isStaff: false,
}
const credentials = { bearerTokenExpiryDate: '2026-01-01', refreshTokenExpiryDate: '2026-01-15' }

describe('a page that is told about the session (specification 4, Authentication)', () => {
  it('has the user in its state before remotes hear of it, and its defaults again afterwards', () => {
    const store = createStore({ parts: [{ owner: 'shell', slices: [userSlice] }] })
    const bus = createBus()
    const heard: unknown[] = []
    bus.on('session.changed', (event) => heard.push([event, selectUser(store.getState())?.name]))
    dispatchSession({ user, credentials }, store, bus)
    dispatchSession({ user: null, credentials: null }, store, bus)
    expect(heard).toEqual([
      [{ isAuthenticated: true }, 'Ann Member'],
      [{ isAuthenticated: false }, undefined],
    ])
    expect(store.getState()).toMatchObject({ user: initialUser })
  })
})

const SLOT: PageSlot = { id: 'form-1', remote: 'mfe-forms', view: 'form', hydrate: 'visible', props: {} }

/** The inline state of a document with one island. */
const aDocument = (): ServedState => ({
  routing: { ...initialRoute, currentPath: '/contact', statusCode: 200 },
  version: { commitRef: null, buildNo: null, contensisVersionStatus: 'published' },
  page: {
    head: {
      title: 'Contact',
      description: '',
      language: 'en-GB',
      dir: 'ltr',
      canonicalPath: null,
      alternates: [],
    },
    slots: [SLOT],
    releases: { 'mfe-forms': { version: '1', integrity: '' } },
  },
})

/** The app of a page whose one remote records events of the bus; `next` is the state that the server has for every other path. */
function anApp(next?: ServedState, deferredKeys?: readonly string[]) {
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } })
  document.body.innerHTML = '<div data-slot="form-1"><form></form></div>'
  const heard: unknown[] = []
  const stores: Store[] = []
  const asked: unknown[] = []
  const remote = {
    lifecycles: () => ({
      bootstrap: () => Promise.resolve(),
      mount: ({ bus, store }: { readonly bus: Bus; readonly store: Store }) => {
        stores.push(store)
        bus.on('route.changed', (event) => heard.push(event))
        return Promise.resolve()
      },
      unmount: () => Promise.resolve(),
    }),
  } as unknown as BrowserRemote
  const app = startApp(
    {
      state: { ...aDocument(), page: { ...aDocument().page, ...(deferredKeys && { deferredKeys }) } },
      history: createPageHistory({ view: window, firstPage: '/contact' }),
      pages: {
        prefetch: () => undefined,
        take: (key, _signal, isOwn = false) => {
          asked.push([key, isOwn])
          return next
            ? Promise.resolve({ status: 200, page: next, redirect: null, requestId: null })
            : Promise.reject(new Error('offline'))
        },
        clear: () => undefined,
      },
      islands: { schedule: () => undefined, cancel: () => undefined },
      go: () => undefined,
      leave: () => undefined,
    },
    { load: () => Promise.resolve(remote) },
  )
  return { app, heard, stores, asked }
}

describe("the document's own page (contract, bus: route.changed)", () => {
  it('is published once to the islands that are hydrated on it, like any page that is navigated to', async () => {
    const { app, heard } = anApp()
    await app.hydrate('form-1')
    await app.hydrate('form-1')
    expect(heard).toEqual([{ path: '/contact', title: 'Contact', statusCode: 200 }])
  })

  it('fetches the state that its document leaves out as its own, and that of the next page as a page', async () => {
    const { app, asked } = anApp(aDocument(), ['user'])
    await app.hydrate('form-1')
    await app.navigate(new URL('/news', location.href), 'push')
    expect(asked).toEqual([
      ['/contact', true],
      ['/news', false],
    ])
  })

  it.each(['form.page-changed', 'form.submitted'] as const)(
    'no longer says in its title that a form was refused without script, once there is a script and %s',
    (event) => {
      const { app } = anApp()
      document.title = 'Error: Contact'
      ;(app.bus as Bus).emit(event, {} as never)
      expect(document.title).toBe('Contact')
    },
  )

  it('is the page on the screen, with the state that the document has brought', () => {
    const { app } = anApp()
    expect(app.shown()).toBe('/contact')
    expect(app.state()).toMatchObject({
      routing: { currentPath: '/contact', isLoading: false, apiCalls: [] },
      navigation: { isReady: false },
      user: { id: null },
    })
  })
})

describe('the hash of the address (specification 3, Route state: location)', () => {
  /** Change the address as a browser does for a place on the page, a step of its history included. */
  const goTo = (address: string) => {
    history.replaceState(history.state, '', address)
    dispatchEvent(new Event('hashchange'))
  }
  beforeEach(() => {
    Object.assign(window, { scrollTo: () => undefined })
    history.replaceState(null, '', '/contact#form')
  })
  afterEach(() => history.replaceState(null, '', '/'))

  it('is part of the location from the start, and not of the state that markup is hydrated from', async () => {
    const { app, stores } = anApp()
    expect(app.state().routing.location).toMatchObject({ hash: '#form' })
    await app.hydrate('form-1')
    expect(stores[0]?.getServedState().routing.location).toMatchObject({ hash: '' })
    expect(stores[0]?.getState().routing.location).toMatchObject({ hash: '#form' })
  })

  it('follows the address when nothing else changes, and not on the way back to another page', () => {
    const { app } = anApp()
    const { routing } = app.state()
    goTo('/contact#map')
    expect(app.state().routing).toEqual({ ...routing, location: { ...routing.location, hash: '#map' } })
    goTo('/contact')
    expect(app.state().routing.location.hash).toBe('')
    const before = app.state().routing
    goTo('/news#latest')
    expect(app.state().routing).toBe(before)
  })

  it('is that of the next page once that is on the screen', async () => {
    document.documentElement.lang = 'en-GB'
    const { page, ...state } = aDocument()
    const slots = [{ ...SLOT, id: 'main', remote: 'mfe-content', view: 'page' } as PageSlot]
    const next = {
      ...state,
      page: { ...page, slots, releases: { 'mfe-content': { version: '1', integrity: '' } } },
    }
    const { app, stores } = anApp(next)
    document.body.insertAdjacentHTML('beforeend', '<div data-slot="main"></div>')
    const going = app.navigate(new URL('/news#latest', location.origin), 'push')
    expect(app.state().routing.location.hash).toBe('#form')
    expect((await going).type).toBe('shown')
    expect(app.state().routing.location.hash).toBe('#latest')
    expect(stores.at(-1)?.getState().routing.location.hash).toBe('#latest')
  })
})

describe('a navigation that fails or is replaced by another', () => {
  it('takes back what the way to a page has changed, when none comes', async () => {
    const { app } = anApp()
    const before = app.state().routing
    const to = (path: string) => app.navigate(new URL(path, location.origin), 'push')
    const older = to('/news')
    const result = await to('/events')
    expect([await older, result]).toMatchObject([{ type: 'superseded' }, { type: 'document' }])
    expect(app.state().routing).toMatchObject({ nextPath: '/events', isLoading: true })
    app.stay()
    expect(app.state().routing).toEqual(before)
  })

  it('takes it back at once, and shows no page, when the visitor stays before one has come', async () => {
    const { app } = anApp(aDocument())
    const before = app.state().routing
    const going = app.navigate(new URL('/news', location.origin), 'push')
    app.stay()
    expect(app.state().routing).toEqual(before)
    expect([await going, app.shown()]).toEqual([{ type: 'superseded' }, '/contact'])
  })
})

describe('a document without the bar of an override (docs/decisions/0085)', () => {
  /** The server's state for the next path, with this release of the remote. */
  const aNext = (version: string): ServedState => {
    const { page, ...state } = aDocument()
    const slots = [{ ...SLOT, id: 'main', remote: 'mfe-content', view: 'page' } as PageSlot]
    return { ...state, page: { ...page, slots, releases: { 'mfe-content': { version, integrity: '' } } } }
  }
  const typeOf = async (next: ServedState) => {
    document.documentElement.lang = 'en-GB'
    const { app } = anApp(next)
    document.body.insertAdjacentHTML('beforeend', '<div data-slot="main"></div>')
    return (await app.navigate(new URL('/news', location.origin), 'push')).type
  }

  it('shows no page of a remote of another machine: the next one is a document', async () => {
    expect(await typeOf(aNext('override@http://localhost:4001'))).toBe('document')
    expect(await typeOf(aNext('1'))).toBe('shown')
  })
})
