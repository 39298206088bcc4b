import { decideAccess, inheritedGroups } from './access.ts'
import type { Project, SeedNode } from './content.ts'
import { findNode } from './find-node.ts'
import { limitAt, limitSys, readFieldLimit, wantsField } from './limit-fields.ts'
import { isAllowed } from './link-depths.ts'
import { ancestorsOf, buildTree, childrenOf, languageOf, pathOf } from './node-tree.ts'
import { transformationsToQuery } from './wire-entry.ts'

describe('field limits (protocol 1.10)', () => {
  test('an empty list or a star means all fields; names mean only those; names with a minus mean all others', () => {
    expect(wantsField(readFieldLimit([]), 'title')).toBe(true)
    expect(wantsField(readFieldLimit(['*']), 'entryTitle')).toBe(true)
    expect([
      wantsField(readFieldLimit(['title']), 'title'),
      wantsField(readFieldLimit(['title']), 'body'),
      wantsField(readFieldLimit(['title']), 'entryTitle'),
    ]).toEqual([true, false, false])
    expect([
      wantsField(readFieldLimit(['-body']), 'title'),
      wantsField(readFieldLimit(['-body']), 'body'),
    ]).toEqual([true, false])
  })

  const sys = {
    id: 'x',
    language: 'en',
    dataFormat: 'entry',
    contentTypeId: 'page',
    uri: null,
    versionStatus: 'published',
    owner: 'a',
    version: { versionNo: '1.0', created: 'c' },
  }

  test('sys is whole unless members are named, and then keeps the minimum', () => {
    expect(limitSys(sys, readFieldLimit(['title']), [])).toEqual(sys)
    expect(limitSys(sys, readFieldLimit(['sys.version.versionNo']), [])).toMatchObject({
      id: 'x',
      language: 'en',
      version: { versionNo: '1.0' },
    })
    expect(Object.keys(limitSys(sys, readFieldLimit(['-sys']), [])).sort()).toEqual([
      'contentTypeId',
      'dataFormat',
      'id',
      'language',
      'uri',
      'versionStatus',
    ])
  })

  test('sys by its name is all of sys, and as the only name no other field is delivered', () => {
    expect(limitSys(sys, readFieldLimit(['sys']), [])).toEqual(sys)
    expect(wantsField(readFieldLimit(['sys']), 'title')).toBe(false)
    expect(limitSys(sys, readFieldLimit(['title', 'sys', 'sys.owner']), [])).toEqual(sys)
  })

  test('an exception below sys or a link leaves out only that member', () => {
    const { owner: _owner, ...rest } = sys
    expect(limitSys(sys, readFieldLimit(['-sys.owner']), [])).toStrictEqual(rest)
    const limit = readFieldLimit(['-author.name'])
    expect([wantsField(limit, 'author'), wantsField(limit, 'name')]).toEqual([true, true])
    const author = limitAt(limit, ['author'])
    expect([wantsField(author, 'name'), wantsField(author, 'title')]).toEqual([false, true])
  })

  test('a project never loses the members that clients need', () => {
    const { owner: _owner, version: _version, ...rest } = sys
    expect(limitSys(sys, readFieldLimit([]), ['sys.owner', 'sys.version.*', 'sys.id'])).toStrictEqual(rest)
  })
})

describe('link depths (protocol 1.9)', () => {
  const depths = (depth: number, fields: Record<string, number> = {}) => ({
    depth,
    fields: new Map(Object.entries(fields)),
  })

  test('the general depth counts followed links', () => {
    expect(isAllowed(['grower'], [], depths(0))).toBe(false)
    expect(isAllowed(['grower'], [], depths(1))).toBe(true)
    expect(isAllowed(['grower', 'employer'], [1], depths(1))).toBe(false)
  })

  test('the longest field path decides instead, in both directions', () => {
    expect(isAllowed(['grower', 'employer'], [1], depths(0, { grower: 2 }))).toBe(true)
    expect(isAllowed(['grower'], [], depths(5, { grower: 0 }))).toBe(false)
    expect(
      isAllowed(
        ['story', 'careBlock', 'expert', 'employer'],
        [3],
        depths(0, { story: 2, 'story.careBlock.expert': 1 }),
      ),
    ).toBe(false)
  })
})

