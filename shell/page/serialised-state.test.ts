import type { HostState, ServedState, UserState } from '@tessera/shared/contract'
import { createStore, initialUser } from '@tessera/shared/store'
import { hostSlices, initialRoute } from '../state/host-slices.ts'
import { inlineState, isIsland, MAX_STATE_SHARE, pageState } from './serialised-state.ts'

const VERSION = { commitRef: 'abc1234', buildNo: null, contensisVersionStatus: 'published' } as const
const HEAD = {
  title: 'Contact us',
  description: 'How to reach us',
  language: 'en-GB',
  dir: 'ltr',
  canonicalPath: '/contact',
  alternates: [],
} as const
const {
  surrogateKeys: _keys,
  apiCalls: _calls,
  ...ROUTE
} = {
  ...initialRoute,
  currentPath: '/contact',
  currentProject: 'website',
  location: { pathname: '/contact', search: '', hash: '' },
}

/** The state of a content page with a form, as in the server's store. */
const aState = (form: unknown) => ({
  routing: {
    ...ROUTE,
    currentNode: { id: 'n1', path: '/contact' },
    currentNodeSiblingsParent: 'n0',
    entry: { sys: { id: 'e1' }, big: true },
    mappedEntry: { big: true },
    surrogateKeys: ['k'],
    apiCalls: [{ status: 200, keyCount: 1, url: 'http://platform.test/' }],
  } satisfies HostState['routing'],
  navigation: { root: { id: 'n0', path: '/' }, error: { isError: false, message: null }, isReady: true },
  user: initialUser,
  version: VERSION,
  page: {
    head: { ...HEAD, jsonLd: [{ for: 'crawlers' }] },
    slots: [
      { id: 'main', remote: 'mfe-content', view: 'content', hydrate: 'never', props: {} },
      { id: 'form-1', remote: 'mfe-forms', view: 'form', hydrate: 'visible', props: {}, parent: 'main' },
    ],
    releases: {
      'mfe-content': { version: '1', integrity: '' },
      'mfe-forms': { version: '2', integrity: '' },
      'mfe-account': { version: '3', integrity: '' },
    },
  } satisfies HostState['page'],
  form,
  content: { notOfAnIsland: true },
})

