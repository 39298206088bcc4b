import type { FastifyInstance } from 'fastify'
import { assetProxy } from '../server/asset-proxy.server.ts'
import type { ShellContext } from '../server/shell-context.server.ts'
import { deliveryProxy } from './delivery-proxy.server.ts'
import { createUpstream } from './upstream.server.ts'

/** Everything of the platform that is handed on under the site's own address. */
export async function proxies(app: FastifyInstance, shell: ShellContext): Promise<void> {
  const upstream = createUpstream(shell.proxyLimits)
  app.addHook('onClose', () => upstream.close())
  assetProxy(app, shell, upstream)
  await app.register(deliveryProxy(shell, upstream))
}
