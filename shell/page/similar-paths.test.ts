import { nearestNode, similarPages, pagesOf, wordsOfPath } from './similar-paths.ts'

const node: (path: string, children?: readonly TestNode[]) => TestNode = (path, children = []) => ({
  id: path,
  path,
  displayName: `Page ${path}`,
  children,
})
interface TestNode {
  readonly id: string
  readonly path: string
  readonly displayName: string
  readonly children: readonly TestNode[]
}
const TREE = node('/', [
  node('/services', [node('/services/bins-and-recycling'), node('/services/council-tax')]),
  node('/news'),
  node('/libraries-and-leisure'),
])
const near = (path: string) => similarPages(path, pagesOf(TREE)).map((page) => page.path)

describe('pages near a path that leads nowhere (reference peers 2.1, 404)', () => {
  it.each([
    ['a slip in typing', '/services/bins-and-recylcing', '/services/bins-and-recycling'],
    ['another order of words', '/services/recycling-and-bins', '/services/bins-and-recycling'],
    ['a page under another section', '/residents/council-tax', '/services/council-tax'],
    ['a file of an older site', '/council_tax.aspx', '/services/council-tax'],
    ['a word that is missing', '/libraries', '/libraries-and-leisure'],
  ])('are found for %s', (_what, path, expected) => {
    expect(near(path)[0]).toBe(expected)
  })

  it.each(['/', '/xyzzy', '/%%%', '/2f6a91', `/${'q'.repeat(2_000)}`])('are none for %s', (path) => {
    expect(near(path)).toEqual([])
  })

  it('are looked for below the deepest page that is on the way', () => {
    expect(nearestNode(TREE, '/services/council-tax/pay')?.path).toBe('/services/council-tax')
    expect(nearestNode(TREE, '/services/nothing/here')?.path).toBe('/services')
    expect(nearestNode(TREE, '/nothing')).toBeNull()
    expect(nearestNode(null, '/nothing')).toBeNull()
  })

  it('give the words of the path to the search box', () => {
    expect(wordsOfPath('/services/bin-collection_days.aspx')).toBe('bin collection days')
    expect(wordsOfPath('/')).toBe('')
  })
})
