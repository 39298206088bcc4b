import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../scripts/testing/ports.ts'
import { TEST_LIMITS } from './limits.ts'
import { demonstrationAccess, platformUrl, ROOT } from './environment.ts'

/** A separate shell, beside the site that all journeys share. */
export interface TestShell {
  readonly url: string
  /** Everything in its log. */
  readonly readLog: () => string
  /** Folder of its own data; removed when it stops. */
  readonly dataDir: string
  readonly stop: () => Promise<void>
}

/** The platform and the releases of a shell: those of the shared site by default. */
export interface ShellSources {
  readonly platform?: string
  readonly releases?: string
  /** Further options, which may depend on its port: shell/start/options.server.ts. */
  readonly options?: (port: number) => Readonly<Record<string, unknown>>
}

const READY_TIMEOUT_MS = 100_000

/** Start a shell as a host would, with a configuration only, and wait until it answers. @throws Error with its log */
export async function startShell({
  platform = platformUrl(),
  releases,
  options = () => ({}),
}: ShellSources = {}): Promise<TestShell> {
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tessera-shell-'))
  const config = {
    port,
    platformUrl: platform,
    ...demonstrationAccess(),
    publicUrl: `http://localhost:${port}`,
    dataDir,
    releasesDir: releases ?? path.join(ROOT, 'releases'),
    releaseKeyFile: path.join(ROOT, '.data/keys/release.pem.pub'),
    limits: TEST_LIMITS,
    warmUpMs: 0,
    ...options(port),
  }
  const child = fork(path.join(ROOT, 'shell/start/main.server.ts'), [], {
    cwd: ROOT,
    env: { ...process.env, TESSERA_CONFIG: JSON.stringify(config) },
    // The same flag as in `npm start`: the guard may interrupt the code of a remote.
    execArgv: ['--no-force-async-hooks-checks'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (log += String(chunk)))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  const end = new AbortController()
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS)
  const ready = once(child, 'message', { signal: end.signal }).then(([message]) => message as { url: string })
  const ended = once(child, 'exit', { signal: end.signal }).then(() => null)
  const first = await Promise.race([ready, ended])
  clearTimeout(timer)
  end.abort()
  await Promise.allSettled([ready, ended])
  if (first) return { url: first.url, readLog: () => log, dataDir, stop }
  await stop()
  throw new Error(`The shell did not start:\n${log}`)
}
