import Fastify from 'fastify'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '../create-platform.ts'
import { aPlatform, signIn } from '../testing/a-platform.ts'
import { closeServer, withoutQuery } from './build-server.ts'

describe('a platform that stops', () => {
  let platform: Platform
  let agent: Agent
  beforeEach(async () => {
    platform = await aPlatform()
    agent = new Agent({ keepAlive: true })
  })
  afterEach(() => agent.destroy())

  /** Start to send a new group; call the result to send the rest and get the answer's status. */
  const startToSend = async (): Promise<() => Promise<number | undefined>> => {
    const { access_token } = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json
    const { url } = await platform.listen(0)
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const sent = request(`${url}/api/security/groups`, { method: 'POST', headers, agent })
    const status = new Promise<number | undefined>((resolve, reject) => {
      sent.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode))
    })
    sent.write('{"name":')
    await wait(100)
    return () => {
      sent.end('"Late comers"}')
      return status
    }
  }

  test('still answers a change that was under way', async () => {
    const sendRest = await startToSend()
    const closed = platform.close()
    await wait(100)
    expect(await sendRest()).toBe(201)
    agent.destroy()
    await closed
  })

  test('does not wait for the connection of a request that it has answered', async () => {
    const sendRest = await startToSend()
    const closed = platform.close()
    await sendRest()
    // The agent of this test would keep the connection.
    expect(await Promise.race([closed.then(() => 'closed'), wait(2000, 'waiting')])).toBe('closed')
  })

  test('waits only a while for a connection without a request', async () => {
    await platform.close()
    const server = Fastify()
    const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    await new Promise((resolve) => socket.once('connect', resolve))
    await wait(50)
    const closed = closeServer(server, 100)
    expect(await Promise.race([closed.then(() => 'closed'), wait(2000, 'waiting')])).toBe('closed')
    socket.destroy()
  })
})

describe('the log of requests', () => {
  test.each([
    '/api/delivery/projects/website/entries?accesstoken=SECRET',
    '/api/delivery/projects/website/entries?access%54oken=SECRET',
    '/REST/Contensis/content/GetFormSettings?contentId=1&context=SECRET',
    '/api/delivery/projects/website/entries?a=1?accessToken=SECRET%0A&b=SECRET',
  ])('names the path and no token of %s', (url) => {
    expect(withoutQuery(url)).toBe(url.slice(0, url.indexOf('?')))
  })
})
