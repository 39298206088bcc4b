import type { Node } from '@tessera/shared/content'
import {
  AppError,
  type ContentClient,
  type NodeOptions,
  type NodeOptionsForCall,
} from '@tessera/shared/contract'
import { routingTable } from '../releases/routing-table.ts'
import { loadFamily } from './finish-node.ts'

const node = (path: string, more: Partial<Node> = {}): Node => ({
  id: path,
  path,
  language: 'en-GB',
  childCount: 1,
  ...(path === '/' ? {} : { parentId: path.slice(0, path.lastIndexOf('/')) || '/' }),
  ...more,
})
const beside = node('/a/x')
/** The complete tree of a site with two levels below the root. */
const root = node('/', {
  children: [node('/a', { children: [node('/a/b'), beside] }), node('/c', { children: [] })],
})
const tree = { root, depth: 2 }
const table = routingTable([
  {
    name: 'mfe-content',
    contract: '^1.1.0',
    contentTypes: [
      { contentTypeId: 'open', view: 'v', hydrate: 'never' },
      { contentTypeId: 'closed', view: 'v', hydrate: 'never', requireLogin: [{ name: 'Members' }] },
    ],
  },
])

type Relation = 'ancestors' | 'children' | 'siblings'

function aClient(answers: Partial<Record<Relation, readonly Node[] | Error>> = {}) {
  const calls: [Relation, string, NodeOptionsForCall | undefined][] = []
  const call = (name: Relation) => async (id: string, options?: NodeOptionsForCall) => {
    calls.push([name, id, options])
    const answer = answers[name] ?? []
    if (answer instanceof Error) throw answer
    return answer
  }
  const client = { ancestors: call('ancestors'), children: call('children'), siblings: call('siblings') }
  return { calls, client: client as unknown as ContentClient }
}

const load = (
  one: Node,
  options: NodeOptions,
  { client }: ReturnType<typeof aClient>,
  {
    visitor = null,
    from = tree,
  }: { visitor?: { groups: { name: string }[] } | null; from?: typeof tree | null } = {},
) => loadFamily({ node: one, tree: from, options, auth: { name: 'public', client }, visitor }, table)

const paths = (nodes: readonly Node[]) => nodes.map(({ path }) => path)
const ALL = { children: true, siblings: true } as const

describe('relatives of a node (specification 4 and 8)', () => {
  it('are the same objects for all pages that share the tree, and cannot be changed', async () => {
    const [one, other] = await Promise.all([
      load(node('/a/b'), ALL, aClient()),
      load(node('/a/x'), ALL, aClient()),
    ])
    expect(one.siblings[0]).toBe(other.siblings[0])
    expect(() => Object.assign(one.siblings[0]!, { path: '/elsewhere' })).toThrow(TypeError)
  })

  it('come from the tree without a call as deep as it reaches', async () => {
    const io = aClient()
    const family = await load(node('/a'), ALL, io)
    expect(paths(family.ancestors)).toEqual(['/'])
    expect(paths(family.siblings)).toEqual(['/a', '/c'])
    expect(paths(family.children)).toEqual(['/a/b', '/a/x'])
    const top = await load(node('/'), ALL, io)
    expect([top.ancestors, paths(top.siblings), paths(top.children)]).toEqual([[], ['/'], ['/a', '/c']])
    expect(io.calls).toEqual([])
  })

  it('are requested where the tree ends: children of its last level, siblings below it', async () => {
    const io = aClient({ children: [node('/a/b/c')], siblings: [node('/a/b/c')] })
    const last = await load(node('/a/b'), ALL, io)
    expect(paths(last.siblings)).toEqual(['/a/b', '/a/x'])
    expect(paths(last.children)).toEqual(['/a/b/c'])
    const below = await load(node('/a/b/c', { childCount: 0 }), ALL, io)
    expect(paths(below.ancestors)).toEqual(['/', '/a', '/a/b'])
    expect(paths(below.siblings)).toEqual(['/a/b/c'])
    expect(io.calls.map(([name, id]) => `${name} ${id}`)).toEqual(['children /a/b', 'siblings /a/b/c'])
  })

  it('are requested when the tree is missing, or does not reach down to the page', async () => {
    const io = aClient({ ancestors: [node('/')] })
    await load(node('/a/b/c/d'), {}, io)
    await load(node('/a'), {}, io, { from: null })
    expect(io.calls.map(([name]) => name)).toEqual(['ancestors', 'ancestors'])
  })

  it('come in one call when siblings and children are both unknown: four calls for a page are enough', async () => {
    const own = node('/a/b/c', { children: [node('/a/b/c/d')] })
    const io = aClient({ children: [own, node('/a/b/e')] })
    const family = await load(node('/a/b/c'), ALL, io)
    expect(paths(family.siblings)).toEqual(['/a/b/c', '/a/b/e'])
    expect(paths(family.children)).toEqual(['/a/b/c/d'])
    expect(io.calls).toEqual([['children', '/a/b', { language: 'en-GB', depth: 2 }]])
  })

  it('are requested one by one where the parent is missing in the language, and once where the platform fails', async () => {
    const own = node('/a/b/c')
    const calls: string[] = []
    const client = (status: number) =>
      ({
        ancestors: async () => [],
        children: async (id: string) => {
          calls.push(`children ${id}`)
          if (id === '/a/b') throw new AppError('content/failed', 'no', { status })
          return [node('/a/b/c/d')]
        },
        siblings: async (id: string) => {
          calls.push(`siblings ${id}`)
          return [own, node('/a/b/e')]
        },
      }) as unknown as ContentClient
    const missing = await load(own, ALL, { calls: [], client: client(404) })
    expect([paths(missing.children), paths(missing.siblings), missing.problems]).toEqual([
      ['/a/b/c/d'],
      ['/a/b/c', '/a/b/e'],
      [],
    ])
    expect(calls.splice(0)).toEqual(['children /a/b', 'children /a/b/c', 'siblings /a/b/c'])
    const failed = await load(own, ALL, { calls: [], client: client(500) })
    expect(failed).toMatchObject({ children: [], siblings: [], problems: [{ code: 'content/failed' }] })
    expect(calls).toEqual(['children /a/b'])
  })

  it('are not requested when an option switches them off, nor children of a node that has none', async () => {
    const io = aClient()
    const family = await load(node('/x/y', { childCount: 0 }), { ancestors: false, children: true }, io)
    expect(family).toEqual({ ancestors: [], children: [], siblings: [], problems: [] })
    expect(io.calls).toEqual([])
  })

  it('fail softly: the page is shown without a part that failed, and the failure is reported', async () => {
    const io = aClient({ siblings: new Error('down'), children: [node('/a/b/c')] })
    const family = await load(node('/n'), { children: { fields: ['x'] }, siblings: { fields: ['x'] } }, io)
    expect(family).toMatchObject({ siblings: [], problems: [new Error('down')] })
    expect(family.children).toHaveLength(1)
  })

  it('are left out where there are more than is read: the page is complete without them, and has those that are fewer', async () => {
    const tooLarge = new AppError('content/bad-answer', 'no', { details: { isTooLarge: true } })
    const child = node('/a/b/c/d')
    const client = {
      ancestors: async () => [],
      children: async (id: string) => (id === '/a/b/c' ? [child] : Promise.reject(tooLarge)),
      siblings: () => Promise.reject(tooLarge),
    } as unknown as ContentClient
    const family = await load(node('/a/b/c'), ALL, { calls: [], client })
    expect(family).toMatchObject({ children: [{ path: child.path }], siblings: [], problems: [] })
  })

  it('leave out what is not in the menu, from the tree and from a call alike', async () => {
    const hidden = node('/a/h', { includeInMenu: false })
    const kept = { root: node('/', { children: [node('/a', { children: [hidden, beside] })] }), depth: 2 }
    const io = aClient({ siblings: [node('/d/e'), node('/d/hidden', { includeInMenu: false })] })
    expect(paths((await load(node('/a'), ALL, io, { from: kept })).children)).toEqual(['/a/x'])
    const below = await load(node('/d/e', { childCount: 0 }), ALL, io, { from: kept })
    expect(paths(below.siblings)).toEqual(['/d/e'])
  })
})

