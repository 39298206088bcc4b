import type { Node } from '@tessera/shared/content'
import { loadFamily } from './load-family.ts'

const node = (path: string, more: Partial<Node> = {}): Node => ({
  id: path,
  path,
  language: 'en-GB',
  ...more,
})
const tree = node('/', { children: [node('/a', { children: [node('/a/b')] })] })

function aClient(
  answers: Partial<Record<'ancestors' | 'children' | 'siblings', readonly Node[] | Error>> = {},
) {
  const calls: string[] = []
  const call = (name: 'ancestors' | 'children' | 'siblings') => async () => {
    calls.push(name)
    const answer = answers[name] ?? []
    if (answer instanceof Error) throw answer
    return answer
  }
  return { calls, ancestors: call('ancestors'), children: call('children'), siblings: call('siblings') }
}

describe('relatives of a node (specification 4 and 8)', () => {
  it('takes ancestors from the tree when it holds them', async () => {
    const client = aClient()
    const family = await loadFamily(node('/a/b/c'), tree, { ancestors: true }, client)
    expect(family.ancestors.map(({ path }) => path)).toEqual(['/', '/a', '/a/b'])
    expect(client.calls).toEqual([])
  })

  it('asks for them when the tree does not reach so deep, or is missing', async () => {
    const client = aClient({ ancestors: [node('/')] })
    await loadFamily(node('/a/b/c/d'), tree, {}, client)
    await loadFamily(node('/a'), null, {}, client)
    expect(client.calls).toEqual(['ancestors', 'ancestors'])
  })

  it('does not ask for the children of a node that has none', async () => {
    const client = aClient()
    await loadFamily(node('/a', { childCount: 0 }), tree, { children: true, siblings: true }, client)
    expect(client.calls).toEqual(['siblings'])
  })

  it('shows the page without a part that failed, and says so', async () => {
    const client = aClient({ siblings: new Error('down'), children: [node('/a/x')] })
    const family = await loadFamily(
      node('/a', { childCount: 1 }),
      tree,
      { children: true, siblings: true },
      client,
    )
    expect(family).toMatchObject({ siblings: [], isComplete: false })
    expect(family.children).toHaveLength(1)
  })

  it('leaves out relatives that are not in the menu', async () => {
    const client = aClient({ siblings: [node('/a'), node('/hidden', { includeInMenu: false })] })
    const family = await loadFamily(node('/a'), tree, { siblings: true }, client)
    expect(family.siblings.map(({ path }) => path)).toEqual(['/a'])
  })
})
