import { createTreeFingerprints } from './tree-fingerprint.server.ts'

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
  const watch = createTreeFingerprints({ alias: 'site', onChange: (keys) => dropped.push(...keys) })
  return {
    dropped,
    see: (data: unknown, url = '/tree?depth=2') => watch.keysOn('/', { url, data })[0],
    watch,
  }
}

describe('the key of the navigation tree (specification 4, surrogate keys; reference security 4.3)', () => {
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

  it('is dropped after a change when it was not seen before: a cache in front may be older than this process', () => {
    const { watch, dropped } = aWatch()
    const key = watch.revalidate({ url: 'http://a.example/tree', data: tree(node('news')) })
    expect(dropped).toEqual([key])
    expect(watch.keysOn('/', { url: 'http://b.example/tree', data: tree(node('news')) })).toEqual([key])
    expect(dropped).toHaveLength(1)
  })

  it('is another one for another language or depth', () => {
    const { see, dropped, watch } = aWatch()
    const english = see(tree(node('news')))
    const welsh = see(tree(node('newyddion')), '/tree?language=cy')
    expect(welsh).not.toBe(english)
    expect(dropped).toEqual([])
    expect(watch.keysExcept(new Set([String(english)]))).toEqual([welsh])
  })
})

describe('the keys of what hangs below the menu', () => {
  const site = (...deep: readonly object[]) =>
    tree(
      node('a', { children: [node('a/b', { children: deep.map((one) => one) }), node('a/c')] }),
      node('x', { children: [node('x/y', { children: [node('x/y/z')] })] }),
    )
  const on = (watch: ReturnType<typeof aWatch>['watch'], path: string, data: unknown) =>
    watch.keysOn(path, { url: '/tree', data })

  it('are on the page of a branch and on those below it, and on no other', () => {
    const { watch } = aWatch()
    const data = site(node('a/b/one'))
    const [menu, branch, ...none] = on(watch, '/a/b', data)
    expect(none).toEqual([])
    expect(on(watch, '/a/b/one', data).slice(0, 2)).toEqual([menu, branch])
    expect(on(watch, '/A/B/One', data).slice(0, 2)).toEqual([menu, branch])
    for (const path of ['/a/c', '/x/y/z', '/']) {
      expect(on(watch, path, data)).toContain(menu)
      expect(on(watch, path, data)).not.toContain(branch)
    }
  })

  it('are on a page that has nothing below it yet', () => {
    const { watch, dropped } = aWatch()
    const own = on(watch, '/a/b', site())[1]
    watch.revalidate({ url: '/tree', data: site(node('a/b/first')) })
    expect(dropped).toEqual([own])
  })

  it.each([
    ['a page comes', site(node('a/b/one'), node('a/b/two'))],
    ['the last page goes', site()],
    ['a page is renamed', site(node('a/b/one', { displayName: 'Other' }))],
  ])('are dropped when %s there, and the menu stays', (_what, later) => {
    const { watch, dropped } = aWatch()
    const [, branch] = on(watch, '/a/b', site(node('a/b/one')))
    watch.revalidate({ url: '/tree', data: later })
    expect(dropped).toEqual([branch])
  })

  it('are not dropped for a page that is in no menu', () => {
    const { watch, dropped } = aWatch()
    on(watch, '/a/b', site(node('a/b/one')))
    watch.revalidate({
      url: '/tree',
      data: site(node('a/b/one'), node('a/b/news', { includeInMenu: false })),
    })
    expect(dropped).toEqual([])
  })

  it('are those of a breadcrumb, too, that is in no menu', () => {
    const { watch, dropped } = aWatch()
    const hidden = (displayName: string) =>
      tree(node('h', { displayName, includeInMenu: false, children: [node('h/i')] }))
    const [, branch] = on(watch, '/h/i', hidden('Hidden'))
    watch.revalidate({ url: '/tree', data: hidden('Renamed') })
    expect(branch).toBeDefined()
    expect(dropped).toEqual([branch])
  })
})
