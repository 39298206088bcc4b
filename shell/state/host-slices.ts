import { DEFAULT_LANGUAGE, DEFAULT_VERSION_STATUS } from '@tessera/shared/content'
import {
  createAction,
  defineSlice,
  pathChanged,
  stateAdopted,
  userSlice,
  type On,
} from '@tessera/shared/store'
import type {
  HostState,
  NavigationState,
  PageState,
  RouteState,
  RouteSummary,
  Slice,
  VersionState,
} from '@tessera/shared/contract'

/** The initial route, without the keys for content. Source: specification 3, Route state. */
export const initialRouteSummary: RouteSummary = {
  canonicalPath: null,
  currentHostname: null,
  currentPath: '/',
  currentProject: 'unknown',
  allowedGroups: [],
  entryID: null,
  isError: false,
  isLoading: false,
  location: { pathname: '/', search: '', hash: '' },
  notFound: false,
  staticRoute: null,
  statusCode: 200,
  surrogateKeys: [],
  apiCalls: [],
  nextPath: null,
}

/** The initial route with the keys for content, all empty. */
export const initialRoute: RouteState = {
  ...initialRouteSummary,
  currentNode: null,
  currentNodeAncestors: [],
  currentNodeChildren: [],
  currentNodeSiblings: [],
  currentNodeSiblingsParent: null,
  entry: null,
  mappedEntry: null,
  error: null,
}

/** Replaces the whole route: it is made when a page is resolved, and never changed in part. */
export const routeResolved = createAction<RouteState>('host/routeResolved')
/** The hash of the address, with its `#`, or empty: only the browser knows it. Source: specification 3, Route state. */
export const hashChanged = createAction<string>('host/hashChanged')
export const navigationLoaded = createAction<NonNullable<NavigationState['root']>>('host/navigationLoaded')
/** The payload is the error's text, or null without one. */
export const navigationFailed = createAction<string | null>('host/navigationFailed')
export const versionKnown = createAction<VersionState>('host/versionKnown')
export const pageComposed = createAction<PageState>('host/pageComposed')

const initialNavigation: NavigationState = {
  root: null,
  error: { isError: false, message: null },
  isReady: false,
}
const initialVersion: VersionState = {
  commitRef: null,
  buildNo: null,
  contensisVersionStatus: DEFAULT_VERSION_STATUS,
}
const initialPage: PageState = {
  head: {
    title: '',
    description: '',
    language: DEFAULT_LANGUAGE,
    dir: 'ltr',
    canonicalPath: null,
    alternates: [],
  },
  slots: [],
  releases: {},
}

const hostSlice = <K extends keyof HostState>(
  key: K,
  initial: HostState[K],
  describe: (on: On<HostState[K]>) => void,
): Slice => defineSlice(key, initial, describe)

const slices = {
  routing: hostSlice('routing', initialRoute, (on) => {
    on(routeResolved, (_, { payload }) => payload)
    // The server leaves initial values out of a document's state.
    on(stateAdopted, (state, { payload: { routing } }) =>
      routing ? { ...initialRouteSummary, ...routing } : state,
    )
    on(hashChanged, (state, { payload: hash }) =>
      hash === state.location.hash ? state : { ...state, location: { ...state.location, hash } },
    )
    // A new path that differs from the current entry's own sets loading. Source: specification 4, Access and routing.
    on(pathChanged, (state, { payload: { path } }) => ({
      ...state,
      nextPath: path,
      isLoading: path !== (state.entryID === null ? null : state.canonicalPath),
    }))
  }),
  navigation: hostSlice('navigation', initialNavigation, (on) => {
    on(navigationLoaded, (_, { payload }) => ({
      root: payload,
      error: { isError: false, message: null },
      isReady: true,
    }))
    on(navigationFailed, (state, { payload }) => ({
      ...state,
      error: { isError: true, message: payload || 'Unknown error occurred' },
    }))
  }),
  user: userSlice,
  version: hostSlice('version', initialVersion, (on) => {
    on(versionKnown, (_, { payload }) => payload)
  }),
  page: hostSlice('page', initialPage, (on) => {
    on(pageComposed, (_, { payload }) => payload)
  }),
} satisfies Readonly<Record<keyof HostState, Slice>>

/** The state that the shell owns, in every store. */
export const hostSlices: readonly Slice[] = Object.values(slices)
