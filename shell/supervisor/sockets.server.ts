import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import net from 'node:net'
import { getSystemErrorName } from 'node:util'

/** A socket that is bound to an address. A process that receives it can listen on it. */
export interface BoundSocket {
  getsockname(into: { port?: number }): number
  close(): void
}

/**
 * Node's internal function by which `node:cluster` binds the sockets that workers share; it returns an error number instead of throwing.
 * No public API holds a socket without accepting connections, and cluster closes it with its last worker (docs/decisions/0031).
 */
const { _createServerHandle: createHandle } = net as unknown as {
  readonly _createServerHandle: (address: string, port: number, family: number) => BoundSocket | number
}

/**
 * Sockets for a host and a port, one for each address of `localhost`, else one; port 0 is any free one. They stay bound while any
 * process has them, so that connections wait while no process accepts them.
 * @param find replaces the look-up of addresses in tests
 * @throws Error when the address cannot be bound
 */
export async function bindSockets(
  host: string,
  port: number,
  find: (host: string, options: { readonly all: true }) => Promise<LookupAddress[]> = lookup,
): Promise<{ readonly sockets: readonly BoundSocket[]; readonly port: number }> {
  const addresses = await find(host, { all: true })
  const sockets: BoundSocket[] = []
  let bound = port
  for (const { address, family } of host === 'localhost' ? addresses : addresses.slice(0, 1)) {
    const socket = createHandle(address, bound, family)
    // That a port is in use may be reported only by a later call, here `getsockname`.
    const name: { port?: number } = {}
    const failure = typeof socket === 'number' ? socket : socket.getsockname(name)
    if (typeof socket !== 'number' && failure === 0) {
      sockets.push(socket)
      bound = name.port ?? bound
      continue
    }
    if (typeof socket !== 'number') socket.close()
    if (sockets.length === 0 || getSystemErrorName(failure) === 'EADDRINUSE') {
      for (const one of sockets) one.close()
      throw systemError(failure)
    }
    // A machine may lack the second address family, although its hosts file names it.
  }
  return { sockets, port: bound }
}

const systemError = (number: number): Error => {
  const code = getSystemErrorName(number)
  return Object.assign(new Error(code), { code })
}