describe('the node tree (protocol 1.8, 1.17)', () => {
  const project: Project = { id: 'p', name: 'P', primaryLanguage: 'en', supportedLanguages: ['en', 'cy'] }
  const node = (id: string, parentId: string | null, slug: Record<string, string>): SeedNode => ({
    id,
    parentId,
    projectId: 'p',
    slug,
    displayName: slug,
  })
  const tree = buildTree(project, [
    node('root', null, { en: '' }),
    node('a', 'root', { en: 'News', cy: 'newyddion' }),
    node('b', 'a', { en: 'today' }),
  ])

  test('children come as their parent orders them, those that it does not name after them, oldest first', () => {
    const child = (id: string, created: string) => ({ ...node(id, 'top', { en: id }), created })
    const family = buildTree(project, [
      { ...node('top', null, { en: '' }), childOrder: ['d', 'b'] },
      child('a', '2026-02-01'),
      child('b', '2026-03-01'),
      child('c', '2026-01-01'),
      child('d', '2026-04-01'),
    ])
    expect(childrenOf(family, family.root!, 'en').map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a'])
  })

  test('paths ignore case, may name the language, and need a slug in it', () => {
    expect(findNode(tree, '/news/TODAY', 'en', false)?.node.id).toBe('b')
    expect(findNode(tree, 'CY/newyddion/', 'en', false)).toMatchObject({ language: 'cy' })
    expect(findNode(tree, 'newyddion', 'cy', false)).toMatchObject({ language: 'cy' })
    expect(findNode(tree, 'cy/newyddion/today', 'en', false)).toBeNull()
    expect(pathOf(tree, tree.byId.get('a')!, 'cy')).toBe('/cy/newyddion')
    expect(pathOf(tree, tree.root!, 'cy')).toBe('/cy')
  })

  test('a node is delivered in the requested language, else the primary one, else another language that it exists in', () => {
    const b = tree.byId.get('b')!
    expect([languageOf(tree, tree.byId.get('a')!, 'cy'), languageOf(tree, b, 'cy')]).toEqual(['cy', 'en'])
    const welsh = buildTree(project, [node('root', null, { en: '' }), node('c', 'root', { cy: 'c' })])
    expect(languageOf(welsh, welsh.byId.get('c')!, 'en')).toBe('cy')
  })

  test('a partial match gives the nearest ancestor but never the root', () => {
    expect(findNode(tree, 'news/nothing/here', 'en', true)?.node.id).toBe('a')
    expect(findNode(tree, 'nothing/here', 'en', true)).toBeNull()
  })

  test('a cycle in the data does not cause an endless loop', () => {
    const knot = buildTree(project, [node('x', 'y', { en: 'x' }), node('y', 'x', { en: 'y' })])
    expect(ancestorsOf(knot, knot.byId.get('x')!).map(({ id }) => id)).toEqual(['y'])
  })
})

describe('access (protocol 1.21)', () => {
  const groups = [
    { id: 'parent', name: 'P', childGroupIds: ['child'] },
    { id: 'child', name: 'C' },
  ]

  test('members of a child group belong to its parent', () => {
    expect([...inheritedGroups(groups, ['child'])].sort()).toEqual(['child', 'parent'])
  })

  test.each([
    [null, null, 'allowed'],
    [{ requireLogin: true, groups: [] }, null, 'sign-in'],
    [{ requireLogin: true, groups: [] }, [], 'allowed'],
    [{ requireLogin: false, groups: ['parent'] }, null, 'sign-in'],
    [{ requireLogin: true, groups: ['parent'] }, ['other'], 'forbidden'],
    [{ requireLogin: true, groups: ['parent'] }, ['parent'], 'allowed'],
  ])('%j for %j: %s', (access, visitor, decision) => {
    expect(decideAccess(access, visitor)).toBe(decision)
  })
})

test('transformations of an image become a query string (protocol 1.22, row 12)', () => {
  expect(transformationsToQuery({ size: { width: 400, height: 280 } })).toBe('w=400&h=280')
  expect(transformationsToQuery('w=4')).toBe('w=4')
  expect(transformationsToQuery(null)).toBeNull()
})
