import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { untilOpen } from '../../../scripts/testing/ports.ts'

/** A real Varnish of its own for one suite, with the configuration that a live site has. */
export interface TestVarnish {
  /** Where visitors come to. */
  readonly url: string
  close(): Promise<void>
}

/** Its listening ports, and the shell's; and the pages that are past their time at once, by a pattern of their addresses. */
export interface VarnishOptions {
  readonly shellPort: number
  readonly httpPort: number
  readonly opsPort: number
  readonly shortLived: string
}

const VCL = fileURLToPath(new URL('../../../deploy/varnish/default.vcl', import.meta.url))

/** Start it and wait until it listens. @throws Error with what it said when it ends instead */
export async function aVarnish(options: VarnishOptions): Promise<TestVarnish> {
  const folder = mkdtempSync(path.join(tmpdir(), 'varnish-'))
  // It gives up its rights before it reads.
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'site.vcl')
  writeFileSync(file, forTests(readFileSync(VCL, 'utf8'), options))
  const { httpPort, opsPort } = options
  const server = spawn(
    'varnishd',
    [
      ...['-F', '-n', path.join(folder, 'run'), '-f', file, '-s', 'malloc,32m'],
      ...['-a', `http=127.0.0.1:${httpPort}`, '-a', `ops=127.0.0.1:${opsPort}`],
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
    // The name that the test shell answers to.
    url: `http://localhost:${httpPort}`,
    async close() {
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The very configuration, but for the shell's address, patience with a busy machine, and the time of some pages. */
function forTests(vcl: string, { shellPort, shortLived }: VarnishOptions): string {
  const changes: readonly (readonly [string, string])[] = [
    ['.port = "3000"', `.port = "${shellPort}"`],
    ['.timeout = 1s', '.timeout = 60s'],
    ['.first_byte_timeout = 5s', '.first_byte_timeout = 60s'],
    [
      'set beresp.grace = 24h;',
      `set beresp.grace = 24h; if (bereq.url ~ "${shortLived}") { set beresp.ttl = 0.1s; }`,
    ],
  ]
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the configuration has no "${from}" any more`)
    return text.replace(from, to)
  }, vcl)
}
