import * as runtime from '@module-federation/runtime'
import { CurrentGlobal, helpers } from '@module-federation/runtime/core'
import { attachShareScopeMap, bundlerRuntime } from '@module-federation/webpack-bundler-runtime'
import type { BrowserRemote, PageRelease, RemoteName } from '@tessera/shared/contract'
import * as store from '@tessera/shared/store'
import reactPackage from 'react/package.json' with { type: 'json' }
import singleSpaPackage from 'single-spa-react/package.json' with { type: 'json' }
import { clientError } from './errors.ts'
import { loadScript, retryOfChunk, retryOfScript, withRetries } from './load-script.client.ts'

/** Version of the shared package, as remotes require it (rspack.config.ts). */
export const SHARED_VERSION = '0.1.0'
/** A remote's entry has to be loaded within this time. */
const ENTRY_TIMEOUT_MS = 2_000

/** The browser code of a remote, with its messages for the page. */
export interface LoadedRemote extends BrowserRemote {
  /** Undefined for a remote without messages of its own. */
  readonly messages?: unknown
}

/** Loads the browser code of remotes; all use the host's React and store. */
export interface FederationHost {
  /**
   * Load `./spa` of a release, and its messages for the page. `folder` is the address of a folder on another machine to load from.
   * @throws AppError client/…, or what the remote's own code threw
   */
  load(name: RemoteName, release: PageRelease, folder?: string): Promise<LoadedRemote>
}

export function createFederationHost(): FederationHost {
  provideFederationRuntime(globalThis)
  const releases = new Map<string, PageRelease>()
  const folders: string[] = []
  const policy = createRemotePolicy(globalThis as PolicyPage, location.origin, folders)

  const loadEntry = async (globalName: string, url: string): Promise<object> => {
    const integrity = releases.get(globalName)?.integrity ?? ''
    const trust = (address: string) => policy.createScriptURL(address)
    await withRetries(
      (query) => loadScript({ url: `${url}${query}`, integrity, timeoutMs: ENTRY_TIMEOUT_MS }, trust),
      retryOfScript,
    )
    const container = (globalThis as unknown as Record<string, object | undefined>)[globalName]
    if (!container) throw clientError('client/script-broken', { details: { url } })
    return container
  }
  const instance = runtime.createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: sharedPackages(),
    // The runtime's own loader, which has no integrity checks and no retries, is never used.
    plugins: [
      {
        name: 'verified-entries',
        loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.name, remoteInfo.entry) as never,
      },
    ],
  })
  const loadModule = <Module>(id: string) => withRetries(() => instance.loadRemote<Module>(id), retryOfChunk)
  return {
    async load(name, release, folder) {
      const globalName = name.replaceAll('-', '_')
      releases.set(globalName, release)
      if (folder) folders.push(folder)
      instance.registerRemotes(
        [
          {
            name: globalName,
            entry: `${folder ?? ownFolder(name, release)}remoteEntry.js`,
            type: 'global',
            entryGlobalName: globalName,
          },
        ],
        { force: true },
      )
      const { catalogue } = release
      const [module, file] = await Promise.all([
        loadModule<{ readonly remote?: BrowserRemote }>(`${globalName}/spa`),
        catalogue && loadModule<{ readonly messages: unknown }>(`${globalName}/messages/${catalogue}`),
      ])
      if (typeof module?.remote?.lifecycles !== 'function')
        throw clientError('client/remote-broken', { details: { name } })
      return { ...module.remote, messages: file ? file.messages : undefined }
    },
  }
}

const ownFolder = (name: RemoteName, { version }: PageRelease): string =>
  version === 'dev' ? `/_dev/${name}/` : `/_mfe/${name}/${version}/web/`

type Singletons = typeof import('./singletons.client.ts')

function sharedPackages() {
  const share = (version: string, get: () => Promise<object>) => ({
    version,
    scope: 'default',
    get: async () => {
      const library = await get()
      return () => library
    },
    shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
  })
  const fromReact = (name: keyof Singletons, version = reactPackage.version) =>
    share(
      version,
      async () => (await import(/* webpackChunkName: "singletons" */ './singletons.client.ts'))[name],
    )
  return {
    react: fromReact('React'),
    'react/jsx-runtime': fromReact('jsxRuntime'),
    'react-dom': fromReact('ReactDOM'),
    'react-dom/client': fromReact('ReactDOMClient'),
    '@tessera/shared/lifecycles': fromReact('lifecycles', SHARED_VERSION),
    // For releases before contract 1.9.
    'single-spa-react': fromReact('singleSpaReact', singleSpaPackage.version),
    '@tessera/shared/store': share(SHARED_VERSION, () => Promise.resolve(store)),
    ...(process.env.NODE_ENV === 'production'
      ? {}
      : { 'react/jsx-dev-runtime': share(reactPackage.version, () => import('react/jsx-dev-runtime')) }),
  }
}

/**
 * Provide the federation runtime on the global object, where remote entries look for it: they are built without their own
 * (scripts/build/remote-entry.mjs). The names and the properties are those of the pinned version of @module-federation.
 */
function provideFederationRuntime(page: object): void {
  Object.defineProperty(page, '__FEDERATION_BUNDLER_RUNTIME', { get: entryRuntime, configurable: true })
  // For entries of earlier releases, which contain the rest of the runtime.
  Object.assign(page, {
    _FEDERATION_RUNTIME_CORE: { CurrentGlobal, helpers },
    __FEDERATION_RUNTIME: RUNTIME,
    // Only read by remotes that load other remotes, which ours never do.
    __FEDERATION_SDK: {},
  })
}

const RUNTIME = { init: runtime.init, getRemoteEntry: runtime.getRemoteEntry }

/** A new object for each entry, since the entry modifies it. */
const entryRuntime = (): object => ({
  runtime: RUNTIME,
  attachShareScopeMap,
  bundlerRuntime: { ...bundlerRuntime, S: {} },
  bundlerRuntimeOptions: {},
})

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}
/** The global object's Trusted Types; undefined in browsers without them. */
export interface PolicyPage {
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }
}

/**
 * Creates script addresses that the browser's Trusted Types accept: only remotes' files on this origin, and files below those folders
 * on other machines that the page names.
 */
export function createRemotePolicy(
  page: PolicyPage,
  origin: string,
  folders: readonly string[] = [],
): ScriptPolicy {
  const rules: ScriptPolicy = {
    createScriptURL(url) {
      const address = new URL(url, origin).href
      return folders.some((folder) => address.startsWith(folder)) ? address : ownAddress(url, origin)
    },
  }
  return page.trustedTypes?.createPolicy('tessera-remotes', rules) ?? rules
}

/** The address, if it is one of a remote's files (`/_mfe/`, or `/_dev/` under `npm run dev`). @throws TypeError */
function ownAddress(address: string, origin: string): string {
  const url = new URL(address, origin)
  if (url.origin === origin && /^\/_(?:mfe|dev)\//.test(url.pathname)) return url.href
  throw new TypeError(`Not a script of a remote: ${address}`)
}
