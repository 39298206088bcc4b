import { createSiteTrees } from './navigation-trees.server.ts'
import { menuTree } from './relatives.ts'

describe('menu tree (specification 3, Navigation state)', () => {
  const tree = {
    id: 'root',
    path: '/',
    childCount: 2,
    entry: { sys: { id: 'e' } },
    children: [
      {
        id: 'a',
        path: '/a',
        includeInMenu: true,
        displayName: 'A',
        children: [{ id: 'b', path: '/a/b', includeInMenu: false }],
      },
      {
        id: 'c',
        path: '/c',
        includeInMenu: false,
        children: [{ id: 'd', path: '/c/d', includeInMenu: true }],
      },
    ],
  }
  it('leaves out nodes that are not in the menu, with everything below them', () => {
    expect(JSON.stringify(menuTree(tree))).not.toMatch(/"(b|c|d)"/)
  })
  it('keeps what a link needs and no entry', () => {
    expect(menuTree(tree).children?.[0]).toMatchObject({ id: 'a', path: '/a', displayName: 'A' })
    expect(menuTree(tree)).not.toHaveProperty('entry')
  })
  it('has two levels however deep the tree is, as the default navigation tree has', () => {
    const deep = (path: string, levels: number): { id: string; path: string; children: object[] } => ({
      id: path,
      path,
      children: levels > 0 ? [deep(`${path}/x`, levels - 1)] : [],
    })
    const [first] = menuTree(deep('', 4) as never).children ?? []
    expect(first?.children?.[0]?.path).toBe('/x/x')
    expect(first?.children?.[0]?.children).toBeUndefined()
  })

  it('knows of another way to a page where the page is', () => {
    const trees = createSiteTrees()
    const planning = { sys: { id: 'planning' } }
    const menu = trees.menuOf({
      id: 'root',
      path: '/',
      children: [
        { id: 'own', path: '/planning', includeInMenu: false, isCanonical: true, entry: planning },
        { id: 'way', path: '/services', isCanonical: false, entry: planning },
      ],
    })
    expect(menu.children).toEqual([
      expect.objectContaining({ path: '/services', canonicalPath: '/planning' }),
    ])
  })
})
