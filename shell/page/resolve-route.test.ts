import type { Entry, EntryLimits, Node } from '@tessera/shared/content'
import {
  AppError,
  type ContentClient,
  type ContentTypeMapping,
  type JsonObject,
  type NodeOptionsForCall,
  type StaticRoute,
} from '@tessera/shared/contract'
import { routingTable, matchRoute } from '../releases/routing-table.ts'
import { TYPE_ONLY, resolveRoute, staticPaths } from './resolve-route.ts'
import { languageOfPath } from '../http/paths.ts'
import type { RouteIo, RouteRequest, RouteResult } from './route.ts'

const MEMBERS = { id: 'g1', name: 'Members' }
const MEMBER = { groups: [MEMBERS] }
const view = { view: 'v', hydrate: 'never' } as const

const anEntry = (contentTypeId: string): Entry => ({
  sys: { id: 'e1', contentTypeId, language: 'en-GB', uri: '/page' },
  entryTitle: 'Title',
})
const aNode = (contentTypeId: string, more: Partial<Node> = {}): Node => ({
  id: 'n1',
  path: '/page',
  language: 'en-GB',
  childCount: 0,
  entry: anEntry(contentTypeId),
  ...more,
})

/** What nodeByPath gives, call by call; the last one is repeated. */
type Answer = Node | null | Error
const failing = (status: number | undefined, upstream?: string) =>
  new AppError('content/failed', 'Our text', { status, details: { upstream } })

interface Options {
  readonly types?: readonly (Partial<ContentTypeMapping> & { readonly contentTypeId: string })[]
  readonly routes?: readonly (Partial<StaticRoute> & { readonly path: string })[]
  readonly known?: Readonly<Record<string, string>>
  readonly open?: Answer | readonly Answer[]
  /** Answers to calls with the visitor's own token; without them there is no session. */
  readonly own?: Answer | readonly Answer[]
  readonly visitor?: RouteRequest['visitor']
  readonly path?: string
  readonly isPreviewed?: boolean
  /** Asks for the entry with this id, which is the one of `open`. */
  readonly preview?: RouteRequest['preview']
}

async function resolve(options: Options) {
  const { types = [{ contentTypeId: 'page' }], routes = [], open = null, own, path = '/page' } = options
  const table = routingTable([
    {
      name: 'mfe-content',
      contract: '^1.1.0',
      contentTypes: types.map((type) => ({ ...view, ...type })),
      staticRoutes: routes.map((route) => ({ ...view, ...route })),
    },
  ])
  const calls: [auth: string, path: string, limits: NodeOptionsForCall['entryLimits']][] = []
  const client = (auth: string, answers: readonly Answer[]) => {
    let next = 0
    const nodeByPath = async (asked: string, options: NodeOptionsForCall = {}) => {
      calls.push([auth, asked, options.entryLimits])
      const answer = answers[Math.min(next++, answers.length - 1)] ?? null
      if (answer instanceof Error) throw answer
      return answer
    }
    const none = async () => []
    const entry = async (_id: string, limits: EntryLimits): Promise<Entry | null> =>
      (await nodeByPath('preview', { entryLimits: limits }))?.entry ?? null
    const nodeOfEntry = async () => null
    return {
      nodeByPath,
      entry,
      nodeOfEntry,
      ancestors: none,
      children: none,
      siblings: none,
    } as unknown as ContentClient
  }
  const known = new Map(Object.entries(options.known ?? {}))
  const mapped: [mapper: string | undefined, remote: string][] = []
  const io: RouteIo = {
    client: client('open', [open].flat()),
    memberClient: own === undefined ? null : client('own', [own].flat()),
    table,
    knownTypes: known,
    tree: Promise.resolve(null),
    pathOfEntry: async () => null,
    mapEntry: async ({ entryMapper, remote }): Promise<JsonObject | null> => {
      mapped.push([entryMapper, remote])
      return entryMapper ? { mapper: entryMapper } : null
    },
  }
  const { language, rest } = languageOfPath(path, { supported: ['en-GB', 'cy'], primary: 'en-GB' })
  const result = await resolveRoute(
    {
      path,
      rest,
      language,
      supportedLanguages: ['en-GB', 'cy'],
      visitor: options.visitor ?? null,
      matched: matchRoute(table.staticRoutes, rest),
      preview: options.preview ?? null,
      isPreviewed: options.isPreviewed ?? false,
      facts: {
        path,
        location: { pathname: path, search: '', hash: '' },
        hostname: 'localhost',
        project: 'website',
      },
    },
    io,
  )
  return { result, calls, known, mapped }
}

