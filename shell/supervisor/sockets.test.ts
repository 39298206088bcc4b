import http from 'node:http'
import net from 'node:net'
import { until } from '@tessera/shared/testing'
import fastify, { type FastifyInstance } from 'fastify'
import { createListen } from '../start/run-shell.server.ts'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'
import { bindSockets } from './sockets.server.ts'

/** A second address of this machine: Linux has all of 127.0.0.0/8, macOS only 127.0.0.1 of it. */
const SECOND = process.platform === 'linux' ? '127.0.0.2' : '::1'

let app: FastifyInstance
afterEach(() => app.close())

describe('the sockets of a supervisor', () => {
  it('make one server of several addresses, which finishes the requests of each before it has closed', async () => {
    const { sockets, port } = await bindSockets('127.0.0.1', 0)
    const other = await bindSockets(SECOND, port)
    const arrived = Promise.withResolvers<boolean>()
    const answer = Promise.withResolvers<string>()
    app = fastify()
    app.get('/', (request) => {
      if (request.url !== '/?slow') return 'quick'
      arrived.resolve(true)
      return answer.promise
    })
    const supervisor = { sockets: async () => [...sockets, ...other.sockets] } as unknown as SupervisorLink
    const listen = createListen(app, { port: 1, host: 'nowhere', supervisor })
    await app.ready()
    expect(await listen()).toBe(`http://localhost:${port}`)
    expect(await textOf(`http://127.0.0.1:${port}/`)).toBe('quick')

    const second = `http://${SECOND.includes(':') ? `[${SECOND}]` : SECOND}:${port}/`
    const underWay = textOf(`${second}?slow`)
    await arrived.promise
    let isClosed = false
    const closed = app.close().then(() => (isClosed = true))
    await expect(textOf(second)).rejects.toThrow(/ECONN/)
    expect(isClosed).toBe(false)
    answer.resolve('late')
    expect(await underWay).toBe('late')
    await closed
  })

  it('are refused where another program has the port', async () => {
    const server = http.createServer().listen(0, '127.0.0.1')
    app = fastify()
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const before = openSockets()
    await expect(bindSockets('127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const find = async () => [SECOND, '127.0.0.1'].map((address) => ({ address, family: net.isIP(address) }))
    await expect(bindSockets('localhost', port, find)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    // Its own port is that of the other program: none of what was bound before stays bound.
    await until(() => openSockets() <= before)
    server.close()
  })
})

const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPServerWrap').length

const textOf = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent: false }, (answer) => {
        let text = ''
        answer.on('data', (chunk: Buffer) => (text += chunk.toString())).once('end', () => resolve(text))
      })
      .once('error', reject)
  })
