import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import type { AskSecurity } from '../features/identity/identity-fetch.server.ts'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { aLiveRelease, type ReleaseOptions } from '../releases/testing/a-release.ts'
import { createShell, type Shell } from '../start/create-shell.server.ts'
import { readOptions } from '../start/options.server.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'

/** A shell for one suite, with the remotes that the suite needs, signed and live. */
export interface TestShell extends Shell {
  readonly key: KeyObject
  readonly releasesFolder: string
  /** Lines that were logged, parsed. */
  readonly lines: readonly Record<string, unknown>[]
  /** The folder where the shell keeps its data. */
  readonly dataDir: string
  /** Send a request as a browser on the site would. */
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Send a request over the network with exactly this target: no client code normalises it. */
  raw(target: string, accept?: string): Promise<{ readonly status: number; readonly body: string }>
  close(): Promise<void>
}

/** Long deadlines: a busy machine must not look like a fault of the platform. Suites about such faults set their own. */
const PATIENT = { callDeadlineMs: 8_000, optionalDeadlineMs: 8_000, requestDeadlineMs: 20_000 }

interface Options {
  readonly platformUrl: string
  readonly remotes: readonly Omit<ReleaseOptions, 'key'>[]
  readonly accessToken?: string
  readonly limits?: Record<string, number>
  /** Other options, as in TESSERA_CONFIG. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Whether to start the shell as `npm run dev` does. */
  readonly isDevelopment?: boolean
  /** Makes the calls to the platform's security service; over HTTP by default. */
  readonly askSecurity?: AskSecurity
  /** Connection to a supervisor, for a process that has one. */
  readonly supervisor?: SupervisorLink
  /** The storage of the release store, given its folder. */
  readonly storageOf?: (folder: string) => ReleaseStorage
}

/** Assemble a shell in process, in front of a platform at an address. */
export async function aShell({
  platformUrl,
  remotes,
  accessToken = 'larkmoor-demo-published',
  limits = {},
  options: more = {},
  isDevelopment = false,
  askSecurity,
  supervisor,
  storageOf,
}: Options): Promise<TestShell> {
  const folder = mkdtempSync(path.join(tmpdir(), 'shell-'))
  const releasesFolder = path.join(folder, 'releases')
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const releaseKeyFile = path.join(folder, 'key.pub')
  writeFileSync(releaseKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  await aLiveRelease(releasesFolder, { app: 'shell', key })
  for (const remote of remotes) await aLiveRelease(releasesFolder, { ...remote, key })

  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const options = readOptions(
    JSON.stringify({
      port: 0,
      platformUrl,
      projectId: 'website',
      accessToken,
      publicUrl: 'http://localhost',
      alias: 'test',
      dataDir: path.join(folder, 'data'),
      releasesDir: releasesFolder,
      releaseKeyFile,
      // Pages are not cached, so that a suite sees its changes at once; suites about caching set their own limit.
      limits: { pageFreshMs: 0, ...PATIENT, ...limits },
      ...more,
    }),
  )
  const shell = await createShell(options, {
    log,
    commitRef: 'abc1234',
    isDraining: () => false,
    isDevelopment,
    // Trials have suites of their own, such as shell/releases/live-releases.test.ts; releases are still checked when they load here.
    tryCandidate: () => Promise.resolve(),
    ...(askSecurity && { askSecurity }),
    ...(supervisor && { supervisor }),
    ...(storageOf && { storage: storageOf(releasesFolder) }),
  })
  return {
    ...shell,
    key,
    releasesFolder,
    dataDir: options.dataDir,
    lines,
    get: (url, headers = {}) =>
      shell.app.inject({
        method: 'GET',
        url,
        headers: { host: 'localhost', accept: 'text/html', ...headers },
      }),
    async raw(target, accept = 'text/html') {
      if (!shell.app.server.listening) await shell.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = shell.app.server.address() as AddressInfo
      return new Promise((resolve, reject) => {
        const request = http.get({ port, path: target, headers: { host: 'localhost', accept } }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
          )
        })
        request.on('error', reject)
      })
    },
    async close() {
      await shell.app.close()
      await shell.platformClient.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A content remote that shows what it was given, mapping every content type of the demonstration site. */
export const aContentRemote = (options: Partial<ReleaseOptions> = {}): Omit<ReleaseOptions, 'key'> => ({
  app: 'mfe-content',
  manifest: {
    contentTypes: ['homePage', 'landingPage', 'contentPage', 'newsArticle', 'listingPage'].map(
      (contentTypeId) => ({
        contentTypeId,
        view: 'page',
        hydrate: 'never' as const,
        nodeOptions: { children: true, siblings: true },
      }),
    ),
    stateKeys: ['content'],
  },
  render: `const route = p.store.getState().routing; return '<h1 id="page-title">' + (route ? (route.entry ? route.entry.entryTitle : '') : 'version') + '</h1>'`,
  ...options,
})
