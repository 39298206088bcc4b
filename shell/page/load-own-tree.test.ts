import type { Node } from '@tessera/shared/content'
import type { ContentClient, NodeOptions, NodeOptionsForCall } from '@tessera/shared/contract'
import { routingTable } from '../releases/routing-table.ts'
import { loadOwnTree } from './finish-node.ts'

const entry = (contentTypeId: string) => ({ sys: { id: contentTypeId, contentTypeId }, entryTitle: 'Text' })
const root: Node = {
  id: 'r',
  path: '/',
  children: [
    {
      id: 'a',
      path: '/a',
      entry: entry('open'),
      children: [{ id: 'b', path: '/a/b', entry: entry('closed') }],
    },
    { id: 'h', path: '/h', includeInMenu: false },
  ],
}
const table = routingTable([
  {
    name: 'mfe-content',
    contract: '^1.1.0',
    contentTypes: [{ contentTypeId: 'closed', view: 'v', hydrate: 'never', requireLogin: true }],
  },
])

async function load(tree: NodeOptions['tree'], { depth = 1, fails = false } = {}) {
  const calls: (NodeOptionsForCall | undefined)[] = []
  const rootNode = async (options?: NodeOptionsForCall) => {
    calls.push(options)
    if (fails) throw new Error('down')
    return root
  }
  const client = { rootNode } as unknown as ContentClient
  const own = await loadOwnTree(
    {
      options: { ...(tree === undefined ? {} : { tree }) },
      auth: { name: 'public', client },
      visitor: null,
      language: 'cy',
    },
    { table, tree: Promise.resolve({ root, depth }) },
  )
  return { own, calls }
}

describe('the tree of a page that wants more of it (specification 2, nodeOptions)', () => {
  it.each([undefined, true, false])('costs nothing where it is %j', async (tree) => {
    expect(await load(tree)).toEqual({ own: { root: null, problems: [] }, calls: [] })
  })

  it('is cut from the one that every page has where that is deep enough', async () => {
    const { own, calls } = await load({ depth: 1 }, { depth: 3 })
    expect(calls).toEqual([])
    expect(own.root?.children?.map(({ path, children }) => [path, children])).toEqual([['/a', undefined]])
  })

  it('is requested with the depth and the fields of the page, without entries that it may not show', async () => {
    const { own, calls } = await load({ depth: 2, fields: ['entryTitle'], linkDepth: 0 })
    expect(calls).toEqual([
      {
        depth: 2,
        language: 'cy',
        entryLimits: { fields: ['entryTitle'], linkDepth: 0, fieldLinkDepths: {} },
      },
    ])
    const [first] = own.root?.children ?? []
    expect(first?.entry).toEqual(entry('open'))
    expect(first?.children?.[0]?.entry).toEqual({ sys: { id: 'closed', contentTypeId: 'closed' } })
  })

  it('fails soft: the page has the tree of its menu', async () => {
    expect((await load({ depth: 4 }, { fails: true })).own).toEqual({
      root: null,
      problems: [new Error('down')],
    })
  })
})
