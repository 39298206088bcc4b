import '../start/production.server.ts'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createLog } from '../http/request-log.server.ts'
import { answerMetrics, bindMetrics } from '../metrics/serve-metrics.server.ts'
import { readOptions } from '../start/options.server.ts'
import { openStore } from '../store/fallback-store.server.ts'
import { bindSockets } from './sockets.server.ts'
import { superviseShells } from './supervisor.server.ts'

const SHELL = fileURLToPath(import.meta.resolve('../start/main.server.ts'))
const MIN_PROCESSES = 2

/** Runs the shells of a site, configured by TESSERA_CONFIG, until a signal ends this process. */
async function run(): Promise<void> {
  const options = readOptions(process.env['TESSERA_CONFIG'])
  const { alias, sessions } = options
  const log = createLog(options.logLevel)
  const { sockets } = await bindSockets(options.host, options.port)
  const metrics = options.metrics && (await bindMetrics(options.metrics))
  const supervisor = superviseShells({
    script: SHELL,
    processes: options.processes ?? Math.max(MIN_PROCESSES, availableParallelism() - 1),
    sockets,
    store: await openStore({ url: sessions.storeUrl, alias, log }),
    log,
  })
  if (metrics) {
    const { createReadMetrics } = await import('./site-metrics.server.ts')
    answerMetrics(metrics, createReadMetrics(supervisor), log)
  }
  const end = () => {
    metrics?.close() // at once, as the sockets: whoever comes after it may use the port
    void supervisor.stop().then((isClean) => process.exit(isClean ? 0 : 1))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
  process.once('disconnect', end) // the parent process has ended
  if (process.connected === false) return end()
  // The first process has logged why it cannot start; all others would fail in the same way.
  const url = await supervisor.ready.catch(() => process.exit(1))
  process.send?.({ type: 'ready', url })
}

run().catch(({ code, message }: NodeJS.ErrnoException) => {
  process.stderr.write(`The shell cannot start: ${code === 'EADDRINUSE' ? 'the port is in use' : message}\n`)
  process.exit(1)
})
