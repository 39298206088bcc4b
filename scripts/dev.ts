/** `npm run dev`: the site on one port, following its sources in the page and on the server. Options as `npm start` has them. */
import { quietFederation } from '../shell/releases/quiet-federation.server.ts'
import { runDev } from './dev/run-dev.ts'
import { readOptions } from './start/options.ts'
import { EndedEarlyError } from './start/server-process.ts'
import { toMessage } from './start/usage-error.ts'

const parts: (() => Promise<void> | void)[] = []
const stopping = new AbortController()

/** End everything at once, since Ctrl-C reaches every process by itself, and leave. A second call changes nothing. */
async function stop(code: number): Promise<never> {
  if (stopping.signal.aborted) return new Promise<never>(() => undefined)
  stopping.abort()
  await Promise.all(parts.map(async (end) => end()))
  process.exit(code)
}

async function fail(error: unknown): Promise<never> {
  const isSaid = error instanceof EndedEarlyError && error.hasSpoken
  if (!isSaid && !stopping.signal.aborted) process.stderr.write(`${toMessage(error)}\n`)
  return stop(1)
}

async function main(): Promise<void> {
  const site = await runDev(readOptions(process.argv.slice(2)), (end) => parts.push(end))
  process.stdout.write(`Site in development: ${site.url}\nCtrl-C ends it.\n`)
  process.send?.({ type: 'ready', ...site })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('disconnect', () => void stop(0))
quietFederation()
await main().catch(fail)
