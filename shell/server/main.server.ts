import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import pino from 'pino'
import { readSiteConfig } from '@tessera/shared/config'
import { createPlatformGate } from '@tessera/shared/io'
import { createSanitiser } from '@tessera/shared/sanitise'
import { createFederationHost } from '../releases/federation-host.server.ts'
import { createLiveReleases } from '../releases/live-releases.server.ts'
import { createReleaseStore } from '../releases/release-store.server.ts'
import { readPublicKey } from '../releases/signature.ts'
import { createVerifiedCopies } from '../releases/verified-copy.server.ts'
import { createShell } from './create-shell.server.ts'
import { errorFacts } from './handle-page.server.ts'
import { readOptions, type ShellOptions } from './options.server.ts'
import { readProject, type ProjectFacts } from './read-project.server.ts'
import { pollReleases } from './release-poll.server.ts'
import type { ShellContext } from './shell-context.server.ts'

/** The longest that a page may take as a whole, and the data of one slot. Source: reference security 3.2. */
const REQUEST_DEADLINE_MS = 2_500
const SLOT_DEADLINE_MS = 1_500
const HARD_EXIT_MS = 25_000
const KNOWN_TYPES = 10_000

async function main(): Promise<void> {
  const options = readOptions(process.env['TESSERA_CONFIG'])
  const log = pino({ level: options.logLevel })
  const project = await readProject(options.platformUrl, options.projectId, options.accessToken)
  if (!project) log.warn({ platform: options.platformUrl, project: options.projectId }, 'the platform says nothing of the project; starting with defaults')
  const config = readSiteConfig(siteConfigInput(options, project))
  const gate = createPlatformGate({ limits: config.limits })
  const store = createReleaseStore(options.releasesDir)
  const copies = createVerifiedCopies(path.join(options.dataDir, 'releases'), store, readPublicKey(options.releaseKeyFile))
  const releases = await createLiveReleases({
    store,
    copies,
    host: createFederationHost(),
    now: () => new Date(),
    onEvent: ({ app, version, outcome, error }) => (error ? log.error({ app, version, ...errorFacts(error) }, 'release refused') : log.info({ app, version, outcome }, 'release live')),
    onStoreError: (error) => log.error(errorFacts(error), 'release store not readable'),
  })
  const shell: ShellContext = {
    config,
    site: { contact: options.site?.contact, footerLinks: options.site?.footerLinks ?? {} },
    build: { commitRef: commitRef(), buildNo: process.env['BUILD_NUMBER'] ?? null },
    releases,
    knownTypes: new LRUCache<string, string>({ max: KNOWN_TYPES }),
    mapped: new WeakMap(),
    menus: new WeakMap(),
    sanitise: createSanitiser(),
    // Drafts are a permission, not a parameter: until there is a preview session, nobody has it (reference security D9).
    versionStatus: () => 'published',
    slotDeadlineMs: SLOT_DEADLINE_MS,
    onSlotFailure: ({ id }, slot, error) => log.warn({ reqId: id, slot: slot.id, remote: slot.remote, ...errorFacts(error) }, 'slot failed'),
  }
  let draining = false
  const app = await createShell({
    shell,
    gate,
    copies,
    requestDeadlineMs: REQUEST_DEADLINE_MS,
    isDraining: () => draining,
    log,
  })
  const stopPolling = pollReleases(releases, options.pollMs)

  const end = (code: number) => {
    if (draining) return
    draining = true
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref()
    stopPolling()
    setTimeout(() => void app.close().then(() => gate.close()).then(() => process.exit(code)), options.drainMs)
  }
  process.once('SIGTERM', () => end(0))
  process.once('SIGINT', () => end(0))
  process.once('disconnect', () => end(0)) // started by `npm start`, which is gone
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    end(1)
  })

  await app.listen({ port: options.port, host: options.host })
  const url = `http://localhost:${listeningPort(app.server.address())}`
  process.send?.({ type: 'ready', url })
}

function siteConfigInput(options: ShellOptions, project: ProjectFacts | null): unknown {
  const supported = project?.supportedLanguages ?? ['en-GB']
  const name = project?.name ?? options.projectId
  return {
    projects: [{ id: options.projectId, publicUrl: options.publicUrl }],
    platform: { apiUrl: options.platformUrl, cmsUrl: options.cmsUrl ?? options.platformUrl },
    accessToken: options.accessToken,
    languages: { primary: project?.primaryLanguage ?? 'en-GB', supported },
    publicUrl: options.publicUrl,
    allowedHosts: options.allowedHosts,
    siteName: { ...Object.fromEntries(supported.map((code) => [code, name])), ...options.site?.siteName },
    alias: options.alias,
    limits: options.limits,
  }
}

const listeningPort = (address: ReturnType<import('node:http').Server['address']>): number =>
  typeof address === 'object' && address ? address.port : 0

function commitRef(): string | null {
  try {
    return process.env['COMMIT_REF'] ?? execFileSync('git', ['rev-parse', '--short', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim()
  } catch {
    return null // not a checkout
  }
}

main().catch((error: unknown) => {
  const code = (error as NodeJS.ErrnoException).code
  const line = code === 'EADDRINUSE' ? `The port is in use: ${(error as Error).message}` : error instanceof Error ? error.message : String(error)
  process.stderr.write(`The shell cannot start: ${line}\n`)
  process.exit(1)
})
