import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { untilOpen } from '../../../scripts/testing/ports.ts'

/** A real Varnish for one suite, with the configuration that a live site has. */
export interface TestVarnish {
  /** The address that visitors use. */
  readonly url: string
  close(): Promise<void>
}

/** Varnish's ports, the shell's port, and a pattern of the addresses of pages that expire at once. */
export interface VarnishOptions {
  readonly shellPort: number
  readonly httpPort: number
  readonly opsPort: number
  readonly shortLived: string
  /** Port of a second shell, whose health is not probed. */
  readonly otherPort?: number
  /** How long a shell may take to answer what is read; 60 by default. */
  readonly readSeconds?: number
}

/** The configuration that a live site has. */
export const VCL = readFileSync(
  fileURLToPath(new URL('../../../deploy/varnish/default.vcl', import.meta.url)),
  'utf8',
)
/** The parameters of its command line, as its first lines state them. */
const PARAMETERS = (VCL.match(/-p [\w=]+/g) ?? []).flatMap((text) => text.split(' '))

/** Start Varnish and wait until it listens. @throws Error with its output when it ends instead */
export async function aVarnish(options: VarnishOptions): Promise<TestVarnish> {
  const folder = mkdtempSync(path.join(tmpdir(), 'varnish-'))
  // Varnish drops its privileges before it reads the folder.
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'site.vcl')
  writeFileSync(file, forTests(options))
  const { httpPort, opsPort } = options
  const server = spawn(
    'varnishd',
    [
      ...['-F', '-n', path.join(folder, 'run'), '-f', file, '-s', 'malloc,32m'],
      ...['-a', `http=127.0.0.1:${httpPort}`, '-a', `ops=127.0.0.1:${opsPort}`],
      ...PARAMETERS,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  server.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2_000)))
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const early = ended.then(() => {
    throw new Error(`varnishd has ended: ${said}`)
  })
  early.catch(() => undefined)
  await Promise.race([untilOpen(httpPort), early])
  return {
    // The host name that the test shell allows.
    url: `http://localhost:${httpPort}`,
    async close() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The live configuration with the test shells' ports, long timeouts for a busy machine, and a short lifetime of some pages. */
function forTests({ shellPort, otherPort, shortLived, readSeconds = 60 }: VarnishOptions): string {
  const changes: readonly (readonly [string, string])[] = [
    ['.port = "3000"', `.port = "${shellPort}"`],
    ['.timeout = 1s', '.timeout = 60s'],
    ['.first_byte_timeout = 20s', `.first_byte_timeout = ${readSeconds}s`],
    [
      'set beresp.grace = 24h;',
      `set beresp.grace = 24h; if (bereq.url ~ "${shortLived}") { set beresp.ttl = 0.1s; }`,
    ],
    ...(otherPort === undefined ? [] : withShell(otherPort)),
  ]
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration has no "${from}" any more`)
    return text.replace(from, to)
  }, VCL)
}

const withShell = (port: number): readonly (readonly [string, string])[] => [
  ['sub vcl_init {', `backend shell_2 { .host = "127.0.0.1"; .port = "${port}"; }\nsub vcl_init {`],
  ['shells.add_backend(shell_1);', 'shells.add_backend(shell_1); shells.add_backend(shell_2);'],
]
