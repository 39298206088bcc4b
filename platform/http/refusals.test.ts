import { Writable } from 'node:stream'
import Fastify from 'fastify'
import type { Platform } from '../create-platform.ts'
import { PlatformError, type PlatformErrorCode } from '../errors.ts'
import { aPlatform, ask, PROJECT, TOKEN } from '../testing/a-platform.ts'
import { answerErrors } from './errors.ts'

const MEMBERS_PAGE = '99000000-0000-4000-8000-000000000003'

describe('what is refused (protocol 1.6, 1.21)', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = await aPlatform()
  })
  afterAll(() => platform.close())

  test.each([
    ['/nodes/members?entryFields=*', { accesstoken: TOKEN }],
    [`/entries/${MEMBERS_PAGE}`, { accesstoken: TOKEN }],
    ['/entries', {}],
  ])('to somebody who is not signed in is kept by no cache: %s', async (path, headers) => {
    const answer = await ask(platform, PROJECT + path, headers)
    expect([answer.status, answer.headers['cache-control']]).toEqual([401, 'private, no-store'])
  })

  test.each([
    ['in another project', `/api/delivery/projects/records/entries/${MEMBERS_PAGE}`],
    ['in another language', `${PROJECT}/entries/${MEMBERS_PAGE}?language=fr-FR`],
  ])('an entry for members is missing, not refused, where it is not: %s', async (_, path) => {
    expect((await ask(platform, path)).status).toBe(404)
  })

  test('a content type that is left out of delivery is refused by its name too', async () => {
    expect((await ask(platform, `${PROJECT}/contentTypes/internalNote`)).status).toBe(403)
  })
})

describe('what the platform cannot answer (protocol notes 4.4)', () => {
  test.each<[PlatformErrorCode, number]>([
    ['platform/too-slow', 500],
    ['platform/busy', 503],
  ])('%s is answered with %i, and the log has its log id', async (code, status) => {
    const lines: string[] = []
    const stream = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) })
    const server = Fastify({ logger: { level: 'error', stream } })
    answerErrors(server)
    server.get('/', () => {
      throw new PlatformError(code, 'It took too long')
    })
    const answer = await server.inject('/')
    const { logId, message } = answer.json<{ logId: string; message: string }>()
    expect([answer.statusCode, message]).toEqual([status, 'It took too long'])
    expect(lines.map((line) => (JSON.parse(line) as { logId: string }).logId)).toEqual([logId])
    expect(lines.join()).toContain('It took too long')
    // Under load there are many: a stack would say nothing more.
    expect(lines.join()).not.toContain('refusals.test.ts')
    await server.close()
  })
})
