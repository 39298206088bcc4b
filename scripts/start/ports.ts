import { createServer, type Server } from 'node:net'
import { UsageError } from './usage-error.ts'

/** Every address on which another program would be in the way of ours. */
const HOSTS = [undefined, '127.0.0.1', '::1'] as const

/** Listen for a moment. Gives the port, or the error's code. */
function tryPort(port: number, host: string | undefined): Promise<number | string> {
  return new Promise((resolve) => {
    const server: Server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, ...(host && { host }), exclusive: true }, () => {
      const address = server.address()
      const given = typeof address === 'object' && address !== null ? address.port : port
      server.close(() => resolve(given))
    })
  })
}

/** A port that can be listened on: the given one, or any free one for 0. @throws UsageError when it is taken or not allowed. */
export async function claimPort(option: string, port: number): Promise<number> {
  const first = await tryPort(port, undefined)
  if (port === 0 && typeof first === 'number') return first
  for (const host of HOSTS) {
    const outcome = await tryPort(port, host)
    if (outcome === 'EADDRINUSE') {
      throw new UsageError(
        `Port ${port} is in use: end the other program or choose another with --${option}.`,
      )
    }
    if (outcome === 'EACCES')
      throw new UsageError(`Port ${port} may not be used by this user: choose another with --${option}.`)
  }
  return port
}
