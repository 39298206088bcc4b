import type { ServerResponse } from 'node:http'
import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const HOST = 'preview.example.org'
const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }
const ENTRY = {
  sys: { id: 'e1', contentTypeId: 'contentPage', language: 'en-GB', isPublished: false },
  entryTitle: 'A draft',
}
const NODE = { id: 'n1', path: '/a', displayName: 'A', language: 'en-GB', childCount: 0 }

let platform: FaultServer
let shell: TestShell

type Fault = (response: ServerResponse) => void

/** Starts a platform that works except for the given kinds of calls, and a shell with a preview host. */
async function start(ill: Partial<Record<'entry' | 'node' | 'tree', Fault>>): Promise<void> {
  platform = await aFaultServer((request, response) => {
    const url = request.url ?? ''
    if (url.endsWith('/projects/website')) return sendJson(response, PROJECT)
    const kind = url.includes('/entries/e1') ? 'entry' : url.includes('/nodes/root') ? 'tree' : 'node'
    const fault = ill[kind]
    if (fault) return fault(response)
    const answers = {
      entry: ENTRY,
      tree: { id: 'r', path: '/', children: [] },
      node: url.includes('entryId') ? NODE : [],
    }
    return sendJson(response, answers[kind])
  })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    limits: { callDeadlineMs: 2_000, optionalDeadlineMs: 200 },
    options: {
      previewAccessToken: 'drafts',
      preview: { hosts: [HOST], frameOrigins: ['https://cms.example.org'] },
    },
  })
}
afterEach(async () => {
  await shell.close()
  await platform.close()
})

const preview = () => shell.get('/preview/e1', { host: HOST })
const answerWith =
  (status: number, body: string): Fault =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  }

describe('a preview in front of a platform that is ill (reference security 3.6)', () => {
  it.each<[what: string, fault: Fault, status: number]>([
    ['answers 500', answerWith(500, '{}'), 500],
    ['answers garbage', answerWith(200, '{"sys":'), 502],
    ['answers the wrong shape', answerWith(200, '[]'), 502],
    ['never answers', () => undefined, 504],
  ])(
    'is an error page where the entry %s, readable in the frame and kept by nobody',
    async (_what, entry, status) => {
      await start({ entry })
      const answer = await preview()
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers['content-security-policy']).toContain('frame-ancestors https://cms.example.org')
      expect(answer.body).toContain('Sorry, something went wrong')
    },
  )

  it.each<[what: string, ill: Parameters<typeof start>[0]]>([
    ['its node', { node: answerWith(500, '{}') }],
    ['its node, in time', { node: () => undefined }],
    ['the tree', { tree: answerWith(500, '{}') }],
  ])('shows the entry without %s', async (_what, ill) => {
    await start(ill)
    const answer = await preview()
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('A draft')
    expect(answer.body).toContain('Draft, not published yet')
  })

  it.each([401, 403])('sends on who may not read the entry (%s), and keeps nothing', async (status) => {
    await start({ entry: answerWith(status, '{}') })
    const answer = await preview()
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toMatch(
      /^\/account\/(login\?redirect_uri|access-denied\?original_uri)=%2Fpreview%2Fe1$/,
    )
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('asks for drafts with the token for drafts, and for nothing else with it', async () => {
    await start({})
    await preview()
    await shell.get('/a')
    const tokens = platform.requests
      .filter(({ url }) => !url?.endsWith('/projects/website'))
      .map(({ url = '', headers }) => [url.includes('versionStatus=latest'), headers['accesstoken']])
    expect(tokens.filter(([isLatest]) => isLatest).every(([, token]) => token === 'drafts')).toBe(true)
    expect(tokens.filter(([isLatest]) => !isLatest).every(([, token]) => token !== 'drafts')).toBe(true)
    expect(new Set(tokens.map(([isLatest]) => isLatest)).size).toBe(2)
  })
})