describe('what comes with relatives (specification 2, node options)', () => {
  const entry = (contentTypeId: string) => ({ sys: { id: contentTypeId, contentTypeId }, entryTitle: 'Text' })

  it('has as many levels of children as were requested', async () => {
    const deep = node('/n/a', { children: [node('/n/a/b', { children: [node('/n/a/b/c')] })] })
    const io = aClient({ children: [deep] })
    const family = await load(node('/n'), { children: { depth: 2 } }, io)
    expect(io.calls).toContainEqual(['children', '/n', { language: 'en-GB', depth: 2 }])
    expect(family.children[0]?.children?.map(({ path, children }) => [path, children])).toEqual([
      ['/n/a/b', undefined],
    ])
    await load(node('/n'), { children: true }, io)
    expect(io.calls).toContainEqual(['children', '/n', { language: 'en-GB', depth: 1 }])
  })

  it('has only the system fields of their entries, unless more fields are requested', async () => {
    const io = aClient({ siblings: [node('/n/a', { entry: entry('open') })] })
    const plain = await load(node('/n/a', { childCount: 0 }), { siblings: true }, io)
    expect(plain.siblings[0]?.entry).toEqual({ sys: { id: 'open', contentTypeId: 'open' } })
    const limits = { fields: ['entryTitle'], fieldLinkDepths: { image: 1 } }
    const full = await load(node('/n/a', { childCount: 0 }), { siblings: limits }, io)
    expect(full.siblings[0]?.entry).toEqual(entry('open'))
    expect(io.calls.at(-1)).toEqual([
      'siblings',
      '/n/a',
      { language: 'en-GB', entryLimits: { ...limits, linkDepth: 0 } },
    ])
  })

  it('is nothing of an entry that its type keeps from this visitor, and all of it for a member', async () => {
    const nameless = node('/n/b', { entry: { sys: { id: '1' }, entryTitle: 'Text' } })
    const io = aClient({ children: [node('/n/a', { entry: entry('closed') }), nameless] })
    const options = { children: { fields: ['entryTitle'] } }
    const stranger = await load(node('/n'), options, io)
    expect(stranger.children.map((one) => one.entry)).toEqual([
      { sys: { id: 'closed', contentTypeId: 'closed' } },
      { sys: { id: '1' } },
    ])
    const member = await load(node('/n'), options, io, { visitor: { groups: [{ name: 'Members' }] } })
    expect(member.children[0]?.entry).toEqual(entry('closed'))
  })
})
