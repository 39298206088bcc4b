import { once } from 'node:events'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aFaultServer, sendJson, until, type FaultServer } from '@tessera/shared/testing'
import { cutConnections } from '../http/request-log.server.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }

/** A remote that waits for a search: its slot on the page `/waits`, and its answer to scripts. */
const SEARCHING = {
  app: 'mfe-account',
  manifest: { frameSlots: [{ id: 'header-user', view: 'menu', hydrate: 'never' as const }] },
  load: "if (r.route.currentPath === '/waits') await r.client.search({ where: [] }); return {}",
  data: '{ slow: (r) => r.client.search({ where: [] }) }',
}

let platform: FaultServer
let shell: TestShell
/** Calls that have not been answered: for the nodes of `/left` and `/slow`, and the search of the slot. */
const held: ServerResponse[] = []

beforeAll(async () => {
  platform = await aFaultServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/projects/website')) return sendJson(response, PROJECT)
    if (path.endsWith('/nodes/root')) return sendJson(response, { id: 'r', path: '/', displayName: 'Home' })
    if (path.endsWith('/nodes/waits')) return sendJson(response, { message: 'no' }, 404)
    held.push(response)
  })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote(), SEARCHING],
    limits: { freshMs: 0, callDeadlineMs: 300, requestDeadlineMs: 20_000 },
  })
  await shell.app.listen({ port: 0, host: '127.0.0.1' })
}, 60_000)
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const linesOf = (path: string) => {
  const { reqId } = shell.lines.find((line) => line['path'] === path) ?? {}
  return reqId === undefined ? [] : shell.lines.filter((line) => line['reqId'] === reqId)
}

describe('a visitor who leaves before the page is there', () => {
  it.each([
    ['its content', '/left'],
    ['what a remote asks for', '/waits'],
    ['what a script asks for', '/api/data/mfe-account/slow'],
  ])(
    'is one line in the log, with the status of proxies, and no failure of anything: asked for %s',
    async (_what, path) => {
      held.length = 0
      const { port } = shell.app.server.address() as AddressInfo
      const request = http.get({ port, path, headers: { host: 'localhost' } })
      request.on('error', () => undefined)
      await until(() => held.length === 1)
      request.destroy()
      await once(held[0]!, 'close')
      await until(() => linesOf(path).length > 0)
      expect(linesOf(path)).toMatchObject([{ level: 30, status: 499, msg: 'request' }])
    },
  )

  it('unlike a page that fails while its visitor waits', async () => {
    expect((await shell.get('/slow')).statusCode).toBe(504)
    expect(linesOf('/slow')).toMatchObject([
      { code: 'content/timeout', msg: 'page failed' },
      { status: 504, msg: 'request' },
    ])
  })
  it('unlike one whose connection the end of the process has closed', async () => {
    held.length = 0
    const { port } = shell.app.server.address() as AddressInfo
    const request = http.get({ port, path: '/cut', headers: { host: 'localhost' } })
    request.on('error', () => undefined)
    await until(() => held.length === 1)
    cutConnections(shell.app.server)
    await until(() => linesOf('/cut').length > 0)
    expect(linesOf('/cut')).toMatchObject([{ level: 30, status: 503, msg: 'request' }])
  })
})
