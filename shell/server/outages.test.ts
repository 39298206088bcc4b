import type { IncomingMessage, ServerResponse } from 'node:http'
import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from './testing/a-shell.ts'

let platform: FaultServer
let shell: TestShell

const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }
const ENTRY = { sys: { id: 'e1', contentTypeId: 'contentPage', language: 'en-GB' }, entryTitle: 'A page' }
const NODE = { id: 'n1', path: '/a', displayName: 'A', language: 'en-GB', childCount: 0, entry: ENTRY }

/** A platform that is well but for what the test says of one kind of call. */
async function start(
  ill: Partial<
    Record<'node' | 'tree' | 'siblings', (request: IncomingMessage, response: ServerResponse) => void>
  >,
) {
  platform = await aFaultServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/projects/website')) return sendJson(response, PROJECT)
    const kind = path.endsWith('/nodes/root') ? 'tree' : path.endsWith('/siblings') ? 'siblings' : 'node'
    const fault = ill[kind]
    if (fault) return fault(request, response)
    return sendJson(response, kind === 'siblings' ? [NODE] : kind === 'tree' ? { id: 'r', path: '/' } : NODE)
  })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    limits: { callDeadlineMs: 200, optionalDeadlineMs: 200 },
  })
}
afterEach(async () => {
  await shell.close()
  await platform.close()
})

const answerWith =
  (status: number, body: string, type = 'application/json') =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }

describe('a platform that is ill (reference security 3.6)', () => {
  it.each([
    ['answers 500', answerWith(500, '{}'), 500],
    ['answers 503', answerWith(503, '{}'), 503],
    ['answers HTML', answerWith(200, '<p>maintenance</p>', 'text/html'), 502],
    ['answers nothing', answerWith(200, ''), 502],
    ['answers garbage', answerWith(200, '{"id":'), 502],
    ['answers the wrong shape', answerWith(200, '{"hello":"world"}'), 502],
    ['never answers', () => undefined, 504],
    ['hangs up', (request: IncomingMessage) => void request.socket.destroy(), 503],
  ])(
    'that %s makes an error page that nobody keeps, with the site around it',
    async (_what, node, status) => {
      await start({ node })
      const answer = await shell.get('/a')
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('role="search"')
      expect(answer.body).toContain(String(answer.headers['x-request-id']))
      expect(answer.body).not.toMatch(/content\/|at .*\.ts/)
    },
  )

  it('that says 404 makes a not-found page, and only then', async () => {
    await start({ node: answerWith(404, '{"message":"no"}') })
    expect((await shell.get('/a')).statusCode).toBe(404)
  })

  it.each(['tree', 'siblings'] as const)(
    'that fails on the %s costs only that part, for a short time',
    async (part) => {
      await start({ [part]: answerWith(500, '{}') })
      const answer = await shell.get('/a')
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('A page')
      expect(answer.headers['surrogate-control']).toBe('max-age=30')
    },
  )

  it('that is well again is noticed', async () => {
    let isIll = true
    await start({
      node: (_request, response) =>
        isIll ? answerWith(500, '{}')(_request, response) : sendJson(response, NODE),
    })
    expect((await shell.get('/a')).statusCode).toBe(500)
    isIll = false
    expect((await shell.get('/a')).statusCode).toBe(200)
  })

  it('asks nothing of the platform for a redirect, a refused address or a file', async () => {
    await start({})
    const before = platform.requests.length
    await shell.get('/a/')
    await shell.raw('/a/%2e%2e/b')
    await shell.get('/_mfe/mfe-content/1.0.0/web/remoteEntry.js')
    expect(platform.requests).toHaveLength(before)
  })
})
