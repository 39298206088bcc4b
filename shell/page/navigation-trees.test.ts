import type { Node } from '@tessera/shared/content'
import { AppError, type ContentClient, type NodeOptionsForCall } from '@tessera/shared/contract'
import { loadAlternates } from './finish-node.ts'
import { loadTrees, createSiteTrees } from './navigation-trees.server.ts'

const node = (id: string, path: string, entryId: string, more: Partial<Node> = {}): Node => ({
  id,
  path,
  entry: { sys: { id: entryId } },
  ...more,
})

/** A request whose platform has these trees by language, and these nodes by entry. */
function aRequest(
  roots: Readonly<Record<string, Node | Error>>,
  nodes: Readonly<Record<string, Node | Error>> = {},
  versionStatus: 'published' | 'latest' = 'published',
) {
  const calls: string[] = []
  const client = {
    rootNode: async ({ language = '', depth }: NodeOptionsForCall = {}) => {
      calls.push(`tree ${language} ${depth}`)
      const root = roots[language] ?? new Error('')
      if (root instanceof Error) throw root
      return root
    },
    nodeOfEntry: async (id: string, { language }: NodeOptionsForCall = {}) => {
      calls.push(`node ${id} ${language}`)
      const found = nodes[id] ?? null
      if (found instanceof Error) throw found
      return found
    },
  } as unknown as ContentClient
  const config = { limits: { navigationDepth: 3 } } as Parameters<typeof loadTrees>[1]['config']
  const site = { config, trees: createSiteTrees() }
  return { calls, trees: loadTrees({ client, versionStatus }, site, 'en-GB') }
}

const english = node('r', '/', 'home')
const welsh = node('r', '/cy', 'home', {
  children: [
    node('x', '/cy/arall', 'e1', { isCanonical: false }),
    node('a', '/cy/gwasanaethau', 'e1', { isCanonical: true }),
  ],
})
const page = node('a', '/services', 'e1')
const entry = { sys: { id: 'e1', language: 'en-GB', availableLanguages: ['en-GB', 'cy', 'de'] } }

describe('the navigation tree of a request (specification 4 and 8)', () => {
  it('is requested once, with the depth that the site is configured for', async () => {
    const { trees, calls } = aRequest({ 'en-GB': english })
    expect(await trees.tree).toEqual({ root: english, depth: 3 })
    expect(await trees.outcome).toEqual({ root: english, depth: 3 })
    expect(await trees.pathOfEntry('home', 'en-GB')).toBe('/')
    expect(calls).toEqual(['tree en-GB 3'])
  })

  it('is missing when it fails, with the text of its error', async () => {
    const { trees } = aRequest({ 'en-GB': new Error('The tree fell') })
    expect(await trees.tree).toBeNull()
    expect(await trees.outcome).toEqual({ error: expect.objectContaining({ message: 'The tree fell' }) })
  })
})

