import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePrivateKey } from '../../shell/releases/verified-copy.server.ts'
import { RELEASE_KEY } from '../release/releases-folder.ts'
import { contentWebhook } from '../start/content-webhook.ts'
import type { StartOptions } from '../start/options.ts'
import { claimPort } from '../start/ports.ts'
import { outsideAccess, platformCommand, preparePlatform } from '../start/run-site.ts'
import { storeAccess, type SeedAccess } from '../start/seed-access.ts'
import type { ServerCommand } from '../start/server-process.ts'
import { toShellConfig, type ShellConfig } from '../start/shell-config.ts'
import { toLine } from '../start/usage-error.ts'
import { describeError, type ServerProblem } from './describe-error.ts'
import { createDevReleases } from './dev-releases.ts'
import { startDevServer, type DevServer, type DevServerOptions } from './dev-server.ts'
import { forwardTo } from './forward.ts'
import { createProblems, problemOfServer, type Problems } from './problems.ts'
import { startRestarting, type RestartingServer } from './restarting-server.ts'
import { readShellMessage, type ShellMessage } from './shell-message.ts'
import { watchSources } from './watch-sources.ts'

/** A running site in development. */
export interface DevSite {
  readonly url: string
  readonly platformUrl: string
  /** The problems that its pages show. */
  readonly problems: Problems
}

type Started = (stop: () => Promise<void> | void) => void
type DevShellConfig = ShellConfig & {
  readonly pollMs: number
  readonly logLevel: string
  readonly warmUpMs: number
}

const SHELL_READY_MS = 60_000
/** Dev releases are frequent and local, so the shell polls for them more often than on a live site. */
const POLL_MS = 50

/**
 * Compile, start platform and shell, and update all three when the sources change. `started` gets the function that ends each
 * part, in the order in which they start. @throws UsageError for what the user can put right
 */
export async function runDev(options: StartOptions, started: Started): Promise<DevSite> {
  const folder = path.join(options.dataDir, 'dev')
  const port = await claimPort('port', options.port)
  const embedded = options.outside === null ? await preparePlatform(options) : null
  let access = embedded?.access ?? outsideAccess(options)
  rmSync(folder, { recursive: true, force: true })
  ensurePrivateKey(RELEASE_KEY)

  // The webhook goes to the dev server, which forwards it: the shell has another port after every restart.
  const webhook = embedded && contentWebhook(port, process.env)
  const onAccess = (told: SeedAccess) => void (access = told)
  const platform =
    embedded && startRestarting(platformCommand(options, embedded.port, webhook, onAccess), logError)
  if (platform) started(platform.stop)
  const shell = Promise.withResolvers<RestartingServer>()
  const address = async () => (await shell.promise).address()
  const { server, problems } = await compile(folder, started, {
    host: process.env.HOST ?? 'localhost',
    port,
    allowedHosts: options.publicUrl === null ? [] : [new URL(options.publicUrl).hostname],
    forward: forwardTo(address),
  })

  const platformUrl = (await platform?.address()) ?? options.outside?.url ?? ''
  if (embedded) storeAccess(options.dataDir, access)
  const config = devShellConfig(folder, toShellConfig(options, port, platformUrl, access, webhook))
  const running = startRestarting(shellCommand(config, server, problems), logError)
  started(running.stop)
  await running.address()
  shell.resolve(running)
  started(follow(running, platform, { server, problems }))
  return { url: `http://localhost:${port}`, platformUrl, problems }
}

/** How open pages are notified. */
interface Pages {
  readonly server: DevServer
  readonly problems: Problems
}

/** Compile everything once, and then after each change; each time the server half becomes a release. */
async function compile(
  folder: string,
  started: Started,
  where: Omit<DevServerOptions, 'output' | 'onBuilt' | 'problems'>,
): Promise<Pages> {
  const problems = createProblems()
  const output = path.join(folder, 'builds')
  const releases = createDevReleases({
    builds: output,
    releases: path.join(folder, 'releases'),
    copies: path.join(folder, 'shell/releases'),
    onRelease: (app) => problems.forget(`release ${app}`),
    onFailure: (app, thrown) => refuse(problems, app, describeError(thrown)),
  })
  let packed = Promise.resolve()
  const server = await startDevServer({
    ...where,
    forward: (request, response) => {
      // A new document renders its slots again, so the problems of earlier renderings are dropped.
      if (request.headers['sec-fetch-dest'] === 'document') problems.forget('slot ')
      return where.forward(request, response)
    },
    output,
    problems,
    onBuilt: (apps) => {
      packed = releases.update(apps)
    },
  })
  started(server.stop)
  await packed
  return { server, problems }
}

/** Report a release that the server refuses: the previous one stays live. */
function refuse(problems: Problems, app: string, { message, stack }: ServerProblem): void {
  logError(`${app}: the server keeps its last output. ${message}`)
  problems.set(`release ${app}`, [
    problemOfServer(app, `The server keeps its last output. ${message}`, stack),
  ])
}

/** The configuration of `npm start`, except for settings that only development needs. */
const devShellConfig = (folder: string, config: ShellConfig): DevShellConfig => ({
  ...config,
  port: 0,
  host: '127.0.0.1',
  dataDir: path.join(folder, 'shell'),
  releasesDir: path.join(folder, 'releases'),
  pollMs: POLL_MS,
  logLevel: 'warn',
  warmUpMs: 0,
})

const shellCommand = (config: DevShellConfig, server: DevServer, problems: Problems): ServerCommand => ({
  name: 'shell',
  script: fileURLToPath(import.meta.resolve('./dev-shell.ts')),
  env: { ...process.env, NODE_ENV: 'development', TESSERA_CONFIG: JSON.stringify(config) },
  readyTimeoutMs: SHELL_READY_MS,
  onMessage(message) {
    const said = readShellMessage(message)
    if (said) handleMessage(said, { server, problems })
  },
})

function handleMessage(said: ShellMessage, { server, problems }: Pages): void {
  const { app, problem } = said
  if (said.type === 'slot-failed')
    return problems.set(`slot ${said.slot}`, [problemOfServer(app, said.problem.message, said.problem.stack)])
  if (problem) return refuse(problems, app, problem)
  problems.forget('slot ')
  server.send('tessera-server-output')
}

/** Restart the process whose code has changed; requests of pages wait, and pages reload afterwards. */
function follow(
  shell: RestartingServer,
  platform: RestartingServer | null,
  { server, problems }: Pages,
): () => void {
  const restartPlatform = async () => platform?.restart()
  return watchSources((changed) => {
    process.stdout.write(`Restarting the ${[...changed].join(' and the ')}\n`)
    // The shell restarts with the platform, because its caches are of the old one.
    shell
      .restart(changed.has('platform') ? restartPlatform : undefined)
      .then(() => {
        problems.forget('restart')
        problems.forget('slot ')
        server.send('tessera-server-restarted')
      })
      // The process has printed the error itself, and the next change restarts it.
      .catch((error: unknown) => {
        const message = `${toLine(error)} The terminal says more; the next change starts it again.`
        problems.set('restart', [problemOfServer('shell', message, '')])
      })
  })
}

const logError = (line: string): void => void process.stderr.write(`${line}\n`)
