import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export { freePort } from '../start/ports.ts'

/** Time limit for the start of a server, long enough for a busy machine, in milliseconds. */
const READY_MS = 60_000
const POLL_MS = 20

/** Wait until something listens on a port of the loopback address. @throws Error when nothing does in time */
export async function untilOpen(port: number): Promise<void> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await wait(POLL_MS)) {
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
