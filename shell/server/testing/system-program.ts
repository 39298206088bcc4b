import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Starting takes moments; a busy machine may take its time. */
const READY_MS = 60_000
/** Two suites that want the same program install it one after the other. */
const LOCK = path.join(tmpdir(), 'tessera-install.lock')

/** Whether a program of the machine can be had. Where it is missing and may be installed, it is, from Debian's packages. */
export function haveProgram(program: string, packages: readonly string[]): boolean {
  if (isInstalled(program)) return true
  if (process.getuid?.() !== 0) return false
  const install = `command -v ${program} || (apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')})`
  try {
    execFileSync('flock', [LOCK, 'sh', '-c', install], {
      stdio: 'ignore',
      // A package may start what it brings; run level 1 keeps it from doing so.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  } catch {
    // No apt-get, or no network: the suites that need the program say that they are left out.
  }
  return isInstalled(program)
}

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** A free port of the loopback address, for something that others have to know of before it is there. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}

/** Wait until something listens on a port. @throws Error when nothing does in good time */
export async function untilOpen(port: number): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await wait(20)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
  }
  throw new Error(`nothing listens on port ${port}`)
}
