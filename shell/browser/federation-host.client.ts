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
/** A remote's entry has to be there within this time. */
const ENTRY_TIMEOUT_MS = 2_000

/** The browser half of a remote, with its messages for the page. */
export interface LoadedRemote extends BrowserRemote {
  /** Undefined for a remote without messages of its own. */
  readonly messages?: unknown
}

/** Loads the browser halves of remotes, all on the host's own React and store. */
export interface FederationHost {
  /**
   * Load `./spa` of a release, and its messages for the page; from `folder`, the address of one on another machine, where it is given.
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
    // The runtime's own loader knows neither hashes nor tries: never let it.
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
    // Of releases before contract 1.9.
    'single-spa-react': fromReact('singleSpaReact', singleSpaPackage.version),
    '@tessera/shared/store': share(SHARED_VERSION, () => Promise.resolve(store)),
    ...(process.env.NODE_ENV === 'production'
      ? {}
      : { 'react/jsx-dev-runtime': share(reactPackage.version, () => import('react/jsx-dev-runtime')) }),
  }
}

/**
 * Put the federation runtime where remote entries look for it: they are built without one of their own
 * (scripts/build/remote-entry.mjs). The names and what is read from them belong to the pinned version of @module-federation.
 */
function provideFederationRuntime(page: object): void {
  Object.defineProperty(page, '__FEDERATION_BUNDLER_RUNTIME', { get: entryRuntime, configurable: true })
  // Entries of earlier releases bring the rest with them.
  Object.assign(page, {
    _FEDERATION_RUNTIME_CORE: { CurrentGlobal, helpers },
    __FEDERATION_RUNTIME: RUNTIME,
    // Read only by remotes that load remotes of their own, which ours never do.
    __FEDERATION_SDK: {},
  })
}

const RUNTIME = { init: runtime.init, getRemoteEntry: runtime.getRemoteEntry }

/** One for each entry: it writes its own things into it. */
const entryRuntime = (): object => ({
  runtime: RUNTIME,
  attachShareScopeMap,
  bundlerRuntime: { ...bundlerRuntime, S: {} },
  bundlerRuntimeOptions: {},
})

interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}
/** The global object, as far as Trusted Types go; browsers without them have none. */
export interface PolicyPage {
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }
}

/**
 * Makes script addresses that the browser's Trusted Types accept: remotes' files from this origin, and those below the folders of other
 * machines that the page names. Nothing else.
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
