import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { makeLive } from '../../scripts/release/make-live.ts'
import { aPlatform } from '@tessera/shared/testing'
import { TERMINATION_FLAG } from '../guard/watchdog.server.ts'
import { aLiveRelease, aSigner, type ReleaseOptions } from '../releases/testing/a-release.ts'
import { aContentRemote } from './a-shell.ts'

/** The remote whose releases misbehave: it has a slot on every page. */
export const FAULTY_APP = 'mfe-account'
/** The markup of a good release of that remote. */
export const menuOf = (version: string): string => `<nav>version ${version}</nav>`

const PAGE = '/services/bins-and-recycling'
const PAGE_TITLE = 'Bins and recycling'
const BURST_MS = 50
/** Longer than a supervisor waits for its processes to end. */
const GRACE_MS = 30_000

type Line = Readonly<Record<string, unknown>>
interface Page {
  readonly status: number
  readonly body: string
}

/** A site in separate processes, for which a suite makes releases. */
export interface RunningSite {
  /** All log lines, parsed. */
  readonly lines: readonly Line[]
  /** The folder of this site only, which is also its folder for temporary files. */
  readonly folder: string
  /** Sign a release of the faulty remote that shows its version and runs `code`, and bring it live. */
  readonly release: (version: string, code?: FaultyCode) => Promise<void>
  /** Bring an earlier release live again. */
  readonly goBackTo: (version: string) => Promise<void>
  /** Request a page over a new connection. */
  readonly page: (search: string) => Promise<Page>
  /** Request pages, twenty a second, each over a new connection. */
  readonly burst: () => Burst
  /** Lines about strikes against a release of the faulty remote. */
  readonly strikesOf: (version: string) => readonly Line[]
  /** Ids of the processes that have logged that a release is in quarantine. */
  readonly quarantinedBy: (version: string) => ReadonlySet<unknown>
  readonly stop: () => Promise<void>
}

/** Code of a release. */
export type FaultyCode = Pick<ReleaseOptions, 'onLoad' | 'onImport' | 'load' | 'slices' | 'render'>

/** A series of requests by other visitors. */
export interface Burst {
  /** How many pages have been requested. */
  readonly asked: () => number
  /** Stop, and wait for all responses; gives a text for each that was not the expected page. */
  readonly stop: () => Promise<readonly string[]>
}

interface Options {
  readonly script: string
  readonly limits?: Readonly<Record<string, number>>
  /** Other options, as in TESSERA_CONFIG. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Additional environment variables. */
  readonly env?: NodeJS.ProcessEnv
  /** Options of Node for all its processes. */
  readonly nodeOptions?: readonly string[]
  /** Called with the folder of the release store after every change in it, also before the site starts. */
  readonly onReleases?: (folder: string) => void
}

/** Start a site with a good release, 1.0.0, of the remote that is going to misbehave. No page is cached. */
export async function aRunningSite({
  script,
  limits = {},
  options = {},
  env = {},
  nodeOptions = [],
  onReleases = () => undefined,
}: Options): Promise<RunningSite> {
  const platform = await aPlatform()
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  const releases = path.join(folder, 'releases')
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
  const releaseKeyFile = path.join(folder, 'key.pub')
  writeFileSync(releaseKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  const release = async (version: string, code: FaultyCode = {}): Promise<void> => {
    await aLiveRelease(releases, {
      app: FAULTY_APP,
      version,
      key,
      manifest: {
        frameSlots: [{ id: 'header-user', view: 'menu', hydrate: 'never' }],
        stateKeys: ['faulty'],
      },
      ...code,
      render: `${code.render ?? ''}; return '${menuOf(version)}'`,
    })
    onReleases(releases)
  }
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { ...aContentRemote(), key })
  await release('1.0.0')
  const config = {
    port: 0,
    host: '127.0.0.1',
    platformUrl: platform.url,
    projectId: 'website',
    accessToken: 'larkmoor-demo-published',
    publicUrl: 'http://localhost',
    dataDir: path.join(folder, 'data'),
    releasesDir: releases,
    releaseKeyFile,
    warmUpMs: 0,
    pollMs: 50,
    limits: {
      pageFreshMs: 0,
      callDeadlineMs: 8_000,
      optionalDeadlineMs: 8_000,
      requestDeadlineMs: 20_000,
      slotDeadlineMs: 1_500,
      ...limits,
    },
    ...options,
  }
  const { url, lines, end } = await startProcess([...nodeOptions, script], config, folder, env)
  const page = (search: string) => get(`${url}${PAGE}?${search}`)
  const bursts: Burst[] = []
  return {
    lines,
    folder,
    release,
    goBackTo: async (version) =>
      void (await makeLive(releases, { [FAULTY_APP]: version }, { signer: aSigner(key) })),
    page,
    burst() {
      const burst = startBurst(page)
      bursts.push(burst)
      return burst
    },
    strikesOf: (version) =>
      lines.filter((line) => line['msg'] === 'strike against a release' && line['version'] === version),
    quarantinedBy: (version) =>
      new Set(
        lines
          .filter((line) => line['version'] === version && line['code'] === 'release/quarantined')
          .map((line) => line['pid']),
      ),
    async stop() {
      await Promise.all(bursts.map(({ stop }) => stop())) // those of a failed test still run
      await end()
      await platform.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Start a script of the shell, with options of Node before it; gives its address, its log lines, and a function that ends it. */
async function startProcess(
  script: readonly string[],
  config: object,
  folder: string,
  env: NodeJS.ProcessEnv,
) {
  const child = spawn(process.execPath, [TERMINATION_FLAG, ...script], {
    env: { ...process.env, ...env, NODE_OPTIONS: '', TMPDIR: folder, TESSERA_CONFIG: JSON.stringify(config) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const lines: Line[] = []
  createInterface(child.stdout!).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Line)
  })
  const exit = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }]
  const end = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    await exit
    clearTimeout(timer)
  }
  return { url, lines, end }
}

function get(url: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers: { accept: 'text/html' } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body })).once('error', reject)
    })
    request.once('error', reject)
  })
}

function startBurst(page: RunningSite['page']): Burst {
  const problems: Promise<string | null>[] = []
  const ask = () =>
    page(`other=${problems.length}`).then(
      ({ status, body }) => (status === 200 && body.includes(PAGE_TITLE) ? null : `status ${status}`),
      (error: unknown) => String(error),
    )
  const timer = setInterval(() => problems.push(ask()), BURST_MS)
  return {
    asked: () => problems.length,
    async stop() {
      clearInterval(timer)
      return (await Promise.all(problems)).filter((problem) => problem !== null)
    },
  }
}
