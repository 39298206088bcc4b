import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import vm from 'node:vm'
import { createInstance } from '@module-federation/runtime'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import * as ReactDOMServer from 'react-dom/server'
import * as store from '@tessera/shared/store'
import type { ServerRemote } from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'

/** Loads the server halves of remotes into this process, all on the host's own React and store. */
export interface FederationHost {
  /**
   * Load `./ssr` of the release in a folder. The release must have been verified before.
   * Loading another version of the same remote replaces it for later loads; modules already handed out stay usable.
   * @throws AppError release/not-loadable
   */
  load(app: string, folder: string): Promise<ServerRemote>
}

/** What a node build hands over: a federation container. */
type Container = object

const SINGLETON = { singleton: true, strictVersion: true } as const

/** One federation instance per process: its share scope holds the host's packages. */
export function createFederationHost(): FederationHost {
  const containers = new Map<string, Container>()
  const share = (lib: object, version: string) => ({
    version,
    scope: 'default',
    lib: () => lib,
    shareConfig: { ...SINGLETON, requiredVersion: `^${version}` },
  })
  const instance = createInstance({
    name: 'shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      react: share(React, React.version),
      'react/jsx-runtime': share(jsxRuntime, React.version),
      'react-dom': share(ReactDOM, React.version),
      'react-dom/server': share(ReactDOMServer, React.version),
      '@tessera/shared/store': share(store, sharedVersion()),
    },
    plugins: [
      {
        name: 'verified-entries',
        // The runtime's own loader fetches and evaluates without a deadline or a hash: never let it.
        loadEntry: ({ remoteInfo }) => Promise.resolve(containers.get(remoteInfo.name) as never),
      },
    ],
  })

  return {
    async load(app, folder) {
      const name = app.replaceAll('-', '_')
      const entry = path.join(folder, 'node', 'remoteEntry.js')
      try {
        containers.set(name, evaluate(entry))
        // Forced: the same name again, so that the runtime forgets the older version (a new name each time would leak).
        instance.registerRemotes([{ name, entry, type: 'commonjs-module' }], { force: true })
        const module = await instance.loadRemote<{ remote?: ServerRemote }>(`${name}/ssr`)
        if (typeof module?.remote?.render !== 'function') throw new Error('./ssr exports no remote')
        return module.remote
      } catch (cause) {
        throw releaseError('release/not-loadable', { cause, details: { app, folder } })
      }
    },
  }
}

function evaluate(entry: string): Container {
  const source = readFileSync(entry, 'utf8')
  const wrapper = vm.runInThisContext(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    {
      filename: entry,
    },
  ) as (...args: unknown[]) => void
  const module = { exports: {} as Container }
  wrapper(module.exports, createRequire(entry), module, entry, path.dirname(entry))
  return module.exports
}

function sharedVersion(): string {
  const file = new URL('../../shared/package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** What the federation runtime says each time a remote is replaced, which is how a release goes live here. */
const EXPECTED = /The remote "\w+" is already registered/

/** Keep that one warning from the log of this process: the runtime has no quiet way to replace a remote. */
export function quietFederation(): void {
  const { warn } = console
  // eslint-disable-next-line no-console -- the runtime logs here and nowhere else
  console.warn = (...messages: unknown[]) => {
    if (!messages.some((word) => EXPECTED.test(String(word)))) warn(...messages)
  }
}
