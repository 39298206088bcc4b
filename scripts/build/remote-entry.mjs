/**
 * Connects each remote's own modules in its entry with the host's federation runtime. The plugin's original code does more: it also
 * supports builds that load remotes or offer packages themselves, which ours never do. The properties set here are those that the
 * pinned version of @module-federation reads.
 */
/* global __webpack_require__, __FEDERATION_BUNDLER_RUNTIME */
const entry = __webpack_require__
const { federation } = entry
const { moduleMap, shareScope: shareScopeKey } = entry.initializeExposesData

Object.assign(federation, __FEDERATION_BUNDLER_RUNTIME, {
  libraryType: 'global',
  initOptions: {
    name: entry.initializeSharingData.uniqueName.replaceAll('-', '_'),
    shareStrategy: 'loaded-first',
    shared: {},
    remotes: [],
    plugins: [],
  },
})
const { bundlerRuntime } = federation
entry.S = bundlerRuntime.S
const whole = { webpackRequire: entry }
// The runtime fills these in from the entry's own table of the shared packages that its chunks need.
const consumed = { ...whole, chunkMapping: {}, moduleToHandlerMapping: {}, installedModules: {} }
const sharing = { ...whole, initPromises: [], initTokens: {} }

entry.f.consumes = (chunkId, promises) => bundlerRuntime.consumes({ ...consumed, chunkId, promises })
entry.I = (shareScopeName, initScope) => bundlerRuntime.I({ ...sharing, shareScopeName, initScope })
entry.initContainer = (shareScope, initScope, remoteEntryInitOptions) =>
  bundlerRuntime.initContainerEntry({
    ...whole,
    shareScope,
    initScope,
    remoteEntryInitOptions,
    shareScopeKey,
  })
entry.getContainer = async (name) => {
  if (!Object.hasOwn(moduleMap, name)) throw new Error(`There is no ${name} in this remote`)
  return moduleMap[name]()
}
federation.instance = bundlerRuntime.init(whole)
