import { readFile, readFileSync } from 'node:fs'
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
import { guardRemote, type GuardedRemote } from '../guard/guard-remote.server.ts'
import { createGuard, type Guard } from '../guard/guard.server.ts'
import { createRealmProtection } from '../guard/realm-protection.server.ts'
import { releaseError } from '../errors.ts'

/** Loads the server halves of remotes into this process; they all use the host's React and store. */
export interface FederationHost {
  /**
   * Load `./ssr` of the release in a folder. The release must have been verified before.
   * Loading another version of the same remote replaces it for later loads; modules already handed out stay usable.
   * `check` may render the remote; its errors are passed on. Changes of global variables and built-ins are undone.
   * @throws AppError release/not-loadable, release/changes-globals
   */
  load(app: string, folder: string, check?: (remote: GuardedRemote) => void): Promise<GuardedRemote>
}

/** The export of a node build: a federation container. */
type Container = object

const SINGLETON = { singleton: true, strictVersion: true } as const

const share = (lib: object, version: string) => ({
  version,
  scope: 'default',
  lib: () => lib,
  shareConfig: { ...SINGLETON, requiredVersion: `^${version}` },
})

/**
 * One federation instance per process: its share scope holds the host's packages. All code of remotes runs under the guard.
 * `onSpoilt` is called when a release has changed built-ins in a way that cannot be undone; nothing may be relied on then.
 */
export function createFederationHost(
  guard: Guard = createGuard(resetRenderer),
  onSpoilt: () => void = () => undefined,
): FederationHost {
  const containers = new Map<string, Container>()
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
        // The runtime's own loader fetches and evaluates without a deadline or a hash, so it is replaced.
        loadEntry: ({ remoteInfo }) => Promise.resolve(containers.get(remoteInfo.name) as never),
      },
    ],
  })

  const loadFrom = (container: Container, name: string, entry: string) => {
    containers.set(name, container)
    // Forced: the same name again, so that the runtime forgets the older version (a new name each time would leak).
    instance.registerRemotes([{ name, entry, type: 'commonjs-module' }], { force: true })
    return instance.loadRemote<{ remote?: ServerRemote }>(`${name}/ssr`)
  }

  const protect = createRealmProtection(onSpoilt)
  return {
    load: (app, folder, check = () => undefined) =>
      protect(app, async (step) => {
        const name = app.replaceAll('-', '_')
        const version = path.basename(folder)
        const entry = path.join(folder, 'node', 'remoteEntry.js')
        const importing = guard.callOf(app, version, 'import')
        try {
          const { remote } = await step(async () => {
            const container = await guard.runInMacrotask(() => evaluate(entry), importing)
            return (await guard.runInMacrotask(() => loadFrom(container, name, entry), importing)) ?? {}
          })
          if (typeof remote?.render !== 'function') throw new Error('./ssr exports no remote')
          const guarded = guardRemote(remote, version, guard)
          await step(() => guard.runInMacrotask(() => checkWith(check, guarded), importing))
          return guarded
        } catch (cause) {
          if (cause instanceof CheckFailed) throw cause.cause
          throw releaseError('release/not-loadable', { cause, details: { app, folder } })
        }
      }),
  }
}

/** Wraps an error of a check, to tell it from errors of loading. */
class CheckFailed extends Error {}

function checkWith(check: (remote: GuardedRemote) => void, remote: GuardedRemote): void {
  try {
    check(remote)
  } catch (cause) {
    throw new CheckFailed('', { cause })
  }
}

/**
 * Reset React's renderer after a rendering that was terminated: the state of its hooks is in module variables,
 * which the next component would read. Rendering a component that throws makes React clear them.
 */
export function resetRenderer(): void {
  const Throws = (): never => {
    throw new Error('reset')
  }
  try {
    ReactDOMServer.renderToStaticMarkup(React.createElement(Throws))
  } catch {
    // The throw is what resets the renderer.
  }
}

/** Node modules that code of remotes may require: none of them gives access outside the process. */
const HARMLESS = [
  'assert',
  'buffer',
  'crypto',
  'events',
  'path',
  'querystring',
  'stream',
  'string_decoder',
  'url',
  'util',
  'zlib',
]

/**
 * The `require` of the code in a folder: harmless Node modules, and the parts of `fs` and `vm` that its runtime needs to load the
 * other files of the same folder. `import()` fails in code that is evaluated like this. Source: docs/decisions/0078.
 */
function requireWithin(folder: string): (name: string) => unknown {
  type Done = (error: Error | null, text?: string) => void
  const own: Readonly<Record<string, object>> = {
    fs: {
      readFile(file: string, encoding: BufferEncoding, done: Done) {
        if (!path.resolve(file).startsWith(`${folder}${path.sep}`)) throw beyond(`file ${file}`)
        readFile(file, encoding, done)
      },
    },
    vm: {
      runInThisContext: (code: string, filename: string) =>
        vm.runInThisContext(code, { filename }) as unknown,
    },
  }
  return (name) => {
    const plain = name.replace(/^node:/, '')
    if (HARMLESS.includes(plain)) return requireOfNode(`node:${plain}`) as unknown
    if (Object.hasOwn(own, plain)) return own[plain]
    throw beyond(`module "${name}"`)
  }
}

const requireOfNode = createRequire(import.meta.url)
const beyond = (what: string): Error => new Error(`Code of a remote may not have the ${what}`)

function evaluate(entry: string): Container {
  const source = readFileSync(entry, 'utf8')
  const wrapper = vm.runInThisContext(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    {
      filename: entry,
    },
  ) as (...args: unknown[]) => void
  const module = { exports: {} as Container }
  const folder = path.dirname(entry)
  wrapper(module.exports, requireWithin(folder), module, entry, folder)
  return module.exports
}

function sharedVersion(): string {
  const file = new URL('../../shared/package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Warning of the federation runtime each time that a remote is replaced, which is how a release goes live here. */
const EXPECTED = /The remote "\w+" is already registered/

/** Suppress that one warning: the runtime always prints it when a remote is replaced. */
export function quietFederation(): void {
  const { warn } = console
  // eslint-disable-next-line no-console -- the runtime logs here and nowhere else
  console.warn = (...messages: unknown[]) => {
    if (!messages.some((word) => EXPECTED.test(String(word)))) warn(...messages)
  }
}
