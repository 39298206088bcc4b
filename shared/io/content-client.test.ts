import { readSiteConfig } from '../config/index.ts'
import type { ApiCall } from '../contract/index.ts'
import { until } from '../testing/index.ts'
import {
  createContentClient,
  createPlatformClient,
  type ContentRequest,
  type PlatformClient,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from './index.ts'

const NODE = { id: 'n1', path: '/bins' }
const LIST = { items: [{ sys: { id: 'e1' } }], totalCount: 1, pageCount: 1, pageIndex: 0, pageSize: 20 }
const config = readSiteConfig({
  projects: [{ id: 'website', publicUrl: 'http://localhost' }],
  platform: { apiUrl: 'https://api.example', cmsUrl: 'https://cms.example' },
  accessToken: 'published-token',
  siteName: { 'en-GB': 'Larkmoor' },
})

/** A transport that answers from memory and records its requests. */
function aTransport(data: unknown, answer: Partial<WireAnswer> = {}) {
  const sent: WireRequest[] = []
  const transport: Transport = {
    async send(request) {
      sent.push(request)
      const body = Buffer.from(JSON.stringify(data))
      return { status: 200, body, keys: ['k1', 'k2'], retryAfter: null, ...answer }
    },
    close: async () => {},
  }
  return { sent, transport }
}

const open = (
  data: unknown,
  request: ContentRequest = {},
  platformClient?: PlatformClient,
  answer?: Partial<WireAnswer>,
) => {
  const { sent, transport } = aTransport(data, answer)
  const used = platformClient ?? createPlatformClient({ transport, limits: { freshMs: 0 } })
  const client = createContentClient({ config, platformClient: used, request })
  const path = () => {
    const url = new URL(sent.at(-1)!.url)
    return decodeURIComponent(url.pathname + url.search).replace('/api/delivery/projects/website', '')
  }
  return { client, sent, path }
}

describe('addresses of the content client (specification 7, Content delivery client)', () => {
  it('asks for a node with the id of its entry alone unless limits are given', async () => {
    const { client, path } = open(NODE)
    await client.nodeByPath('/bins')
    expect(path()).toBe('/nodes/bins?language=en-GB')
    await client.nodeByPath('/bins', { entryLimits: {} })
    expect(path()).toBe('/nodes/bins?entryFields=*&language=en-GB')
    await client.nodeByPath('/bins', {
      depth: 1,
      language: 'cy',
      versionStatus: 'latest',
      entryLimits: { fields: ['title', 'body'], linkDepth: 2, fieldLinkDepths: { 'body.card': 1 } },
    })
    expect(path()).toBe(
      '/nodes/bins?depth=1&entryFieldLinkDepths={"body.card":1}&entryFields=title,body&entryLinkDepth=2&language=cy&versionStatus=latest',
    )
  })

  it('asks for tree and family', async () => {
    const root = open({ ...NODE, children: [NODE] })
    await root.client.rootNode({ depth: 2 })
    expect(root.path()).toBe('/nodes/root?depth=2&language=en-GB')
    expect(await root.client.children('n1', { depth: 2 })).toEqual([NODE])
    expect(root.path()).toBe('/nodes/n1?depth=2&language=en-GB')
    const { client, path } = open([NODE])
    for (const call of ['ancestors', 'children', 'siblings'] as const) {
      expect(await client[call]('n1', { depth: 1 })).toEqual([NODE])
      expect(path()).toBe(`/nodes/n1/${call}?language=en-GB`)
    }
  })

  it('asks for an entry, the node of an entry and a taxonomy node', async () => {
    const entry = open({ sys: { id: 'e1' } })
    await entry.client.entry('e1', { fields: ['title'], linkDepth: 2 })
    expect(entry.path()).toBe('/entries/e1?fields=title&language=en-GB&linkDepth=2')
    const node = open(NODE)
    await node.client.nodeOfEntry('e1')
    expect(node.path()).toBe('/nodes/?canonicalOnly=true&entryId=e1&language=en-GB')
    const taxonomy = open({ key: '0/1', name: 'Topics' })
    await taxonomy.client.taxonomyNode('0/1')
    expect(taxonomy.path()).toBe('/taxonomy/nodes/0/1?childDepth=2&language=en-GB&order=defined')
  })

  it('asks the content system for a form map, without the access token', async () => {
    const { client, sent } = open({ form: { pagecount: 1 } })
    expect(await client.formMap('100&1')).toEqual({ form: { pagecount: 1 } })
    const url = new URL(sent[0]!.url)
    expect(url.origin + url.pathname).toBe('https://cms.example/REST/Contensis/content/GetFormSettings')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      contentId: '100&1',
      context: '{"SecurityToken":""}',
    })
    expect(JSON.stringify(sent[0]!.headers)).not.toContain('published-token')
  })

  it('asks for a form map where the configuration says, on the host of the content system', async () => {
    const forms = { ...config.forms, mapPath: '/forms/map' }
    const { sent, transport } = aTransport({ form: {} })
    const platformClient = createPlatformClient({ transport, limits: { freshMs: 0 } })
    await createContentClient({ config: { ...config, forms }, platformClient, request: {} }).formMap('1001')
    expect(sent[0]!.url).toMatch(/^https:\/\/cms\.example\/forms\/map\?contentId=1001&/)
  })

  it('waits for a form until the given deadline, where no page waits for it', async () => {
    const transport: Transport = {
      send: ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
      close: async () => {},
    }
    const platformClient = createPlatformClient({ transport, limits: { callDeadlineMs: 60_000 } })
    const { client } = open({}, {}, platformClient)
    for (const late of [
      client.formMap('1', { deadlineMs: 50 }),
      client.formContentType('a', { deadlineMs: 50 }),
    ])
      await expect(late).rejects.toMatchObject({ code: 'content/timeout' })
  })

  it('asks for known nodes with the headers of each visitor, and with the token of each version and site', async () => {
    const headersOf = async (request: ContentRequest, token = 'published-token') => {
      const { sent, transport } = aTransport(NODE)
      const client = createContentClient({
        config: {
          ...config,
          secrets: { ...config.secrets, accessToken: token, previewAccessToken: `${token}-for-drafts` },
        },
        platformClient: createPlatformClient({ transport }),
        request,
      })
      await client.nodeByPath('/bins')
      const { accessToken, traceparent, authorization } = sent[0]!.headers
      return { accessToken, traceparent, authorization, isDraft: sent[0]!.url.includes('latest') }
    }
    const { client, sent } = open(NODE, { traceparent: '00-1' })
    await client.nodeByPath('/bins')
    await client.rootNode()
    const again = open(NODE, { traceparent: '00-2', bearerToken: 'own' })
    await again.client.nodeByPath('/bins')
    await again.client.rootNode()
    expect(again.sent.map(({ url }) => url)).toEqual(sent.map(({ url }) => url))
    expect(again.sent[0]!.headers).toMatchObject({ traceparent: '00-2', authorization: 'Bearer own' })
    expect(sent[0]!.headers).toMatchObject({ traceparent: '00-1' })
    expect(sent[0]!.headers).not.toHaveProperty('authorization')
    expect(await headersOf({ versionStatus: 'latest' })).toMatchObject({
      accessToken: 'published-token-for-drafts',
      isDraft: true,
    })
    expect(await headersOf({}, 'other')).toMatchObject({ accessToken: 'other', isDraft: false })
    const drafts = open(NODE, { versionStatus: 'latest', traceparent: '00-3' })
    await drafts.client.nodeByPath('/bins')
    expect(drafts.path()).toBe('/nodes/bins?language=en-GB&versionStatus=latest')
  })

  it('asks for a form of the Forms API in its language, a draft by its version status, without the access token', async () => {
    const { client, sent } = open({ fields: [] })
    expect(await client.formContentType('ask us', { language: 'cy' })).toEqual({ fields: [] })
    await client.formContentType('ask', { versionStatus: 'latest' })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://cms.example/api/forms/projects/website/contentTypes/ask%20us/languages/cy',
      'https://cms.example/api/forms/projects/website/contentTypes/ask/languages/default?versionStatus=latest',
    ])
    expect(JSON.stringify(sent[0]!.headers)).not.toContain('published-token')
    await expect(client.formContentType('')).rejects.toMatchObject({ code: 'content/invalid-call' })
  })

  it('searches with the version status of the request, unless the query has its own', async () => {
    const { client, sent } = open(LIST, { versionStatus: 'latest' })
    const where = () => JSON.parse(new URL(sent.at(-1)!.url).searchParams.get('where')!)
    for (const title of ['"sys.versionStatus"', 'sys.versionStatus']) {
      await client.search({ where: [{ field: 'title', contains: title }] })
      expect(where()[1]).toEqual({ field: 'sys.versionStatus', equalTo: 'latest' })
    }
    const own = { not: [{ field: 'sys.versionStatus', equalTo: 'published' }] }
    await client.search({ where: [own] })
    expect(where()).toEqual([own])
  })

  it('asks another project where a search or a taxonomy names one, and its own again afterwards', async () => {
    const { client, sent } = open(LIST)
    const where = [{ field: 'title', exists: true }]
    await client.search({ where, projectId: 'intranet' })
    await client.search({ where })
    await client.taxonomyNodeByPath('Root/Topics', { projectId: 'intranet' }).catch(() => null)
    const asked = sent.map(({ url }) => /projects\/([^/]+)\//.exec(url)?.[1])
    expect(asked).toEqual(['intranet', 'website', 'intranet'])
    for (const projectId of ['a/../b', '..', ''])
      await expect(client.search({ where, projectId })).rejects.toMatchObject({
        code: 'content/invalid-call',
      })
    expect(sent).toHaveLength(3)
  })

  it('hands conditions, order, paging and depth on as they are, numbers and date-like texts included', async () => {
    const { client, sent } = open(LIST)
    const where = [{ field: 'price', between: ['10', '20'] }]
    await client.search({
      where,
      orderBy: ['-date', 'title'],
      pageIndex: 2,
      pageSize: 10,
      linkDepth: 1,
      fields: ['title'],
    })
    const query = Object.fromEntries(new URL(sent[0]!.url).searchParams)
    expect(JSON.parse(query['where']!)[0]).toEqual(where[0])
    expect(query).toMatchObject({
      orderBy: '["-date","title"]',
      pageIndex: '2',
      pageSize: '10',
      linkDepth: '1',
      fields: 'title',
    })
  })

  it('asks for the first page of twenty unless the query says otherwise', async () => {
    const { client, sent } = open(LIST)
    await client.search({ where: [] })
    const query = Object.fromEntries(new URL(sent[0]!.url).searchParams)
    expect(query).toMatchObject({ pageIndex: '0', pageSize: '20' })
  })

  it('sends a search as POST when its address would be longer than 8,000 characters', async () => {
    const { client, sent } = open(LIST)
    await client.search({
      where: [{ field: 'sys.id', in: Array.from({ length: 400 }, (_, n) => `entry-${n}-0123456789`) }],
    })
    expect(sent[0]).toMatchObject({ method: 'POST' })
    expect(JSON.parse(sent[0]!.body!).where[0].in).toHaveLength(400)
    await client.search({ where: [{ field: 'sys.id', in: ['entry-1'] }] })
    expect(sent[1]).toMatchObject({ method: 'GET' })
    expect(sent[1]!.body).toBeUndefined()
  })

  it.each([['/a/../b'], ['/..'], ['/a/./b'], ['/a//b'], ['/a\0b']])(
    'finds nothing at %p, and asks nobody',
    async (path) => {
      const { client, sent } = open(NODE)
      expect(await client.nodeByPath(path)).toBeNull()
      expect(sent).toHaveLength(0)
    },
  )

  it('keeps every character of a path inside the path', async () => {
    const { client, sent } = open(NODE)
    await client.nodeByPath("/a?b#c/$&$'/%2e%2e/caffi é")
    expect(sent[0]!.url.split('?')[0]).toBe(
      "https://api.example/api/delivery/projects/website/nodes/a%3Fb%23c/%24%26%24'/%252e%252e/caffi%20%C3%A9",
    )
  })
})

