import type { Entry } from '@tessera/shared/content'
import type { ContentClient } from '@tessera/shared/contract'
import { sitePages } from './sitemap-pages.ts'

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
    const full = Array.from({ length: 499 }, (_, i) => anEntry(`e${1_000 + i}`, 'page'))
    const [last, welsh] = [anEntry('e9', 'page'), anEntry('e9', 'page', { language: 'cy', uri: '/cy/e9' })]
    const { paths, asked } = await pathsOf([
      [...full, last],
      [last, welsh],
    ])
    expect(asked[1]).toEqual({ field: 'sys.id', greaterThanOrEqualTo: 'e9' })
    expect(paths).toHaveLength(500)
    expect(paths.at(-1)).toEqual(['/e9', '/cy/e9'])
  })
})
