/** The shell with the guard of remotes' code, as `npm start` runs it, or without: `BENCH_GUARD` is `on` or `off`. */
import '../shell/start/production.server.ts'
import type { AddressInfo } from 'node:net'
import { createGuard, type Guard } from '../shell/guard/guard.server.ts'
import { createShell } from '../shell/start/create-shell.server.ts'
import { readOptions } from '../shell/start/options.server.ts'
import { protectProcess } from '../shell/start/run-shell.server.ts'
import { packagesOf } from './packages-of.ts'

/** A guard that runs everything at once and records nothing. Remotes are still wrapped, which costs a few function calls. */
const NO_GUARD: Guard = {
  ...createGuard(),
  enter: (_call, work) => work(),
  runInMacrotask: async (work) => work(),
  resumeInMacrotask: (promise) => promise,
}

const pino = packagesOf('shell')<(options: object) => Parameters<typeof createShell>[1]['log']>('pino')
const options = readOptions(process.env['TESSERA_CONFIG'])
const log = pino({ level: options.logLevel })
const { app } = await createShell(options, {
  ...(process.env['BENCH_GUARD'] === 'on'
    ? protectProcess({ options, log, end: (code) => process.exit(code) })
    : { guard: NO_GUARD }),
  log,
  commitRef: null,
  isDraining: () => false,
})
await app.listen({ port: options.port, host: options.host })
process.once('SIGTERM', () => process.exit(0)).once('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
