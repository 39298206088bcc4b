import path from 'node:path'
import { ensureSecret, REQUEST_KEY } from '../release/request-key.ts'
import { contentWebhook, SECRET_VARIABLE, type ContentWebhook } from './content-webhook.ts'
import type { StartOptions } from './options.ts'
import { claimPort } from './ports.ts'
import { accessFor, readReadyAccess, storeAccess, type SeedAccess } from './seed-access.ts'
import { superviseServer, type SupervisedServer } from './supervised-server.ts'
import type { ServerCommand } from './server-process.ts'
import { aliasOf, toShellConfig } from './shell-config.ts'

/** A running site. */
export interface RunningSite {
  readonly url: string
  readonly platformUrl: string
  /** Resolves with one line when the platform or the shells cannot be restarted after they have ended. */
  readonly broken: Promise<string>
}

/** Time limit in milliseconds: importing a large seed takes minutes. */
const PLATFORM_READY_MS = 600_000
const SHELL_READY_MS = 60_000

/**
 * Check, build and start everything, and keep it running. `started` gets each server as it starts, so that the caller can end
 * them at any time.
 * @throws UsageError for what the user can put right, before anything is started.
 */
export async function runSite(
  options: StartOptions,
  started: (server: SupervisedServer) => void,
): Promise<RunningSite> {
  const port = await claimPort('port', options.port)
  const platform = options.outside === null ? await preparePlatform(options) : null
  let access: SeedAccess = platform?.access ?? outsideAccess(options)
  const webhook = platform && contentWebhook(port, process.env)
  const onAccess = (told: SeedAccess) => void (access = told)
  const server =
    platform && superviseServer(platformCommand(options, platform.port, webhook, onAccess), logError)
  if (server) started(server)
  const [platformUrl] = await Promise.all([server?.ready ?? options.outside?.url ?? '', build()])
  if (platform) storeAccess(options.dataDir, access)
  const config = {
    ...toShellConfig(options, port, platformUrl, access, webhook),
    releaseRequestKey: ensureSecret(REQUEST_KEY),
  }
  const shells = superviseServer(
    {
      name: 'shell',
      script: 'shell/supervisor/main.server.ts',
      env: { ...process.env, TESSERA_CONFIG: JSON.stringify(config) },
      readyTimeoutMs: SHELL_READY_MS,
    },
    logError,
  )
  started(shells)
  const url = await shells.ready
  const agent = superviseServer(
    { name: 'release agent', script: 'scripts/release/agent.process.ts', readyTimeoutMs: SHELL_READY_MS },
    logError,
  )
  agent.ready.catch((error: Error) => logError(error.message)) // pages work without the agent
  started(agent)
  return {
    url,
    platformUrl,
    broken: Promise.race([shells, ...(server ? [server] : [])].map(({ lost }) => lost)),
  }
}

/** Imports the compiler only after the platform was started, because loading it takes longer than everything before. */
async function build(): Promise<void> {
  const { buildStale } = await import('../build.ts')
  await buildStale()
}

/** The port of the embedded platform, and the access to its content as far as it is known before the platform says it. */
export async function preparePlatform({ platformPort, dataDir, seed }: StartOptions) {
  return { port: await claimPort('platform-port', platformPort), access: accessFor(dataDir, seed) }
}

/** The access to an outside platform. */
export function outsideAccess({ outside }: StartOptions): SeedAccess {
  const { url = '', projectId = '', accessToken = '' } = outside ?? {}
  return { projectId, accessToken, alias: aliasOf(url) }
}

/**
 * The command that starts the embedded platform. `webhook` is notified of every change; `onAccess` gets the access to the content
 * that the platform serves, before it is ready: an import may have changed the tokens.
 */
export function platformCommand(
  { dataDir, seed }: Pick<StartOptions, 'dataDir' | 'seed'>,
  port: number,
  webhook: ContentWebhook | null,
  onAccess: (access: SeedAccess) => void,
): ServerCommand {
  const data = path.join(dataDir, 'platform')
  const args = ['--port', String(port), '--data', data, ...(seed === null ? [] : ['--seed', seed])]
  return {
    name: 'platform',
    script: 'platform/main.server.ts',
    args: [...args, ...(webhook === null ? [] : ['--webhook', webhook.url])],
    env: { ...process.env, ...(webhook && { [SECRET_VARIABLE]: webhook.secret }) },
    readyTimeoutMs: PLATFORM_READY_MS,
    onMessage(message) {
      const access = readReadyAccess(message)
      if (access) onAccess(access)
    },
  }
}

const logError = (line: string): void => void process.stderr.write(`${line}\n`)