const factsOf = (result: RouteResult) => ('facts' in result ? result.facts : null)
const authOf = (result: RouteResult) => ('auth' in result ? result.auth : null)
const EVERYTHING = { fields: [], linkDepth: 2, fieldLinkDepths: {} }
const LIMITED = { contentTypeId: 'limited', fields: ['title'], linkDepth: 1 }
const LIMITS = { fields: ['title'], linkDepth: 1, fieldLinkDepths: {} }
const CLOSED = { contentTypeId: 'closed', requireLogin: [MEMBERS], fields: ['title'], linkDepth: 1 }

describe('one call for node and entry (specification 2, Content-type mappings)', () => {
  it('asks for what any type shows while the type is unknown, and for what the type says from then on', async () => {
    const linked = { contentTypeId: 'linked', fields: ['body'], fieldLinkDepths: { body: 2 } }
    const first = await resolve({ types: [LIMITED, linked], open: aNode('limited') })
    const any = { fields: ['title', 'body'], linkDepth: 1, fieldLinkDepths: { body: 2 } }
    expect(first.calls).toEqual([['open', '/page', any]])
    const { calls } = await resolve({
      types: [LIMITED],
      open: aNode('limited'),
      known: { '/page': 'limited' },
    })
    expect(calls).toEqual([['open', '/page', LIMITS]])
  })

  it.each<Options['known']>([{}, { '/page': 'page' }])(
    'costs a type without limits no second call because another type has some, known: %j',
    async (known) => {
      const deep = { contentTypeId: 'deep', fieldLinkDepths: { body: 5 } }
      const types = [{ contentTypeId: 'page' }, LIMITED, deep]
      const { calls } = await resolve({ types, open: aNode('page'), known })
      expect(calls).toEqual([['open', '/page', EVERYTHING]])
    },
  )

  it('asks again for a type that no mapping names but *, which is shown with every field', async () => {
    const other = { contentTypeId: '*', view: 'any', linkDepth: 1 }
    const { calls } = await resolve({ types: [LIMITED, other], open: aNode('other') })
    expect(calls).toEqual([
      ['open', '/page', LIMITS],
      ['open', '/page', { fields: [], linkDepth: 1, fieldLinkDepths: {} }],
    ])
  })

  it('asks for all system members where the page says which version it shows', async () => {
    const types = [{ ...LIMITED, fields: ['title', 'sys.properties'] }]
    const open = aNode('limited')
    const { calls } = await resolve({ types, open, isPreviewed: true })
    expect(calls).toEqual([['open', '/page', LIMITS]])
    const ordinary = await resolve({ types, open })
    expect(ordinary.calls).toEqual([['open', '/page', { ...LIMITS, fields: ['title', 'sys.properties'] }]])
  })

  it('asks again only when the type needs links deeper than what came', async () => {
    const deep = { contentTypeId: 'deep', fieldLinkDepths: { body: 5 } }
    const { calls, result } = await resolve({ types: [deep], open: aNode('deep') })
    expect(result.type).toBe('page')
    expect(calls).toEqual([
      ['open', '/page', EVERYTHING],
      ['open', '/page', { fields: [], linkDepth: 0, fieldLinkDepths: { body: 5 } }],
    ])
  })

  it('asks again when another type has come to the path, and knows it then', async () => {
    const { calls, known } = await resolve({
      types: [{ contentTypeId: 'page' }, LIMITED],
      open: aNode('page'),
      known: { '/page': 'limited' },
    })
    expect(calls).toEqual([
      ['open', '/page', LIMITS],
      ['open', '/page', EVERYTHING],
    ])
    expect(known.get('/page')).toBe('page')
  })

  it('takes a link depth of 0 for a limit', async () => {
    const { calls } = await resolve({
      types: [{ contentTypeId: 'flat', linkDepth: 0 }],
      open: aNode('flat'),
      known: { '/page': 'flat' },
    })
    expect(calls).toEqual([['open', '/page', { fields: [], linkDepth: 0, fieldLinkDepths: {} }]])
  })

  it('takes every type that no mapping names with the mapping for *', async () => {
    const { result } = await resolve({ types: [{ contentTypeId: '*', view: 'any' }], open: aNode('other') })
    expect(result).toMatchObject({ type: 'page', main: { view: 'any' } })
    const types = [
      { contentTypeId: '*', view: 'any' },
      { contentTypeId: 'page', view: 'own' },
    ]
    const named = await resolve({ types, open: aNode('page') })
    expect(named.result).toMatchObject({ type: 'page', main: { view: 'own' } })
  })
})