describe('what goes with every call (specification 7, Server-side requests)', () => {
  it('sends the surrogate key header, the trace, the page and the token, and cookies only if given', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const { client, sent } = open(NODE, { traceparent, referer: 'https://www.example/bins' })
    await client.nodeByPath('/bins')
    expect(sent[0]!.headers).toMatchObject({
      'x-require-surrogate-key': 'true',
      'x-crb-ssr': 'true',
      referer: 'https://www.example/bins',
      accessToken: 'published-token',
      traceparent,
    })
    expect(sent[0]!.headers).not.toHaveProperty('cookie')
    const member = open(NODE, { cookies: 'RefreshToken=abc' })
    await member.client.nodeByPath('/bins')
    expect(member.sent[0]!.headers).toMatchObject({ cookie: 'RefreshToken=abc' })
    const bearer = open(NODE, { bearerToken: 'sample-bearer' })
    await bearer.client.nodeByPath('/bins')
    expect(bearer.sent[0]!.headers).toMatchObject({ authorization: 'Bearer sample-bearer' })
    expect(sent[0]!.headers).not.toHaveProperty('authorization')
  })

  it('tells of each call, without the access token, and of surrogate keys on status 200 only', async () => {
    const calls: ApiCall[] = []
    const keys: string[] = []
    const request = {
      onCall: (call: ApiCall) => calls.push(call),
      onKeys: (found: readonly string[]) => keys.push(...found),
    }
    await open(NODE, request).client.nodeByPath('/bins')
    await open({}, request, undefined, { status: 404 }).client.nodeByPath('/bins')
    const url = 'https://api.example/api/delivery/projects/website/nodes/bins?language=en-GB'
    expect(calls).toEqual([
      { status: 200, keyCount: 2, url },
      { status: 404, keyCount: 0, url },
    ])
    expect(keys).toEqual(['k1', 'k2'])
  })
})

