import { createTreeWatch } from './tree-watch.server.ts'

const node = (id: string, rest: Record<string, unknown> = {}) => ({
  id,
  path: `/${id}`,
  displayName: id,
  includeInMenu: true,
  childCount: 0,
  ...rest,
})
const tree = (...children: readonly object[]) => ({ ...node('root'), children })

function aWatch() {
  const dropped: string[] = []
  const watch = createTreeWatch({ alias: 'site', onChange: (key) => dropped.push(key) })
  return { dropped, see: (data: unknown, url = '/tree?depth=2') => watch.keyOf({ url, data }), watch }
}

describe('the key of the navigation tree (issue: nothing else is flushed)', () => {
  it('is one key, and stays while the tree looks the same', () => {
    const { see, dropped } = aWatch()
    const key = see(tree(node('news')))
    expect(key).toMatch(/^site_tree_\w+$/)
    expect(see(tree(node('news', { version: { versionNo: '2.0' } })))).toBe(key)
    expect(dropped).toEqual([])
  })

  it.each([
    ['a page of the menu has another name', tree(node('news', { displayName: 'Newsroom' }))],
    ['a page of the menu has moved', tree(node('news', { path: '/newsroom' }))],
    ['a page has come into the menu', tree(node('news'), node('events'))],
    ['a page has left the menu', tree()],
    ['a page is no longer in the menu', tree(node('news', { includeInMenu: false }))],
  ])('is dropped when %s', (_what, later) => {
    const { see, dropped } = aWatch()
    const key = see(tree(node('news')))
    see(later)
    expect(dropped).toEqual([key])
  })

  it('is not dropped for a page outside the menu that has nothing below it', () => {
    const { see, dropped } = aWatch()
    see(tree(node('news')))
    see(tree(node('news'), node('item', { includeInMenu: false })))
    expect(dropped).toEqual([])
  })

  it('is dropped for one outside the menu that others have in their breadcrumbs', () => {
    const { see, dropped } = aWatch()
    see(tree(node('hidden', { includeInMenu: false, childCount: 2 })))
    see(tree(node('hidden', { includeInMenu: false, childCount: 2, displayName: 'Other' })))
    expect(dropped).toHaveLength(1)
  })

  it('is dropped after a change when it was not seen before: a cache in front may be older than this process', () => {
    const { watch, dropped } = aWatch()
    const key = watch.lookAgain({ url: 'http://a.example/tree', data: tree(node('news')) })
    expect(dropped).toEqual([key])
    expect(watch.keyOf({ url: 'http://b.example/tree', data: tree(node('news')) })).toBe(key)
    expect(dropped).toHaveLength(1)
  })

  it('is another one for another language or depth', () => {
    const { see, dropped, watch } = aWatch()
    const english = see(tree(node('news')))
    const welsh = see(tree(node('newyddion')), '/tree?language=cy')
    expect(welsh).not.toBe(english)
    expect(dropped).toEqual([])
    expect(watch.keysBut(new Set([english]))).toEqual([welsh])
  })
})