describe('access is decided before protected data is requested (specification 4 and 6)', () => {
  const types = [CLOSED, { contentTypeId: 'page' }]

  it('asks for the type alone where it is unknown and some type is protected, then for what it needs', async () => {
    const { calls, result } = await resolve({ types, open: aNode('page') })
    expect(calls).toEqual([
      ['open', '/page', TYPE_ONLY],
      ['open', '/page', EVERYTHING],
    ])
    expect(authOf(result)).toBe('public')
  })

  it.each<Options['known']>([{}, { '/page': 'closed' }])(
    'never requests its fields for an anonymous visitor, known: %j',
    async (known) => {
      const { calls, result } = await resolve({ types, open: aNode('closed'), known })
      expect(result).toEqual({ type: 'sign-in' })
      expect(calls).toEqual([['open', '/page', TYPE_ONLY]])
      expect(TYPE_ONLY.fields).toEqual(['sys.id', 'sys.contentTypeId'])
    },
  )

  it('never asks for its fields for a visitor of other groups', async () => {
    const visitor = { groups: [{ id: 'g2', name: 'Others' }] }
    const { calls, result } = await resolve({ types, open: aNode('closed'), own: aNode('closed'), visitor })
    expect(result).toEqual({ type: 'access-denied' })
    expect(calls).toEqual([['open', '/page', TYPE_ONLY]])
  })

  it('asks in the own name of a visitor whose group matches, and names the groups', async () => {
    const options = { types, open: aNode('closed'), own: aNode('closed'), visitor: MEMBER }
    const unknown = await resolve(options)
    expect(unknown.calls).toEqual([
      ['open', '/page', TYPE_ONLY],
      ['own', '/page', LIMITS],
    ])
    const { calls, result } = await resolve({ ...options, known: { '/page': 'closed' } })
    expect(calls).toEqual([['own', '/page', LIMITS]])
    expect([result.type, authOf(result), factsOf(result)?.allowedGroups]).toEqual(['page', 'member', ['g1']])
  })

  it('shows the preview of a protected entry only to users with the right groups', async () => {
    const preview = { entryId: 'e1', language: 'en-GB' }
    const seen = { types: [CLOSED], open: aNode('closed'), preview, isPreviewed: true }
    expect((await resolve(seen)).result).toEqual({ type: 'sign-in' })
    const others = await resolve({ ...seen, visitor: { groups: [] }, own: aNode('closed') })
    expect(others.result).toEqual({ type: 'access-denied' })
    const member = await resolve({ ...seen, visitor: MEMBER, own: aNode('closed') })
    expect(member.result.type).toBe('page')
  })

  it('requests all system fields of a preview, also when its type needs more links than were loaded', async () => {
    const type = { contentTypeId: 'page', fields: ['title', 'sys.allUris'], fieldLinkDepths: { related: 3 } }
    const preview = { entryId: 'e1', language: 'en-GB' }
    const { calls } = await resolve({ types: [type], open: aNode('page'), preview, isPreviewed: true })
    expect(calls.map(([, , limits]) => limits?.fields)).toEqual([[], ['title']])
  })

  it('does not show what has become protected under a path that was open', async () => {
    const { result } = await resolve({ types, open: aNode('closed'), known: { '/page': 'page' } })
    expect(result).toEqual({ type: 'sign-in' })
  })
})

