/** The shell with all platform answers in memory: it does everything except network calls to the platform. */
import '../shell/start/production.server.ts'
import type { AddressInfo } from 'node:net'
import { createLog } from '../shell/http/request-log.server.ts'
import { createShell } from '../shell/start/create-shell.server.ts'
import { readOptions } from '../shell/start/options.server.ts'
import { createRecordingTransport } from './recording-transport.ts'

const options = readOptions(process.env['TESSERA_CONFIG'])
const { app } = await createShell(options, {
  log: createLog(options.logLevel),
  commitRef: null,
  isDraining: () => false,
  transport: createRecordingTransport(),
})
await app.listen({ port: options.port, host: options.host })
process.once('SIGTERM', () => process.exit(0)).once('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