describe('validation (specification 5, Content client)', () => {
  const { client } = open(NODE)
  it.each([
    ['A valid node id or path needs to be specified.', () => client.nodeByPath('')],
    ['A valid node id needs to be specified.', () => client.ancestors('')],
    ['A valid node id needs to be specified.', () => client.children('..')],
    ['A valid node id needs to be specified.', () => client.siblings('')],
    ['A valid entry id needs to be specified.', () => client.nodeOfEntry('')],
    ['A valid query needs to be specified.', () => client.search(undefined as never)],
    ['A valid query needs to be specified.', () => client.search({ where: 'x' as never })],
    ['A valid query needs to be specified.', () => client.search({ where: [], pageSize: 0 })],
    ['A valid query needs to be specified.', () => client.search({ where: [], pageSize: 10_001 })],
    ['A valid query needs to be specified.', () => client.search({ where: [], pageIndex: -1 })],
    ['A valid query needs to be specified.', () => client.search({ where: [], pageIndex: NaN })],
  ])('says "%s"', async (message, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'content/invalid-call', message })
  })
})

describe('answers counted for authors (docs/decisions/0066)', () => {
  const QUESTION = { formId: '1009', about: 'Page', says: '/bins?a=b', by: 'Useful?' }

  it('are requested with the preview token, in a header, and not cached', async () => {
    const { client, sent, path } = open({ counts: { yes: 2, no: 0 } }, { versionStatus: 'latest' })
    expect(await client.countAnswers(QUESTION)).toEqual({ yes: 2, no: 0 })
    expect(path()).toBe('/api/platform/answers?form=1009&about=Page&says=/bins?a=b&by=Useful?')
    expect(sent[0]?.headers).toMatchObject({ accesstoken: config.secrets.previewAccessToken })
    await client.countAnswers(QUESTION)
    expect(sent).toHaveLength(2)
  })

  it('are none for a page of visitors, which does not ask, nor where the platform does not count', async () => {
    const visitors = open({ counts: {} })
    expect(await visitors.client.countAnswers(QUESTION)).toBeNull()
    expect(visitors.sent).toHaveLength(0)
    const other = open({}, { versionStatus: 'latest' }, undefined, { status: 404 })
    expect(await other.client.countAnswers(QUESTION)).toBeNull()
    const broken = open({ counts: { yes: 'many' } }, { versionStatus: 'latest' })
    await expect(broken.client.countAnswers(QUESTION)).rejects.toMatchObject({ code: 'content/bad-answer' })
  })
})

