import { createAction, createSlice, type PayloadAction } from '@tessera/shared/store'
import type { NavigationState, PageState, RouteState, Slice, VersionState } from '@tessera/shared/contract'

/** The browser goes to another path. */
export const pathChanged = createAction<{ readonly path: string; readonly search: string; readonly hash: string }>('host/pathChanged')

export const initialRoute: RouteState = {
  canonicalPath: null,
  currentHostname: null,
  currentPath: '/',
  currentNode: null,
  currentNodeAncestors: [],
  currentNodeChildren: [],
  currentNodeSiblings: [],
  currentNodeSiblingsParent: null,
  currentProject: 'unknown',
  allowedGroups: [],
  entryID: null,
  entry: null,
  mappedEntry: null,
  error: null,
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

const routing = createSlice({
  name: 'routing',
  initialState: initialRoute,
  reducers: {
    routeResolved: (_state, { payload }: PayloadAction<RouteState>) => payload,
  },
  extraReducers: (builder) => {
    // A new path that differs from the current entry's own sets loading. Source: specification 4, Access and routing.
    builder.addCase(pathChanged, (state, { payload }) => ({
      ...state,
      nextPath: payload.path,
      isLoading: payload.path !== state.canonicalPath,
    }))
  },
})

const navigation = createSlice({
  name: 'navigation',
  initialState: { root: null, error: { isError: false, message: null }, isReady: false } as NavigationState,
  reducers: {
    navigationLoaded: (_state, { payload }: PayloadAction<NonNullable<NavigationState['root']>>): NavigationState => ({
      root: payload,
      error: { isError: false, message: null },
      isReady: true,
    }),
    navigationFailed: (state, { payload }: PayloadAction<string | null>): NavigationState => ({
      root: state.root as NavigationState['root'],
      error: { isError: true, message: payload || 'Unknown error occurred' },
      isReady: state.isReady,
    }),
  },
})

const version = createSlice({
  name: 'version',
  initialState: { commitRef: null, buildNo: null, contensisVersionStatus: 'published' } as VersionState,
  reducers: {
    versionKnown: (_state, { payload }: PayloadAction<VersionState>) => payload,
  },
})

const emptyPage: PageState = {
  head: { title: '', description: '', language: 'en-GB', dir: 'ltr', canonicalPath: null, alternates: [] },
  slots: [],
  releases: {},
}

const page = createSlice({
  name: 'page',
  initialState: emptyPage,
  reducers: {
    pageComposed: (_state, { payload }: PayloadAction<PageState>) => payload,
  },
})

export const { routeResolved } = routing.actions
export const { navigationLoaded, navigationFailed } = navigation.actions
export const { versionKnown } = version.actions
export const { pageComposed } = page.actions

/** The state that the shell owns, in every store. */
export const hostSlices: readonly Slice[] = [
  { key: 'routing', reducer: routing.reducer as Slice['reducer'] },
  { key: 'navigation', reducer: navigation.reducer as Slice['reducer'] },
  { key: 'version', reducer: version.reducer as Slice['reducer'] },
  { key: 'page', reducer: page.reducer as Slice['reducer'] },
]
