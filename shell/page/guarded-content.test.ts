import type { SearchQuery } from '@tessera/shared/contract'
import { aNode, anEntry, createMemoryClient } from '@tessera/shared/testing'
import { routingTable } from '../releases/routing-table.ts'
import { guardedClient, guardedTypes, isGuardedEntry, withoutGuarded } from './access.ts'

const types = (...mappings: readonly (readonly [id: string, isProtected: boolean])[]) =>
  guardedTypes(
    routingTable([
      {
        name: 'mfe-content',
        contract: '^1.1.0',
        contentTypes: mappings.map(([contentTypeId, requireLogin]) => ({
          contentTypeId,
          view: 'page',
          hydrate: 'never',
          ...(requireLogin ? { requireLogin } : {}),
        })),
      },
    ]),
  )

describe('content types for some visitors only (specification 2, requireLogin of a mapping)', () => {
  it('are those that a mapping says so of, however their names are written', () => {
    const { some, isGuarded, condition } = types(['minutes', true], ['news', false], ['*', false])
    expect(some).toBe(true)
    expect(['minutes', 'MINUTES', 'news', 'event'].map(isGuarded)).toEqual([true, true, false, false])
    expect(condition).toEqual({ not: { field: 'sys.contentTypeId', in: ['minutes'] } })
  })

  it('are all but the named ones where the rest is for some visitors only', () => {
    const { isGuarded, condition } = types(['minutes', true], ['news', false], ['*', true])
    expect(['minutes', 'news', 'event'].map(isGuarded)).toEqual([true, false, true])
    expect(condition).toEqual({ field: 'sys.contentTypeId', in: ['news'] })
    // Files and images have no access rule of their own under `*`.
    expect([isGuarded('image', 'asset'), isGuarded('minutes', 'asset')]).toEqual([false, true])
  })

  it('depend on who asks, by the same rule as pages', () => {
    const page = { view: 'page', hydrate: 'never' } as const
    const contentTypes = [{ ...page, contentTypeId: 'minutes', requireLogin: [{ name: 'Members' }] }]
    const table = routingTable([{ name: 'mfe-content', contract: '^1.1.0', contentTypes }])
    expect(guardedTypes(table).some).toBe(true)
    expect(guardedTypes(table, { groups: [{ name: 'Others' }] }).isGuarded('minutes')).toBe(true)
    expect(guardedTypes(table, { groups: [{ name: 'Members' }] }).some).toBe(false)
  })

  it('are none where no mapping requires a login', () => {
    expect(types(['news', false]).some).toBe(false)
  })
})

describe('an answer without them', () => {
  const rule = types(['minutes', true])
  const sys = (contentTypeId: string) => ({ id: '1', contentTypeId, language: 'en-GB', slug: 'secret-slug' })

  it('keeps of such an entry what it is, wherever it stands, and everything else as it was', () => {
    const open = {
      sys: sys('news'),
      title: 'Open',
      tags: ['a', null, 1],
      image: { asset: { sys: sys('image') } },
    }
    const hidden = { sys: sys('minutes'), title: 'Hidden' }
    const answer = { items: [open, hidden], node: { entry: hidden }, deep: [{ ...open, related: [hidden] }] }
    const stub = { sys: { id: '1', contentTypeId: 'minutes', language: 'en-GB' } }
    expect(withoutGuarded(answer, rule)).toEqual({
      items: [open, stub],
      node: { entry: stub },
      deep: [{ ...open, related: [stub] }],
    })
  })

  it('is the same object where it holds none, and so are its parts that hold none', () => {
    const open = { sys: sys('news'), title: 'Open', related: [{ sys: sys('news') }] }
    const tree = { path: '/', children: [{ path: '/a', entry: open }] }
    expect(withoutGuarded(tree, rule)).toBe(tree)
    const mixed = { items: [open, { sys: sys('minutes') }] }
    const { items } = withoutGuarded(mixed, rule) as typeof mixed
    expect(items).not.toBe(mixed.items)
    expect(items[0]).toBe(open)
  })

  it('shows nothing of an entry that does not say of what type it is', () => {
    expect(withoutGuarded({ sys: { id: '1', slug: 's' }, title: 'Hidden' }, rule)).toEqual({
      sys: { id: '1' },
    })
    expect(isGuardedEntry({ sys: { id: '1' } }, rule)).toBe(true)
    expect(isGuardedEntry({ sys: sys('news') }, rule)).toBe(false)
    expect(isGuardedEntry({ items: [] }, rule)).toBe(false)
  })
})

describe('a client that gives nothing of them', () => {
  const entry = (id: string, contentTypeId: string, fields = {}) =>
    anEntry(fields, { id, contentTypeId, language: 'en-GB' })
  const minutes = entry('m', 'minutes', { text: 'Hidden' })
  const news = entry('n', 'news', { text: 'Open', related: { sys: { id: 'm' } } })
  const below = aNode({ id: 'n2', parentId: 'n1', path: '/m/below' })
  const root = aNode({ id: 'n1', path: '/', entry: minutes, children: [below] })
  const memory = createMemoryClient({ root, entries: [news] })
  const queries: unknown[] = []
  const spied = { ...memory, search: (query: SearchQuery) => (queries.push(query), memory.search(query)) }
  const client = guardedClient(spied, types(['minutes', true]), 'en-GB')

  it('in a node by its id or above another, nor behind a link', async () => {
    const entryLimits = {}
    for (const node of [
      await client.nodeById('n1', { entryLimits }),
      await client.parent('n2', { entryLimits }),
    ])
      expect(node?.entry).toEqual({ sys: expect.not.objectContaining({ slug: expect.anything() }) })
    const text = JSON.stringify([
      await client.nodeById('n1', { entryLimits }),
      await client.resolveLinks([news]),
      await client.entries(),
    ])
    expect(text).toContain('Open')
    expect(text).not.toContain('Hidden')
  })

  it('in a list, whose count leaves them out', async () => {
    expect(await client.entries({ contentTypeId: 'minutes' })).toMatchObject({ totalCount: 0 })
    expect(await client.entries({ contentTypeId: 'news', orderBy: ['sys.id'] })).toMatchObject({
      totalCount: 1,
    })
    expect(queries.at(-1)).toEqual({
      orderBy: ['sys.id'],
      pageSize: 25,
      where: [
        { field: 'sys.contentTypeId', equalTo: 'news' },
        { field: 'sys.language', equalTo: 'en-GB' },
        types(['minutes', true]).condition,
      ],
    })
  })
})
