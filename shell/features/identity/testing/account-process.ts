import type { AddressInfo } from 'node:net'
import { aShell } from '../../../testing/a-shell.ts'
import { ACCOUNT_REMOTE, SITE_CLIENT } from './an-account-site.ts'

/** Options of one of several processes, from its environment. */
export interface ProcessOptions {
  readonly platformUrl: string
  readonly dataDir: string
  readonly storeUrl: string
  readonly key: string
}

/** One of several shell processes of a site with accounts; it sends its URL to its parent process. */
const { platformUrl, dataDir, storeUrl, key } = JSON.parse(
  process.env['ACCOUNT_SITE'] ?? '{}',
) as ProcessOptions
const shell = await aShell({
  platformUrl,
  remotes: [ACCOUNT_REMOTE],
  options: {
    dataDir,
    accounts: { client: SITE_CLIENT },
    sessions: { keys: [key], storeUrl },
    trustedProxies: ['127.0.0.1', '::1'],
  },
})
await shell.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = shell.app.server.address() as AddressInfo
process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
process.once('disconnect', () => void shell.close().then(() => process.exit(0)))
