import { draftSentences, protectedEntries, type ProtectedEntry } from '../support/demo-content.ts'
import { demonstrationAccess, platformUrl } from '../support/environment.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, siteTest as test } from '../support/test.ts'

const FULL_ACCESS = 'larkmoor-demo-full-access'
const AT_ONCE = 8

interface TreeNode {
  readonly path: string
  readonly entry?: { readonly sys: { readonly id: string } }
  readonly children?: readonly TreeNode[]
}

const withChildren = (node: TreeNode): readonly TreeNode[] => [
  node,
  ...(node.children ?? []).flatMap(withChildren),
]

/** Every node of the site in a language, protected ones and drafts included. */
async function allNodes(language: string): Promise<readonly TreeNode[]> {
  const { projectId } = demonstrationAccess()
  const query = new URLSearchParams({
    accessToken: FULL_ACCESS,
    depth: '20',
    versionStatus: 'latest',
    language,
  })
  const answer = await fetch(`${platformUrl()}/api/delivery/projects/${projectId}/nodes/root?${query}`)
  return withChildren((await answer.json()) as TreeNode)
}

interface Seen {
  readonly url: string
  readonly status: number
  readonly location: string
  readonly cacheControl: string
  readonly text: string
}

async function requestPage(site: string, url: string, cookie?: string): Promise<Seen> {
  const answer = await fetch(`${site}${url}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
  })
  return {
    url,
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    cacheControl: answer.headers.get('cache-control') ?? '',
    text: await answer.text(),
  }
}

async function requestAll(site: string, urls: readonly string[], cookie?: string): Promise<readonly Seen[]> {
  const waiting = [...urls]
  const seen: Seen[] = []
  const worker = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift())
      seen.push(await requestPage(site, url, cookie))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return seen
}

/** The addresses of a page as a document and as state. */
const bothWays = (path: string): readonly string[] => [path, `${path}?redux=true`]

const leaks = (seen: readonly Seen[], sentences: readonly string[]): readonly string[] =>
  seen.flatMap(({ url, text }) =>
    sentences.filter((sentence) => text.includes(sentence)).map((sentence) => `${url}: ${sentence}`),
  )

test.describe('access to drafts and protected pages', () => {
  test.describe.configure({ timeout: 180_000 })

  test('a crawl of every page as anonymous finds no draft and no protected text, in documents and in state', async ({
    site,
  }) => {
    const nodes = (await Promise.all(['en-GB', 'cy'].map(allNodes))).flat()
    const paths = [...new Set(nodes.map(({ path }) => path))]
    const searches = ['booking', 'staff', 'duty line', 'bus network', 'meadows'].map(
      (term) => `/search?term=${encodeURIComponent(term)}`,
    )
    const seen = await requestAll(site, [...paths.flatMap(bothWays), ...searches])
    const sentences = [...draftSentences(), ...protectedEntries().flatMap((entry) => entry.sentences)]
    expect(sentences.length).toBeGreaterThan(20)
    expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(1_000)
    expect(seen.filter(({ status }) => status >= 500)).toEqual([])
    expect(leaks(seen, sentences)).toEqual([])
  })

  const groups = {
    member: ['6a4d1c52-8c0e-4f6b-9b1a-3f5de1a00002'],
    visitor: [],
    staff: ['6a4d1c52-8c0e-4f6b-9b1a-3f5de1a00004'],
  }
  const mayRead = (entry: ProtectedEntry, own: readonly string[]) =>
    entry.groups.length === 0 || entry.groups.some((id) => own.includes(id))

  for (const who of ['member', 'visitor', 'staff'] as const) {
    test(`a ${who} sees exactly the protected pages that are for them, and leaves none in a cache`, async ({
      site,
    }) => {
      const cookie = await signIn(site, who)
      const nodes = (await Promise.all(['en-GB', 'cy'].map(allNodes))).flat()
      for (const entry of protectedEntries()) {
        const paths = nodes.filter((node) => node.entry?.sys.id === entry.id).map(({ path }) => path)
        expect(paths, `nodes of ${entry.id}`).not.toEqual([])
        for (const url of paths.flatMap(bothWays)) {
          const mine = await requestPage(site, url, cookie)
          if (mayRead(entry, groups[who])) {
            expect(mine.status, url).toBe(200)
            expect(leaks([mine], entry.sentences), url).not.toEqual([])
            expect(mine.cacheControl).toContain('no-store')
          } else {
            expect(mine.location || String(mine.status), url).toMatch(
              /\/account\/access-denied\?original_uri=|403/,
            )
            expect(leaks([mine], entry.sentences), url).toEqual([])
          }
          const strangers = await requestPage(site, url)
          expect(strangers.location || String(strangers.status), url).toMatch(
            /\/account\/login\?redirect_uri=|401/,
          )
          expect(leaks([strangers], entry.sentences), url).toEqual([])
        }
      }
    })
  }
})
