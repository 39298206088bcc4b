import { createAction, stateAdopted, userSlice } from '@tessera/shared/store'
import type {
  Action,
  HostState,
  NavigationState,
  PageState,
  RouteState,
  RouteSummary,
  Slice,
  VersionState,
} from '@tessera/shared/contract'

/** The browser goes to another path. */
export const pathChanged = createAction<{
  readonly path: string
  readonly search: string
  readonly hash: string
}>('host/pathChanged')

/** The route before anything is known of it, without what holds content. Source: specification 3, Route state. */
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

/** The same with its content: none. */
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

/** The route of a page, whole: a resolver makes it, nobody edits it. */
export const routeResolved = createAction<RouteState>('host/routeResolved')
export const navigationLoaded = createAction<NonNullable<NavigationState['root']>>('host/navigationLoaded')
/** With the error's own text, where it has one. */
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
  contensisVersionStatus: 'published',
}
const initialPage: PageState = {
  head: { title: '', description: '', language: 'en-GB', dir: 'ltr', canonicalPath: null, alternates: [] },
  slots: [],
  releases: {},
}

// Plain reducers, not createSlice: they replace what they are given, and Immer would walk all of it first
// (a quarter of the time of a server-rendered page, by its CPU profile).

function routing(state: HostState['routing'] = initialRoute, action: Action): HostState['routing'] {
  if (routeResolved.match(action)) return action.payload
  if (stateAdopted.match(action) && action.payload.routing)
    return { ...initialRouteSummary, ...action.payload.routing }
  if (!pathChanged.match(action)) return state
  // A new path that differs from the current entry's own sets loading. Source: specification 4, Access and routing.
  const { path } = action.payload
  const entryUri = state.entryID === null ? null : state.canonicalPath
  return { ...state, nextPath: path, isLoading: path !== entryUri }
}

function navigation(state: NavigationState = initialNavigation, action: Action): NavigationState {
  if (navigationLoaded.match(action)) {
    return { root: action.payload, error: { isError: false, message: null }, isReady: true }
  }
  if (!navigationFailed.match(action)) return state
  return { ...state, error: { isError: true, message: action.payload || 'Unknown error occurred' } }
}

const version = (state: VersionState = initialVersion, action: Action): VersionState =>
  versionKnown.match(action) ? action.payload : state

const page = (state: PageState = initialPage, action: Action): PageState =>
  pageComposed.match(action) ? action.payload : state

const slice = <S>(key: string, reducer: (state: S | undefined, action: Action) => S): Slice => ({
  key,
  reducer: reducer as Slice['reducer'],
})

/** The state that the shell owns, in every store. */
export const hostSlices: readonly Slice[] = [
  slice('routing', routing),
  slice('navigation', navigation),
  userSlice,
  slice('version', version),
  slice('page', page),
]
