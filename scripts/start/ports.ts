import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { UsageError } from './usage-error.ts'

/** Every address on which another program would conflict with ours. */
const HOSTS = [undefined, '127.0.0.1', '::1'] as const

/** Listen briefly. Gives the error's code, or null. */
function tryPort(port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, ...(host && { host }), exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Why a port cannot be listened on: it is in use, or not allowed. */
async function whyNot(port: number): Promise<string | null> {
  for (const host of HOSTS) {
    const code = await tryPort(port, host)
    // An address that the machine does not have causes no conflict.
    if (code === 'EADDRINUSE' || code === 'EACCES') return code
  }
  return null
}

/**
 * The range in which free ports are searched: below the ephemeral ports, which systems give to outgoing connections and for port 0,
 * so that no other program gets the port before it is listened on.
 */
const FREE_PORTS = { from: 20_000, to: 32_767 }
const TRIES = 20

/** A free port, for a server whose address others must know before it starts. @throws Error when none is found */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to)
    if ((await whyNot(port)) === null) return port
  }
  throw new Error('no free port was found')
}

/** A port that can be listened on: the given one, or a free one for 0. @throws UsageError when it is taken or not allowed. */
export async function claimPort(option: string, port: number): Promise<number> {
  if (port === 0) return freePort()
  const reason = await whyNot(port)
  if (reason === 'EADDRINUSE')
    throw new UsageError(`Port ${port} is in use: end the other program or choose another with --${option}.`)
  if (reason === 'EACCES')
    throw new UsageError(`Port ${port} may not be used by this user: choose another with --${option}.`)
  return port
}
