import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { readSeedAccess } from '../../scripts/start/seed-access.ts'
import { TERMINATION_FLAG } from '../../shell/guard/watchdog.server.ts'
import { startChild } from '../child.ts'
import { shellConfig } from '../shell-config.ts'

/** A shell in front of a platform that is killed and restarted. */
export interface Gateway {
  readonly url: string
  /** Set the address of the running platform. */
  readonly lead: (platformUrl: string) => void
  readonly close: () => Promise<void>
}

/** Without limits, because one sender sends more than any visitor, and no page before. */
const RULES = { minFillMs: 0, requestsPerMinute: 0, postsPerHour: 0, postsPerHourOfAll: 0 }

/** Start the built shell on the content of a seed; `folder` is for the shell's data. */
export async function startGateway(folder: string, seed: string): Promise<Gateway> {
  await promisify(execFile)(process.execPath, ['scripts/build.ts'])
  const address = await startAddress()
  const access = readSeedAccess(seed)
  const config = await shellConfig({ dataDir: path.join(folder, 'shell'), platformUrl: address.url, access })
  const shell = await startChild({
    script: 'shell/start/main.server.ts',
    env: { TESSERA_CONFIG: JSON.stringify({ ...config, site: { forms: RULES } }) },
    core: null,
    nodeOptions: [TERMINATION_FLAG],
  })
  return {
    url: shell.url,
    lead: address.lead,
    close: async () => {
      await shell.stop()
      await address.close()
    },
  }
}

/** A TCP proxy with one address for every restarted platform: without a platform it drops connections, like an unused port. */
async function startAddress() {
  const open = new Set<Socket>()
  let port: number | null = null
  const server = createServer((visitor) => {
    if (port === null) return visitor.destroy()
    const platform = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [visitor, platform],
      [platform, visitor],
    ] as const) {
      open.add(one)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(platformUrl: string) {
      port = Number(new URL(platformUrl).port)
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
