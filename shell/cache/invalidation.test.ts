import { until } from '@tessera/shared/testing'
import { anAuthoredSite, type AuthoredSite, type Managed } from './testing/an-authored-site.ts'

let site: AuthoredSite

beforeAll(async () => {
  site = await anAuthoredSite()
}, 60_000)
afterAll(() => site.close())

const BINS = '/services/bins-and-recycling'
const PAGES = [
  '/',
  BINS,
  `${BINS}/missed-collection`,
  '/services/council-tax',
  '/news',
  '/events',
  '/your-council',
  '/contact',
  '/latest-news',
]

const statusOf = async (path: string): Promise<string> =>
  String((await site.shell.get(path)).headers['cache-status'])
const titleOf = async (path: string): Promise<string> =>
  /<title>(.*?)<\/title>/.exec((await site.shell.get(path)).body)?.[1] ?? ''

/** Have every page cached, so that `dropped` can list those that a change has dropped. */
async function warm(): Promise<void> {
  for (const path of PAGES) await site.shell.get(path)
  for (const path of PAGES) expect([path, await statusOf(path)]).toEqual([path, 'shell; hit'])
}
const dropped = async (): Promise<readonly string[]> => {
  const gone: string[] = []
  for (const path of PAGES) if ((await statusOf(path)) !== 'shell; hit') gone.push(path)
  return gone
}

/** Make a change that the platform reports, and wait until the shell has dropped everything, menus included. */
async function told(act: () => Promise<unknown>): Promise<void> {
  const handled = () => site.shell.lines.filter(({ msg }) => msg === 'content changed').length
  const before = handled()
  await act()
  await until(() => handled() > before)
}

/** The entry that a page shows. */
async function entryOf(path: string): Promise<string> {
  const state = (await site.shell.get(`${path}?redux=true`)).json<{ routing: { entryID: string } }>()
  return state.routing.entryID
}
const tell = (id: string, event: 'draft.publish' | 'sysUnpublish') =>
  site.author('POST', `/${id}/workflow/events`, { event, language: 'en-GB' })

async function saveTitle(id: string, title: string): Promise<void> {
  const before = await site.author('GET', `/${id}`)
  await site.author('PUT', `/${id}`, { ...before, title })
}
const aNewsItem = (title: string): Promise<Managed> =>
  site.author('POST', '', { title, sys: { contentTypeId: 'newsArticle', language: 'en-GB' } })

describe('what an author does (reference security 4.3)', () => {
  it('is not seen while it is a draft, and flushes nothing', async () => {
    await warm()
    await saveTitle(await entryOf(BINS), 'Only a draft')
    await aNewsItem('Only a draft')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await dropped()).toEqual([])
  })

  it('is on its page when it is published, and pages that have nothing of it stay', async () => {
    const id = await entryOf(BINS)
    await saveTitle(id, 'Bins, renamed')
    await warm()
    await told(() => tell(id, 'draft.publish'))
    await until(async () => (await titleOf(BINS)).startsWith('Bins, renamed'))
    expect(await dropped()).toEqual([])
  })

  it('is in listings when it is new, and pages that list nothing of its kind stay', async () => {
    const { sys } = await aNewsItem('A new item of news')
    await warm()
    const before = await titleOf('/latest-news')
    await told(() => tell(sys.id, 'draft.publish'))
    await until(async () => (await titleOf('/latest-news')).startsWith('A new item of news of'))
    expect(Number(/of (\d+)/.exec(await titleOf('/latest-news'))?.[1])).toBe(
      Number(/of (\d+)/.exec(before)?.[1]) + 1,
    )
    expect(await dropped()).toEqual([])
    await told(() => site.author('DELETE', `/${sys.id}`))
    await until(async () => (await titleOf('/latest-news')) === before)
  })

  it('is gone when it is unpublished, and there when it is published again', async () => {
    const id = await entryOf('/contact')
    await warm()
    await told(() => tell(id, 'sysUnpublish'))
    await until(async () => (await site.shell.get('/contact')).statusCode === 404)
    await until(async () => !(await site.shell.get('/news')).body.includes('<a href="/contact"'))
    await told(() => tell(id, 'draft.publish'))
    await until(async () => (await site.shell.get('/contact')).statusCode === 200)
  })

  it('is in the sitemap as long as it is published', async () => {
    const addresses = async (): Promise<string> => (await site.shell.get('/sitemap-en-gb-1.xml')).body
    expect(await addresses()).toContain('<loc>http://localhost/contact</loc>')
    const id = await entryOf('/contact')
    await told(() => tell(id, 'sysUnpublish'))
    await until(async () => !(await addresses()).includes('<loc>http://localhost/contact</loc>'))
    await told(() => tell(id, 'draft.publish'))
    await until(async () => (await addresses()).includes('<loc>http://localhost/contact</loc>'))
  }, 120_000)

  it('is gone when it is deleted', async () => {
    const path = `${BINS}/missed-collection`
    await warm()
    const id = await entryOf(path)
    await told(() => site.author('DELETE', `/${id}`))
    await until(async () => (await site.shell.get(path)).statusCode === 404)
    for (const other of ['/news', '/events', '/your-council', '/latest-news'])
      expect(await statusOf(other)).toBe('shell; hit')
  })
})