describe('what the platform gives to some visitors only (specification 4, Access and routing)', () => {
  it.each([
    [401, 'sign-in'],
    [403, 'access-denied'],
  ])('is with %i a way to %s without a session', async (status, type) => {
    expect((await resolve({ open: failing(status) })).result).toEqual({ type })
  })

  it.each([401, 403])(
    'is asked for again after %i in the own name of a visitor with a session',
    async (status) => {
      const { result, calls } = await resolve({ open: failing(status), own: aNode('page'), visitor: MEMBER })
      expect([result.type, authOf(result)]).toEqual(['page', 'member'])
      expect(calls.map(([auth]) => auth)).toEqual(['open', 'own'])
    },
  )

  it.each([
    [403, 'access-denied'],
    [401, 'sign-in'],
  ])('is with %i in their own name a way to %s, and no third try', async (status, type) => {
    const { result, calls } = await resolve({ open: failing(401), own: failing(status), visitor: MEMBER })
    expect(result).toEqual({ type })
    expect(calls).toHaveLength(2)
  })
})

describe('other outcomes (specification 4, Access and routing)', () => {
  it.each<[string, Answer]>([
    ['no node', null],
    ['a node without an entry', aNode('page', { entry: undefined })],
    ['an entry of a type that nobody shows', aNode('other')],
  ])('%s is not found', async (_what, open) => {
    const { result } = await resolve({ open })
    expect(result.type).toBe('not-found')
    expect(factsOf(result)).toMatchObject({ notFound: true })
    expect(factsOf(result)?.entry).toBeUndefined()
  })

  it('any other error is an error with its status, and 500 where it has none', async () => {
    const failed = await resolve({ open: failing(504) })
    expect(failed.result).toMatchObject({ type: 'error', facts: { error: { status: 504 } } })
    const unknown = await resolve({ open: new Error('x') })
    expect(unknown.result).toMatchObject({ type: 'error', error: { code: 'app/unexpected' } })
  })
})

