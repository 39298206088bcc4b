import { setTimeout as delay } from 'node:timers/promises'
import { readSiteConfig } from '@tessera/shared/config'
import type { Entry } from '@tessera/shared/content'
import type { ContentClient } from '@tessera/shared/contract'
import { createPlatformClient } from '@tessera/shared/io'
import { routingTable } from '../../releases/routing-table.ts'
import { sitePages } from './sitemap-pages.ts'
import { allPages } from './sitemap-routes.server.ts'

const anEntry = (id: string, contentTypeId: string, sys: object = {}): Entry => ({
  sys: { id, contentTypeId, language: 'en-GB', uri: `/${id}`, ...sys },
})

/** The paths of the pages for a client's answers, grouped by entry. */
async function pathsOf(answers: readonly (readonly Entry[])[]) {
  const asked: unknown[] = []
  const client = {
    search: async ({ where }: { readonly where: readonly unknown[] }) => {
      asked.push(where.at(-1))
      return { items: answers[asked.length - 1] ?? [] }
    },
  } as unknown as Pick<ContentClient, 'search'>
  const rules = {
    mappingOf: (type: string) => (type === 'other' ? undefined : { requireLogin: type === 'member' }),
    languages: ['en-GB', 'cy'],
  }
  const paths: (readonly string[])[] = []
  for await (const pages of sitePages(client, rules)) paths.push(pages.map(({ path }) => path))
  return { paths, asked }
}

describe('the pages of a sitemap (reference peers 2.1)', () => {
  it('are those that everybody may read, whatever the client gave', async () => {
    const { paths } = await pathsOf([
      [
        anEntry('open', 'page'),
        anEntry('closed', 'member'),
        anEntry('without-component', 'other'),
        anEntry('hidden', 'page', { metadata: { includeInSitemap: false } }),
        anEntry('elsewhere', 'page', { uri: 'https://other.example/' }),
        anEntry('foreign', 'page', { language: 'fr' }),
      ],
    ])
    expect(paths).toEqual([['/open']])
  })

  it('are read on after the last id of a full answer, whose languages may not all have come', async () => {
    const full = Array.from({ length: 1_999 }, (_, i) => anEntry(`e${10_000 + i}`, 'page'))
    const [last, welsh] = [anEntry('e9', 'page'), anEntry('e9', 'page', { language: 'cy', uri: '/cy/e9' })]
    const { paths, asked } = await pathsOf([
      [...full, last],
      [last, welsh],
    ])
    expect(asked[1]).toEqual({ field: 'sys.id', greaterThanOrEqualTo: 'e9' })
    expect(paths).toHaveLength(2_000)
    expect(paths.at(-1)).toEqual(['/e9', '/cy/e9'])
  })

  it('may come later than those of a page: one late answer of many would cost the whole set', async () => {
    const config = readSiteConfig({
      projects: [{ id: 'website', publicUrl: 'http://localhost' }],
      platform: { apiUrl: 'https://api.example' },
      accessToken: 'sample-token',
      siteName: { 'en-GB': 'Larkmoor' },
    })
    const entry = anEntry('late', 'page', { versionStatus: 'published' })
    const list = { items: [entry], totalCount: 1, pageCount: 1, pageIndex: 0, pageSize: 1_000 }
    const platformClient = createPlatformClient({
      limits: { callDeadlineMs: 50 },
      transport: {
        async send({ signal }) {
          await delay(200, undefined, { signal })
          return { status: 200, body: Buffer.from(JSON.stringify(list)), keys: [], retryAfter: null }
        },
        close: async () => {},
      },
    })
    const table = routingTable([
      {
        name: 'mfe-content',
        contract: '^1.1.0',
        contentTypes: [{ contentTypeId: 'page', view: 'page', hydrate: 'never' }],
      },
    ])
    const releases = { snapshot: () => ({ table }) as never }
    const all = allPages({ config, platformClient, releases })
    expect(await all.next()).toMatchObject({ value: [{ language: 'en-GB', path: '/late' }] })
  })
})