describe('a tree that is too large (specification 8)', () => {
  const aClient = (error: Error, most = 2) => {
    const depths: number[] = []
    const client = {
      rootNode: async ({ depth = 0 }: NodeOptionsForCall = {}) => {
        depths.push(depth)
        if (depth > most) throw error
        return english
      },
    } as unknown as ContentClient
    return { depths, client }
  }
  const request = (client: ContentClient) => ({ client, versionStatus: 'published' }) as const
  const config = { limits: { navigationDepth: 3 } } as Parameters<typeof loadTrees>[1]['config']

  it('is then requested with the depth of the menus only, for a minute', async () => {
    const clock = { now: 0 }
    const shell = { config, trees: createSiteTrees(() => clock.now) }
    const { client, depths } = aClient(new AppError('content/bad-answer', 'too large', { status: 502 }))
    expect(await loadTrees(request(client), shell, 'en-GB').tree).toEqual({ root: english, depth: 2 })
    expect(depths).toEqual([3, 2])
    clock.now = 59_999
    await loadTrees(request(client), shell, 'en-GB').tree
    expect(depths).toEqual([3, 2, 2])
    clock.now = 60_000
    await loadTrees(request(client), shell, 'en-GB').tree
    expect(depths).toEqual([3, 2, 2, 3, 2])
  })

  it.each([
    ['refused', new AppError('content/failed', 'ask for less depth', { status: 400 })],
    [
      'longer than is read',
      new AppError('content/bad-answer', 'too large', { status: 502, details: { isTooLarge: true } }),
    ],
  ])('in the levels of the menus too has the first of them, when it is %s', async (_, error) => {
    const { client, depths } = aClient(error, 1)
    const shell = { config, trees: createSiteTrees() }
    expect(await loadTrees(request(client), shell, 'en-GB').tree).toEqual({ root: english, depth: 1 })
    expect(await loadTrees(request(client), shell, 'en-GB').tree).toEqual({ root: english, depth: 1 })
    expect(depths).toEqual([3, 2, 1, 1])
  })

  it('keeps the levels of the menus when it is only late', async () => {
    const { client, depths } = aClient(new AppError('content/timeout', 'late', { status: 504 }), 1)
    expect(await loadTrees(request(client), { config, trees: createSiteTrees() }, 'en-GB').tree).toBeNull()
    expect(depths).toEqual([3, 2])
  })

  it('is no reason to ask again when the platform is down', async () => {
    const { client, depths } = aClient(new AppError('content/unreachable', 'down', { status: 503 }))
    expect(await loadTrees(request(client), { config, trees: createSiteTrees() }, 'en-GB').tree).toBeNull()
    expect(depths).toEqual([3])
  })
})

describe('the page in other languages (specification 9, Default language)', () => {
  it("is found in the other language's tree, its canonical place, without a call of its own", async () => {
    const { trees, calls } = aRequest({ 'en-GB': english, cy: welsh })
    const { alternates, problems } = await loadAlternates(page, entry, ['en-GB', 'cy'], trees)
    expect(alternates).toEqual([
      { language: 'en-GB', path: '/services' },
      { language: 'cy', path: '/cy/gwasanaethau' },
    ])
    expect(problems).toEqual([])
    expect(calls).toEqual(['tree en-GB 3', 'tree cy 3'])
  })

  it('is requested by its entry where the tree is missing or not deep enough', async () => {
    const there = { e1: node('a', '/cy/gwasanaethau', 'e1') }
    for (const cy of [new Error('down'), node('r', '/cy', 'home')]) {
      const { trees, calls } = aRequest({ 'en-GB': english, cy }, there)
      expect(await trees.pathOfEntry('e1', 'cy')).toBe('/cy/gwasanaethau')
      expect(calls).toEqual(['tree en-GB 3', 'tree cy 3', 'node e1 cy'])
    }
  })

  it('is left out where it cannot be had, and costs nothing where there is no other language', async () => {
    const { trees, calls } = aRequest({ 'en-GB': english, cy: node('r', '/cy', 'home') })
    const none = { alternates: [], problems: [] }
    expect(await loadAlternates(page, entry, ['en-GB', 'cy'], trees)).toEqual(none)
    expect(await loadAlternates(page, entry, ['en-GB'], trees)).toEqual(none)
    expect(calls).toHaveLength(3)
  })

  it.each([
    [500, 1],
    [403, 0],
  ])(
    'is left out where the platform answers %i, with %i problems: a page without its links is not complete',
    async (status, problems) => {
      const refused = new AppError('content/failed', 'no', { status })
      const { trees } = aRequest({ 'en-GB': english, cy: new Error('down') }, { e1: refused })
      const found = await loadAlternates(page, entry, ['en-GB', 'cy'], trees)
      expect(found.alternates).toEqual([])
      expect(found.problems).toHaveLength(problems)
    },
  )

  it('is requested by its entry in a preview, whose trees are not cached', async () => {
    const { trees, calls } = aRequest({ 'en-GB': english, cy: welsh }, {}, 'latest')
    await trees.pathOfEntry('e1', 'cy')
    expect(calls).toEqual(['tree en-GB 3', 'node e1 cy'])
  })
})
