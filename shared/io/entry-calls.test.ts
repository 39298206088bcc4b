import { readSiteConfig } from '../config/index.ts'
import type { StatusHandlers } from '../contract/index.ts'
import { createContentClient, createPlatformClient, type Transport } from './index.ts'

const LIST = { items: [{ sys: { id: 'e1' } }], totalCount: 1, pageCount: 1, pageIndex: 0, pageSize: 25 }
const NODE = { id: 'n1', path: '/bins' }
const config = readSiteConfig({
  projects: [{ id: 'website', publicUrl: 'http://localhost' }],
  platform: { apiUrl: 'https://api.example' },
  accessToken: 'sample-token',
  siteName: { 'en-GB': 'Larkmoor' },
})

/** A client of a platform that answers every call with the same data, and the called URLs. */
function open(data: unknown, status = 200, statusHandlers: StatusHandlers = {}) {
  const urls: string[] = []
  const transport: Transport = {
    async send({ url }) {
      urls.push(url)
      const text = JSON.stringify(data)
      return { status, body: Buffer.from(text), keys: [], retryAfter: null }
    },
    close: async () => {},
  }
  const platformClient = createPlatformClient({ transport, limits: { freshMs: 0 } })
  const client = createContentClient({ config, platformClient, request: { statusHandlers } })
  const path = () => {
    const url = new URL(urls.at(-1) ?? '')
    return decodeURIComponent(url.pathname + url.search).replace('/api/delivery/projects/website', '')
  }
  return { client, path, urls }
}

describe('more addresses of the content client (specification 7, Content delivery client)', () => {
  it('asks for a content type', async () => {
    const { client, path } = open({ id: 'newsArticle', fields: [] })
    expect(await client.contentType('newsArticle')).toEqual({ id: 'newsArticle', fields: [] })
    expect(path()).toBe('/contentTypes/newsArticle')
    expect(await open({ message: 'none' }, 404).client.contentType('nothing')).toBeNull()
    await expect(open({ name: 'x' }).client.contentType('x')).rejects.toMatchObject({
      code: 'content/bad-answer',
    })
  })

  it('lists entries, 25 on a page unless the query says otherwise', async () => {
    const { client, path } = open(LIST)
    expect(await client.entries()).toEqual(LIST)
    expect(path()).toBe('/entries?language=en-GB&pageIndex=0&pageSize=25')
    await client.entries({
      contentTypeId: 'newsArticle',
      orderBy: ['-sys.version.published'],
      pageIndex: 2,
      pageSize: 5,
      fields: ['title'],
      linkDepth: 1,
      language: 'cy',
    })
    expect(path()).toBe(
      '/contentTypes/newsArticle/entries?fields=title&language=cy&linkDepth=1&order=-sys.version.published&pageIndex=2&pageSize=5',
    )
  })

  it('asks for a node by its id, the node above one, and ancestors from a level on', async () => {
    const { client, path } = open(NODE)
    expect(await client.nodeById('n1', { depth: 1 })).toEqual(NODE)
    expect(path()).toBe('/nodes/n1?depth=1&language=en-GB')
    expect(await client.parent('n2')).toEqual(NODE)
    expect(path()).toBe('/nodes/n2/parent?language=en-GB')
    expect(await open({ message: 'none' }, 404).client.parent('root')).toBeNull()
    expect(await open({ message: 'none' }, 404).client.nodeById('nobody')).toBeNull()
    const list = open([NODE])
    await list.client.ancestors('n2', { startLevel: 2 })
    expect(list.path()).toBe('/nodes/n2/ancestors?language=en-GB&startLevel=2')
  })

  it('takes the last node on the way to a path where that will do', async () => {
    const { client, path } = open(NODE)
    await client.nodeByPath('/bins/blue/lid', { allowPartialMatch: true })
    expect(path()).toBe('/nodes/bins/blue/lid?allowPartialMatch=true&language=en-GB')
    await client.nodeByPath('/bins')
    expect(path()).toBe('/nodes/bins?language=en-GB')
  })

  it('asks for a taxonomy node by its path', async () => {
    const { client, path } = open({ key: '0/1', name: 'Topics' })
    expect(await client.taxonomyNodeByPath('topics/waste & bins')).toEqual({ key: '0/1', name: 'Topics' })
    expect(path()).toBe('/taxonomy/nodes?childDepth=2&language=en-GB&order=defined&path=topics/waste & bins')
    expect(await client.taxonomyNodeByPath('')).toBeNull()
  })
})

describe('validation of these (specification 5, Content client)', () => {
  const { client } = open(LIST)
  it.each([
    ['A valid content type id needs to be specified.', () => client.contentType('')],
    ['A valid content type id needs to be specified.', () => client.contentType('..')],
    ['A valid content type id needs to be specified.', () => client.entries({ contentTypeId: '' })],
    ['A valid query needs to be specified.', () => client.entries({ pageSize: 0 })],
    ['A valid query needs to be specified.', () => client.entries({ pageIndex: -1 })],
    ['A valid node id or path needs to be specified.', () => client.nodeById('')],
    ['A valid node id needs to be specified.', () => client.parent('')],
  ])('says "%s"', async (message, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'content/invalid-call', message })
  })
})

describe('handlers of a status (specification 7, Content delivery client)', () => {
  it('are called with the status and the body of the platform, and their result is read like an answer', async () => {
    const asked: unknown[] = []
    const handlers: StatusHandlers = {
      404: (refusal) => {
        asked.push(refusal)
        return []
      },
    }
    const { client } = open({ message: 'none' }, 404, handlers)
    expect(await client.children('n1')).toEqual([])
    expect(asked).toEqual([
      {
        status: 404,
        statusText: 'Not Found',
        url: 'https://api.example/api/delivery/projects/website/nodes/n1/children?language=en-GB',
        data: { message: 'none' },
      },
    ])
    const bad = open({ message: 'none' }, 404, { 404: () => 'no list' })
    await expect(bad.client.children('n1')).rejects.toMatchObject({ code: 'content/bad-answer' })
  })

  it('may be for any other status, and leave the rejection as it is', async () => {
    const seen: number[] = []
    const handlers: StatusHandlers = { 404: () => [], '*': ({ status }) => void seen.push(status) }
    const failed = open({}, 503, handlers).client.siblings('n1')
    await expect(failed).rejects.toMatchObject({ code: 'content/failed', status: 503 })
    expect(await open({}, 404, handlers).client.siblings('n1')).toEqual([])
    expect(await open([NODE], 200, handlers).client.siblings('n1')).toEqual([NODE])
    expect(new Set(seen)).toEqual(new Set([503]))
  })

  it('may throw what the call is rejected with', async () => {
    const handlers: StatusHandlers = {
      '*': ({ statusText }) => {
        throw new Error(`said ${statusText}`)
      },
    }
    await expect(open({}, 410, handlers).client.siblings('n1')).rejects.toThrow('said Gone')
  })
})
