// Run with --expose-gc: brings 200 releases of one remote live and prints the heap after the 50th and after the last.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFederationHost } from '../federation-host.server.ts'
import { aRelease } from './a-release.ts'

const RELEASES = 200
const folder = mkdtempSync(path.join(tmpdir(), 'release-loop-'))
const key = generateKeyPairSync('ed25519').privateKey
const host = createFederationHost()
const heaps: number[] = []
try {
  for (let index = 1; index <= RELEASES; index += 1) {
    // Each release allocates a megabyte, so that a release that is not garbage-collected is visible.
    const onLoad = `const ballast = new Array(131072).fill(${index})`
    const render = "return 'version ' + ballast.length"
    const release = aRelease(folder, { version: `1.0.${index}`, key, onLoad, render })
    const remote = await host.load('mfe-content', release)
    if (!remote.render({} as never).startsWith('version')) throw new Error('not rendered')
    if (index === 50 || index === RELEASES) heaps.push(heapMegabytes())
  }
  process.stdout.write(`${JSON.stringify({ heaps, instances: instances() })}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function heapMegabytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1_000_000
}

function instances(): number {
  const federation = globalThis as { __FEDERATION__?: { __INSTANCES__?: readonly unknown[] } }
  return federation.__FEDERATION__?.__INSTANCES__?.length ?? 0
}
