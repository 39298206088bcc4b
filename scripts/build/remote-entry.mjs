/**
 * What stands in each remote's entry between its own modules and the host's federation runtime. The plugin's own part does more: it also
 * serves builds that load remotes or offer packages themselves, which ours never do. What is set here is what the pinned version of
 * @module-federation reads.
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
// The runtime fills them in from the entry's own table of what its chunks consume.
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