describe('the state in a document (design 5, 7)', () => {
  it('is what islands need, where the code of the next page most likely is, and nothing else', () => {
    expect(inlineState(aState({ 1: {} }), ['form'], 10_000)).toEqual({
      routing: { currentPath: '/contact', currentProject: 'website', location: ROUTE.location },
      version: VERSION,
      page: {
        head: { title: 'Contact us', language: 'en-GB', dir: 'ltr' },
        slots: aState({}).page.slots,
        releases: {
          'mfe-content': { version: '1', integrity: '' },
          'mfe-forms': { version: '2', integrity: '' },
        },
      },
      form: { 1: {} },
    })
  })

  it('has nothing for a slot that is hydrated when it is used, but its release', () => {
    const { page, ...state } = aState({ 1: {} })
    const slot = {
      id: 'header-search',
      remote: 'mfe-account',
      view: 'x',
      hydrate: 'touch',
      props: {},
    } as const
    const inDocument = inlineState({ ...state, page: { ...page, slots: [page.slots[0]!, slot] } }, [], 10_000)
    expect(Object.keys(inDocument.page.releases)).toEqual(['mfe-content', 'mfe-account'])
    expect(inDocument.page).not.toHaveProperty('deferredKeys')
    expect(inDocument).not.toHaveProperty('form')
    expect(inDocument.routing).not.toHaveProperty('mappedEntry')
    expect(isIsland(slot)).toBe(false)
  })

  it('has the provider of map tiles where an island may draw a map, and not where none is', () => {
    const attribution = { text: '© mappers', href: 'https://tiles.example/' }
    const mapTiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', zoom: 15, attribution }
    const { page, ...state } = aState({})
    const stateWith = (slots: HostState['page']['slots']) =>
      inlineState({ ...state, page: { ...page, mapTiles, slots } }, ['form'], 10_000)
    expect(stateWith(page.slots)).toMatchObject({ page: { mapTiles } })
    expect(stateWith(page.slots.slice(0, 1))).not.toHaveProperty('page.mapTiles')
  })

  it('has its route whole where the main region is an island, without the notes about calls', () => {
    const { page, ...state } = aState({})
    const island = { ...page, slots: [{ ...page.slots[0]!, hydrate: 'load' as const }] }
    const { routing } = inlineState({ ...state, page: island }, ['form'], 10_000)
    expect(routing).toMatchObject({ mappedEntry: { big: true }, currentNode: { id: 'n1' } })
    expect(routing).not.toHaveProperty('apiCalls')
    expect(routing).not.toHaveProperty('surrogateKeys')
  })

  it('has the user that the page was made for, with islands or without, and no user on a page for everybody', () => {
    const { page, ...state } = aState({})
    const user: UserState = {
      ...initialUser,
      id: 'u1',
      authenticationState: { ...initialUser.authenticationState, isAuthenticated: true },
    }
    const stateFor = (madeFor?: 'member' | 'visitor') => ({
      ...state,
      user,
      page: { ...page, ...(madeFor && { madeFor }) },
    })
    for (const islandKeys of [[], ['form']]) {
      expect(inlineState(stateFor('visitor'), islandKeys, 10_000)).toHaveProperty('user', user)
      expect(inlineState(stateFor('member'), islandKeys, 10_000)).toHaveProperty('user', user)
      expect(inlineState(stateFor(), islandKeys, 10_000)).not.toHaveProperty('user')
    }
  })

  it('becomes, in the browser, what its type says: every member that the document may hold is there', () => {
    const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
    store.adopt(JSON.parse(JSON.stringify(inlineState(aState({ 1: {} }), ['form'], 10_000))) as ServedState)
    const { routing, navigation, user, version, page } = store.getState()
    const content = [
      'entry',
      'mappedEntry',
      'error',
      'currentNode',
      'currentNodeAncestors',
      'currentNodeChildren',
    ]
    const missing = Object.keys(initialRoute).filter((key) => !(key in routing))
    expect(missing.toSorted()).toEqual(
      [...content, 'currentNodeSiblings', 'currentNodeSiblingsParent'].toSorted(),
    )
    expect(routing).toMatchObject({ location: ROUTE.location, nextPath: null, apiCalls: [] })
    expect([version, user]).toEqual([VERSION, initialUser])
    expect(page.head).toEqual({ title: 'Contact us', language: 'en-GB', dir: 'ltr' })
    expect(navigation).toEqual({ root: null, error: { isError: false, message: null }, isReady: false })
    // The next navigation brings the rest.
    store.adopt(pageState(aState({ 1: {} }), ['form']))
    expect(Object.keys(initialRoute).filter((key) => !(key in store.getState().routing))).toEqual([])
    expect(store.getState().navigation.isReady).toBe(true)
    expect(store.getState().page.head).toMatchObject(HEAD)
  })

  it('leaves out keys that would make it more than a quarter of the document, and lists them', () => {
    const large = aState({ text: 'x'.repeat(3_000) })
    const length = (bodyLength: number) => JSON.stringify(inlineState(large, ['form'], bodyLength)).length
    const bodyLength = length(1_000_000) / MAX_STATE_SHARE - length(1_000_000)
    expect(inlineState(large, ['form'], bodyLength)).toHaveProperty('form')
    expect(inlineState(large, ['form'], bodyLength - 1)).not.toHaveProperty('form')
    expect(inlineState(large, ['form'], bodyLength - 1)).toMatchObject({ page: { deferredKeys: ['form'] } })
  })

  it('on a navigation is whole, without the notes about calls', () => {
    const state = pageState(aState({ 1: {} }), ['form'])
    const { surrogateKeys: _k, apiCalls: _c, ...route } = aState({}).routing
    expect(state['routing']).toEqual(route)
    expect(state).toMatchObject({ form: { 1: {} } })
    expect(state).not.toHaveProperty('content')
  })

  it('on a navigation has the notes about calls only where they are asked for', () => {
    expect(pageState(aState({}), [], true)['routing']).toMatchObject({
      surrogateKeys: ['k'],
      apiCalls: [{ status: 200 }],
    })
  })
})
