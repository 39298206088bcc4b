/** `npm start`: builds what is stale, starts the platform and the shell, and ends both together. */
import { readOptions } from './start/options.ts'
import { runSite } from './start/run-site.ts'
import { EndedEarlyError, type ServerProcess } from './start/server-process.ts'
import { toMessage } from './start/usage-error.ts'

const servers: ServerProcess[] = []
const stopping = new AbortController()

/** End everything, the shell before the platform that it reads from, and leave. A second call changes nothing. */
async function stop(code: number): Promise<never> {
  if (stopping.signal.aborted) return new Promise<never>(() => undefined)
  stopping.abort()
  for (const server of servers.toReversed()) await server.stop()
  process.exit(code)
}

async function fail(error: unknown): Promise<never> {
  const isSaid = error instanceof EndedEarlyError && error.hasSpoken
  if (!isSaid && !stopping.signal.aborted) process.stderr.write(`${toMessage(error)}\n`)
  return stop(1)
}

async function main(): Promise<void> {
  const site = await runSite(readOptions(process.argv.slice(2)), (server) => servers.push(server))
  process.stdout.write(`Site:     ${site.url}\nPlatform: ${site.platformUrl}\nCtrl-C ends both.\n`)
  process.send?.({ type: 'ready', url: site.url, platformUrl: site.platformUrl })
  await fail(new Error(await site.broken))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// Whoever started us and wanted to know when the site is ready is gone.
process.on('disconnect', () => void stop(0))
await main().catch(fail)
