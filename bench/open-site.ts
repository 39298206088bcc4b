import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildStale } from '../scripts/build.ts'
import { accessFor } from '../scripts/start/seed-access.ts'
import { NO_IDLE_COLLECTIONS } from '../scripts/start/server-process.ts'
import { TERMINATION_FLAG } from '../shell/guard/watchdog.server.ts'
import { startChild, type Child, type ChildCommand } from './child.ts'
import { LOAD_CORE, SERVER_CORE, type Machine } from './machine.ts'
import { shellConfig as configOf } from './shell-config.ts'

/** The built demonstration site with a running platform; shells are started on request. */
export interface BenchSite {
  readonly folder: string
  readonly platform: Child
  readonly generator: Child
  /** The configuration of a shell of this site. */
  readonly shellConfig: (
    name: string,
    limits?: Readonly<Record<string, number>>,
  ) => Promise<Record<string, unknown>>
  /** Start a shell as `npm start` runs it, alone on the server's core unless `core` says otherwise. */
  readonly startShell: (name: string, options?: ShellOptions) => Promise<Child>
  /** Start any other process on the server's core. */
  readonly startServer: (command: Omit<ChildCommand, 'core'>) => Promise<Child>
  /** Start a platform on the load generator's core, filled from a folder; its data is removed with the site. */
  readonly startPlatform: (name: string, seed: string, readyMs?: number) => Promise<Child>
  readonly close: () => Promise<void>
}

interface ShellOptions {
  readonly limits?: Readonly<Record<string, number>>
  /** Further options of its configuration: shell/start/options.server.ts. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Not pinned to a core: for browsers, where the bench measures the page's time and not the server's. */
  readonly isFree?: boolean
  /** The script to run instead of the shell's own entry. */
  readonly script?: string
  readonly nodeOptions?: readonly string[]
}

/** Build what is stale, fill a platform for this run and start it with the load generator. */
export async function openSite({ canPin }: Machine): Promise<BenchSite> {
  await buildStale()
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-bench-'))
  const children: Child[] = []
  // Every measured process, baselines above all, has the same settings for garbage collection as a shell.
  const start = async ({ nodeOptions = [], ...command }: ChildCommand): Promise<Child> => {
    const child = await startChild({ ...command, nodeOptions: [NO_IDLE_COLLECTIONS, ...nodeOptions] })
    children.push(child)
    return child
  }
  const core = (wanted: number) => (canPin ? wanted : null)
  const close = async () => {
    await Promise.all(children.map((child) => child.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const startPlatform: BenchSite['startPlatform'] = async (name, seed, readyMs) => {
      const args = ['--port', '0', '--data', path.join(folder, name), '--seed', seed]
      return start({ script: 'platform/main.server.ts', args, core: core(LOAD_CORE), readyMs })
    }
    const platform = await startPlatform('platform', 'platform/content')
    const generator = await start({ script: 'bench/load-generator.ts', core: core(LOAD_CORE) })
    const shellConfig = (name: string, limits = {}) =>
      configOf({
        dataDir: path.join(folder, name),
        platformUrl: platform.url,
        access: accessFor(path.join(folder, 'nothing-kept'), null),
        limits,
      })
    return {
      folder,
      platform,
      generator,
      shellConfig,
      startPlatform,
      startServer: (command) => start({ ...command, core: core(SERVER_CORE) }),
      startShell: async (
        name,
        { limits, options, isFree, script = 'shell/start/main.server.ts', nodeOptions = [] } = {},
      ) =>
        start({
          script,
          env: { TESSERA_CONFIG: JSON.stringify({ ...(await shellConfig(name, limits)), ...options }) },
          core: isFree ? null : core(SERVER_CORE),
          nodeOptions: [TERMINATION_FLAG, ...nodeOptions],
        }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