describe('kept answers (specification 9, request cache)', () => {
  const keeping = (limits = {}) => {
    const { sent, transport } = aTransport(NODE)
    const platformClient = createPlatformClient({ transport, limits: { freshMs: 60_000, ...limits } })
    return {
      sent,
      platformClient,
      client: (request: ContentRequest = {}) => createContentClient({ config, platformClient, request }),
    }
  }

  it('asks once while an answer is fresh; a kept answer still tells its keys, and is no call', async () => {
    const { sent, client } = keeping()
    const [calls, keys] = [[] as ApiCall[], [] as string[]]
    await client().nodeByPath('/bins')
    const again = client({ onCall: (call) => calls.push(call), onKeys: (found) => keys.push(...found) })
    await expect(again.nodeByPath('/bins')).resolves.toEqual(NODE)
    expect(sent).toHaveLength(1)
    expect([calls, keys]).toEqual([[], ['k1', 'k2']])
  })

  it('asks again when the answer is no longer fresh, and always when nothing may be kept', async () => {
    const short = keeping({ freshMs: 20 })
    await short.client().nodeByPath('/bins')
    await until(async () => {
      await short.client().nodeByPath('/bins')
      return short.sent.length > 1
    })
    expect(short.sent).toHaveLength(2)
    const never = keeping({ freshMs: 0 })
    await never.client().nodeByPath('/bins')
    await never.client().nodeByPath('/bins')
    expect(never.sent).toHaveLength(2)
  })

  it('keeps the navigation tree for a time of its own', async () => {
    const { sent, client } = keeping({ freshMs: 0, treeFreshMs: 60_000 })
    for (let count = 0; count < 2; count += 1) {
      await client().rootNode({ depth: 2 })
      await client().nodeByPath('/bins')
    }
    expect(sent.filter(({ url }) => url.includes('/nodes/root'))).toHaveLength(1)
    expect(sent).toHaveLength(3)
  })

  it('keeps nothing of visitors or drafts, and gives them nothing that was kept', async () => {
    const { sent, platformClient, client } = keeping()
    const visitors = [{ cookies: 'RefreshToken=a' }, { bearerToken: 'a' }]
    for (const request of [...visitors, { versionStatus: 'latest' as const }]) {
      await client(request).nodeByPath('/bins')
      await client(request).nodeByPath('/bins')
    }
    await client().nodeByPath('/bins', { versionStatus: 'latest' })
    expect(platformClient.stats().cached).toBe(0)
    await client().nodeByPath('/bins')
    for (const request of visitors) await client(request).nodeByPath('/bins')
    expect(sent).toHaveLength(10)
  })

  it('drops what carries a surrogate key, and only that', async () => {
    const { platformClient, client } = keeping()
    await client().nodeByPath('/bins')
    expect(platformClient.dropByKeys(['k9'])).toBe(0)
    expect(platformClient.stats().cached).toBe(1)
    expect(platformClient.dropByKeys(['k2', 'k1'])).toBe(1)
    expect(platformClient.stats().cached).toBe(0)
  })

  it('does not cache an answer that was requested before the invalidation', async () => {
    const { sent, platformClient, client } = keeping()
    const early = client().nodeByPath('/bins')
    await Promise.resolve()
    platformClient.dropByKeys(['k1'])
    await early
    expect(platformClient.stats().cached).toBe(0)
    await client().nodeByPath('/bins')
    expect(sent).toHaveLength(2)
  })

  it('keeps 100 answers, the least recently used going first, and no more bytes than it may', async () => {
    const { sent, platformClient, client } = keeping()
    for (let n = 0; n <= 100; n++) await client().nodeByPath(`/page-${n}`)
    expect(platformClient.stats().cached).toBe(100)
    await client().nodeByPath('/page-100')
    expect(sent).toHaveLength(101)
    await client().nodeByPath('/page-0')
    expect(sent).toHaveLength(102)
    const small = keeping({ cacheBytes: 1_024 })
    for (let n = 0; n < 20; n++) await small.client().nodeByPath(`/page-${n}`)
    expect(small.platformClient.stats().cached).toBeLessThan(7)
  })

  it('gives frozen answers without __proto__, so that no request can change what another sees', async () => {
    const text =
      '{"id":"n1","path":"/bins","entry":{"sys":{"id":"e1"},"tags":["a"],"__proto__":{"isAdmin":true}}}'
    const { client } = open(null, {}, undefined, { body: Buffer.from(text) })
    const node = await client.nodeByPath('/bins')
    expect(() => (node!.entry!['tags'] as string[]).push('b')).toThrow(TypeError)
    expect(Object.isFrozen(node!.entry!.sys)).toBe(true)
    expect(Object.hasOwn(node!.entry!, '__proto__')).toBe(false)
  })
})
