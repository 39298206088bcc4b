import type { ServerResponse } from 'node:http'
import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

const LANGUAGES = ['en-GB', 'cy']
const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: LANGUAGES }
/** Pages that are being made, and pages that wait for their turn; see pages.server.ts. */
const ROOM = 64 + 128

let platform: FaultServer
let shell: TestShell
const held: ServerResponse[] = []
/** Title of the current alert. */
let alert = 'Ice on the roads'
const alerts = () => ({
  items: [
    {
      sys: { id: 'a', contentTypeId: 'alert', version: { versionNo: `${alert.length}.0` } },
      entryTitle: alert,
    },
  ],
  ...{ totalCount: 1, pageCount: 1, pageIndex: 0, pageSize: 20 },
})

beforeAll(async () => {
  platform = await aFaultServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/projects/website')) return sendJson(response, PROJECT)
    if (path.endsWith('/nodes/root')) return sendJson(response, { id: 'r', path: '/', displayName: 'Home' })
    if (path.endsWith('/entries/search')) return sendJson(response, alerts())
    held.push(response)
  })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    options: { site: { alerts: { contentType: 'alert' } } },
    limits: { concurrency: 500, queue: 500, queueWaitMs: 10_000, freshMs: 0 },
  })
}, 60_000)
afterAll(async () => {
  await shell.close()
  await platform.close()
})

/** More requests than the limit allows, all at once. */
async function crowd() {
  // An injected request starts when it is awaited.
  const others = Array.from({ length: ROOM }, async (_, number) => await shell.get(`/page-${number}`))
  const get = (url: string) => shell.get(url, { 'accept-encoding': 'identity' })
  const answers = await Promise.all([get('/one-more'), get('/cy/un-arall'), get('/one-more?redux=true')])
  held.forEach((response) => sendJson(response, { message: 'no' }, 404))
  held.length = 0
  return { answers, others }
}

/** Waits until the platform has answered all requests. */
async function answered(others: readonly Promise<unknown>[]): Promise<void> {
  const timer = setInterval(() => held.splice(0).forEach((one) => sendJson(one, { message: 'no' }, 404)), 20)
  await Promise.all(others)
  clearInterval(timer)
}

describe('a site with more visitors than it has room for (reference security 3.2)', () => {
  it('is answered at once with a page in the language, to scripts as JSON, and uncached', async () => {
    const { answers, others } = await crowd()
    const [page, welsh, state] = answers
    for (const answer of answers) {
      expect(answer?.statusCode).toBe(503)
      expect(answer?.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    }
    expect(page?.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page?.body).toContain('<h1>Many people are here just now</h1>')
    expect(welsh?.body).toContain('<html lang="cy"')
    expect(state?.json()).toEqual({ message: expect.stringContaining('try again') })
    await answered(others)
  }, 60_000)

  it('shows the alerts that hold, also once they have changed', async () => {
    for (const title of ['Ice on the roads', 'The bridge is closed']) {
      alert = title
      await answered([shell.get('/').then(({ statusCode }) => expect(statusCode).toBe(404))])
      const { answers, others } = await crowd()
      expect(answers[0]?.statusCode).toBe(503)
      expect(answers[0]?.body).toContain(title)
      await answered(others)
    }
  }, 60_000)
})
