import net, { type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'

interface Options {
  readonly port: number
  readonly host: string
  readonly supervisor?: SupervisorLink | undefined
}

/**
 * How a shell begins to listen: at its own host and port or, run by a supervisor, on the sockets that it shares with the other
 * processes. To be called before the app is ready; the function that it returns resolves with the address.
 */
export function createListen(
  app: FastifyInstance,
  { port, host, supervisor }: Options,
): () => Promise<string> {
  const others: net.Server[] = []
  app.addHook('onClose', async () => {
    await Promise.all(others.map((server) => new Promise((resolve) => server.close(resolve))))
  })
  return async () => {
    if (!supervisor) await app.listen({ port, host })
    else {
      const [first, ...more] = await supervisor.sockets()
      // Fastify hands its options to `server.listen`, which takes a handle. Without a host it would look for more addresses.
      await app.listen({ handle: first, host: 'shared' } as { host: string })
      // `localhost` has two addresses: connections of the second one are requests to the same server.
      for (const handle of more) {
        const server = net.createServer({ noDelay: true }, (socket) => app.server.emit('connection', socket))
        others.push(server.listen(handle))
      }
    }
    return `http://localhost:${(app.server.address() as AddressInfo).port}`
  }
}
