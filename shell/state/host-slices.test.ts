import { createStore, pathChanged } from '@tessera/shared/store'
import { routeState, type RouteFacts } from '../page/route.ts'
import { hostSlices, initialRoute, navigationFailed, navigationLoaded, routeResolved } from './host-slices.ts'

function aStore() {
  const store = createStore({ parts: [{ owner: 'shell', slices: hostSlices }] })
  return { store, state: store.getState }
}
const at = (path: string, facts: Partial<RouteFacts> = {}) => ({
  ...initialRoute,
  ...routeState({
    path,
    location: { pathname: path, search: '', hash: '' },
    hostname: 'localhost',
    project: 'website',
    ...facts,
  }),
})
const entry = { sys: { id: '1', uri: '/canonical' } }

describe('the route state (specification 3 and 4)', () => {
  it('starts at / with an unknown project, status 200 and nothing loaded', () => {
    expect(aStore().state().routing).toMatchObject({
      currentPath: '/',
      currentProject: 'unknown',
      statusCode: 200,
      isLoading: false,
      notFound: false,
      entry: null,
      nextPath: null,
    })
    expect(aStore().state().version).toEqual({
      commitRef: null,
      buildNo: null,
      contensisVersionStatus: 'published',
    })
  })

  it("is loading for a new path that differs from the current entry's uri, and says which path comes", () => {
    const { store, state } = aStore()
    store.dispatch(routeResolved(at('/canonical', { entry })))
    store.dispatch(pathChanged({ path: '/other', search: '', hash: '' }))
    expect(state().routing).toMatchObject({ isLoading: true, nextPath: '/other', currentPath: '/canonical' })
  })

  it("is not loading for the current entry's own uri, and is for any path where there is no entry", () => {
    const { store, state } = aStore()
    store.dispatch(routeResolved(at('/canonical', { entry })))
    store.dispatch(pathChanged({ path: '/canonical', search: '?pageIndex=2', hash: '' }))
    expect(state().routing.isLoading).toBe(false)
    store.dispatch(routeResolved(at('/search')))
    store.dispatch(pathChanged({ path: '/search', search: '?term=x', hash: '' }))
    expect(state().routing.isLoading).toBe(true)
  })

  it('is not loading any more once the page is there', () => {
    const { store, state } = aStore()
    store.dispatch(pathChanged({ path: '/a', search: '', hash: '' }))
    store.dispatch(routeResolved(at('/a')))
    expect(state().routing).toMatchObject({ isLoading: false, nextPath: null, currentPath: '/a' })
  })
})

describe('the navigation tree (specification 4, Access and routing)', () => {
  it('is ready once its nodes are set', () => {
    const { store, state } = aStore()
    expect(state().navigation).toEqual({
      root: null,
      error: { isError: false, message: null },
      isReady: false,
    })
    store.dispatch(navigationLoaded({ id: 'r', path: '/' }))
    expect(state().navigation).toEqual({
      root: { id: 'r', path: '/' },
      error: { isError: false, message: null },
      isReady: true,
    })
  })

  it.each([
    ['The platform is down', 'The platform is down'],
    ['', 'Unknown error occurred'],
    [null, 'Unknown error occurred'],
  ])('keeps the message of its error %j as %j', (message, kept) => {
    const { store, state } = aStore()
    store.dispatch(navigationFailed(message))
    expect(state().navigation).toEqual({
      root: null,
      error: { isError: true, message: kept },
      isReady: false,
    })
  })
})