describe('static routes (specification 2, Routes)', () => {
  it('without a node cost no call', async () => {
    const { result, calls } = await resolve({ routes: [{ path: '/page' }] })
    expect(result).toMatchObject({ type: 'page', facts: { staticRoute: { path: '/page', params: {} } } })
    expect(calls).toEqual([])
    const named = await resolve({ routes: [{ path: '/list/:id' }], path: '/list/7' })
    expect(factsOf(named.result)?.staticRoute).toEqual({ path: '/list/:id', params: { id: '7' } })
  })

  it('that need a sign-in ask for nothing before they have one', async () => {
    const routes = [{ path: '/page', requireLogin: true, fetchNode: {} }]
    const { result, calls } = await resolve({ routes, open: aNode('page') })
    expect(result).toEqual({ type: 'sign-in' })
    expect(calls).toEqual([])
  })

  it('that need a sign-in ask in the own name of the visitor, and are private without a node too', async () => {
    const routes = [{ path: '/page', requireLogin: [MEMBERS], fetchNode: {} }]
    const options = { open: aNode('page'), own: aNode('page'), visitor: MEMBER }
    const { result, calls } = await resolve({ ...options, routes })
    expect(calls.map(([auth]) => auth)).toEqual(['own'])
    expect([authOf(result), factsOf(result)?.allowedGroups]).toEqual(['member', ['g1']])
    const plain = await resolve({ ...options, routes: [{ path: '/page', requireLogin: true }] })
    expect([plain.result.type, authOf(plain.result), plain.calls]).toEqual(['page', 'member', []])
  })

  it.each([
    ['/list/news/7', '/list/7'],
    ['/cy/list/news/7', '/cy/list/7'],
  ])(
    'ask for the node of %s with their own limits, which stand before those of the type',
    async (path, node) => {
      const fetchNode = { params: ['id'], fields: ['own'], fieldLinkDepths: { image: 3 } }
      const { calls } = await resolve({
        types: [LIMITED],
        routes: [{ path: '/list/:facet/:id', fetchNode }],
        path,
        open: aNode('limited'),
      })
      expect(calls).toEqual([
        ['open', node, { fields: ['own'], linkDepth: 0, fieldLinkDepths: { image: 3 } }],
      ])
    },
  )

  it('take the limits, the mapper and the relatives of the type where they name none', async () => {
    const types = [{ ...LIMITED, entryMapper: 'types' }]
    const routes = [{ path: '/page', fetchNode: {} }]
    const options = { types, open: aNode('limited'), known: { '/page': 'limited' } }
    const { calls, mapped } = await resolve({ ...options, routes })
    expect(calls).toEqual([['open', '/page', LIMITS]])
    expect(mapped).toEqual([['types', 'mfe-content']])
    const own = await resolve({ ...options, routes: [{ path: '/page', fetchNode: { entryMapper: 'own' } }] })
    expect(own.mapped).toEqual([['own', 'mfe-content']])
  })

  it('are shown without an entry where there is no node', async () => {
    const { result } = await resolve({ routes: [{ path: '/page', fetchNode: {} }], open: null })
    expect(result.type).toBe('page')
    expect(factsOf(result)?.entry).toBeUndefined()
  })

  it('do not show an entry of a protected type to an anonymous visitor', async () => {
    const routes = [{ path: '/page', fetchNode: {} }]
    const { result, calls } = await resolve({ types: [CLOSED], routes, open: aNode('closed') })
    expect(result).toEqual({ type: 'sign-in' })
    expect(calls).toEqual([['open', '/page', TYPE_ONLY]])
  })

  it('say which of the state keys of their remote the page has', async () => {
    const { result } = await resolve({ routes: [{ path: '/page', injectRedux: ['search'] }] })
    expect(result).toMatchObject({ main: { injectRedux: ['search'] } })
  })
})

describe('the addresses of a static route', () => {
  const languages = { primary: 'en-GB', supported: ['en-GB', 'cy'] }
  const pathsOf = (path: string, rest: string, own?: string) => {
    const view = { view: 'page', hydrate: 'never', remote: 'mfe-content' } as const
    return staticPaths(matchRoute([{ ...view, path, ...(own && { language: own }) }], rest)!, 'cy', languages)
  }

  it.each([
    ['/s/:x?', '/s/100%', '/s/100%25'],
    ['/s/:x?', '/s/a?b', '/s/a%3Fb'],
    ['/s/:x?', '/s', '/s'],
    ['/s/:x/*', '/s/a#/b/c?', '/s/a%23/b/c%3F'],
    ['/search/:facet?', '/Search/News', '/search/News'],
  ])('of %s at %s are encoded, in the case of its pattern: %s', (pattern, rest, expected) => {
    expect(pathsOf(pattern, rest)).toEqual({
      canonicalPath: `/cy${expected}`,
      alternates: [
        { language: 'en-GB', path: expected },
        { language: 'cy', path: `/cy${expected}` },
      ],
    })
  })

  it('are one where the route has a language of its own', () => {
    expect(pathsOf('/amdanom', '/Amdanom', 'cy')).toEqual({ canonicalPath: '/cy/amdanom' })
  })
})
