import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Starting takes moments; a busy machine may take its time. */
const READY_MS = 60_000
const LOOK_AGAIN_MS = 20

/** A port of the loopback address that nobody listens on at this moment, for something that others have to know of before it is there. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Wait until something listens on a port of the loopback address. @throws Error when nothing does in good time */
export async function untilOpen(port: number): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await wait(LOOK_AGAIN_MS)) {
    if (await isOpen(port)) return
  }
  throw new Error(`nothing listens on port ${port}`)
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
