import { createInstance } from '@module-federation/runtime'
import type { BrowserRemote, PageRelease, RemoteName } from '@tessera/shared/contract'
import * as store from '@tessera/shared/store'
import reactPackage from 'react/package.json' with { type: 'json' }
import { clientError } from './errors.ts'
import { provideFederationRuntime } from './federation-runtime.client.ts'
import { loadScript } from './load-script.client.ts'
import { SHARED_VERSION } from './shared-version.ts'
import { createRemotePolicy, type PolicyPage } from './trusted-script.client.ts'
import { judgeChunk, judgeScript, withRetries } from './with-retries.ts'

/** A remote's entry has to be there within this time. */
const ENTRY_TIMEOUT_MS = 2_000

/** Loads the browser halves of remotes, all on the host's own React and store. */
export interface FederationHost {
  /** Load `./spa` of a release. @throws AppError client/…, or what the remote's own code threw */
  load(name: RemoteName, release: PageRelease): Promise<BrowserRemote>
}

export function createFederationHost(): FederationHost {
  provideFederationRuntime(globalThis)
  const releases = new Map<string, PageRelease>()
  const policy = createRemotePolicy(globalThis as PolicyPage, location.origin)

  const loadEntry = async (globalName: string, url: string): Promise<object> => {
    const integrity = releases.get(globalName)?.integrity ?? ''
    const trust = (address: string) => policy.createScriptURL(address)
    await withRetries(
      (query) => loadScript({ url: `${url}${query}`, integrity, timeoutMs: ENTRY_TIMEOUT_MS }, trust),
      judgeScript,
    )
    const container = (globalThis as unknown as Record<string, object | undefined>)[globalName]
    if (!container) throw clientError('client/script-broken', { details: { url } })
    return container
  }
  const instance = createInstance({
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
  return {
    async load(name, release) {
      const globalName = name.replaceAll('-', '_')
      releases.set(globalName, release)
      instance.registerRemotes(
        [
          {
            name: globalName,
            entry: entryAddress(name, release),
            type: 'global',
            entryGlobalName: globalName,
          },
        ],
        { force: true },
      )
      const module = await withRetries(
        () => instance.loadRemote<{ readonly remote?: BrowserRemote }>(`${globalName}/spa`),
        judgeChunk,
      )
      if (typeof module?.remote?.lifecycles !== 'function')
        throw clientError('client/remote-broken', { details: { name } })
      return module.remote
    },
  }
}

const entryAddress = (name: RemoteName, { version }: PageRelease): string =>
  version === 'dev' ? `/_dev/${name}/remoteEntry.js` : `/_mfe/${name}/${version}/web/remoteEntry.js`

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
  const fromReact = (name: keyof Singletons) =>
    share(reactPackage.version, async () => (await import('./singletons.client.ts'))[name])
  return {
    react: fromReact('React'),
    'react/jsx-runtime': fromReact('jsxRuntime'),
    'react-dom': fromReact('ReactDOM'),
    'react-dom/client': fromReact('ReactDOMClient'),
    '@tessera/shared/store': share(SHARED_VERSION, () => Promise.resolve(store)),
    ...(process.env.NODE_ENV === 'production'
      ? {}
      : { 'react/jsx-dev-runtime': share(reactPackage.version, () => import('react/jsx-dev-runtime')) }),
  }
}
