import type { AddressInfo } from 'node:net'
import { connectSupervisor } from '../../../store/supervisor-link.server.ts'
import { sessionSite } from './session-site.ts'

/** One of several processes: its options are in its environment; it sends its URL to its parent process. */
const options = JSON.parse(process.env['SESSION_SITE'] ?? '{}') as Parameters<typeof sessionSite>[0]
const supervised = process.env['TESSERA_WORKER'] === undefined ? undefined : connectSupervisor().store
const { app } = await sessionSite({ ...options, supervised })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
process.once('disconnect', () => void app.close().then(() => process.exit(0)))
