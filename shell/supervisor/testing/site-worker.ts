import type { AddressInfo } from 'node:net'
import { ACCOUNT_REMOTE, SITE_CLIENT } from '../../features/identity/testing/an-account-site.ts'
import { connectSupervisor } from '../../store/supervisor-link.server.ts'
import { aContentRemote, aShell } from '../../testing/a-shell.ts'

/** Options of each process, from its environment. */
export interface SiteOptions {
  readonly platformUrl: string
  readonly dataDir: string
  readonly key: string
  readonly webhookSecret: string
}

/** A shell with pages and accounts, on its own port, so that a test can choose the process. Cached answers stay fresh for an hour. */
const { platformUrl, dataDir, key, webhookSecret } = JSON.parse(process.env['SITE'] ?? '{}') as SiteOptions
const shell = await aShell({
  platformUrl,
  remotes: [ACCOUNT_REMOTE, aContentRemote()],
  limits: { pageFreshMs: 3_600_000, freshMs: 3_600_000, treeFreshMs: 3_600_000 },
  options: {
    dataDir,
    accounts: { client: SITE_CLIENT },
    sessions: { keys: [key] },
    webhookSecrets: [webhookSecret],
    trustedProxies: ['127.0.0.1', '::1'],
  },
  supervisor: connectSupervisor(),
})
await shell.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = shell.app.server.address() as AddressInfo
process.send?.({ type: 'ready', url: `http://127.0.0.1:${port}` })
const end = () => void shell.close().then(() => process.exit(0))
process.once('disconnect', end).once('SIGTERM', end)
