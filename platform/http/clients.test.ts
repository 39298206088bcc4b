import deliveryModule from 'contensis-delivery-api'
import managementModule from 'contensis-management-api'
import type { Platform } from '../create-platform.ts'
import { aPlatform, TOKEN } from '../testing/a-platform.ts'

const { Client: Delivery, Op, OrderBy, Query, ZenqlQuery } = deliveryModule
const { UniversalClient: Management, Query: ManagementQuery } = managementModule

type Managed = { readonly sys: { readonly id: string; readonly workflow: { readonly state: string } } }

describe('the published clients (contensis-delivery-api, contensis-management-api)', () => {
  let platform: Platform
  let url = ''
  const calls: { readonly method: string; readonly url: string }[] = []
  const recording = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    calls.push({ method: init?.method ?? 'GET', url: String(input) })
    return fetch(input, init)
  }
  beforeAll(async () => {
    platform = await aPlatform()
    url = (await platform.listen(0)).url
  })
  afterAll(() => platform.close())
  beforeEach(() => void calls.splice(0))

  const delivery = () =>
    Delivery.create({
      rootUrl: url,
      accessToken: TOKEN,
      projectId: 'website',
      fetchFn: recording as never,
    })

  test('a project, a content type, entries by id and in lists, with links followed', async () => {
    const client = delivery()
    expect((await client.project.get()).id).toBe('website')
    expect((await client.contentTypes.get('plant')).entryTitleField).toBe('title')
    const list = await client.entries.list({
      contentTypeId: 'plant',
      pageOptions: { pageIndex: 0, pageSize: 2 },
    } as never)
    expect(list.items).toHaveLength(2)
    const id = list.items[0]?.sys.id ?? ''
    expect((await client.entries.get({ id, linkDepth: 1 })).sys.id).toBe(id)
    await expect(client.entries.get('00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({
      status: 404,
    })
  })

  test('nodes: root, path, id, by entry, children, parent, ancestors, siblings', async () => {
    const { nodes } = delivery()
    const root = await nodes.getRoot({ depth: 1 } as never)
    const [child] = (root as unknown as { children: readonly { id: string; path: string }[] }).children
    const { id = '', path = '' } = child ?? {}
    expect((await nodes.get({ path } as never)).id).toBe(id)
    expect((await nodes.get({ path: '/' } as never)).id).toBe(root.id)
    expect((await nodes.get({ id: id } as never)).path).toBe(path)
    expect((await nodes.getChildren(root.id)).map((node) => node.id)).toContain(id)
    expect((await nodes.getParent(id)).id).toBe(root.id)
    expect((await nodes.getAncestors({ id: id } as never)).map((node) => node.id)).toEqual([root.id])
    expect((await nodes.getSiblings({ id: id } as never)).map((node) => node.id)).toContain(child?.id)
    const fern = 'd0000000-0000-4000-8000-000000000001'
    expect(JSON.stringify(await nodes.getByEntry({ entryId: fern } as never))).toContain('/boston-fern')
  })

  test('taxonomy by key', async () => {
    const { taxonomy } = delivery()
    const root = await taxonomy.getNodeByKey({ key: '0', childDepth: 2, order: 'defined' } as never)
    expect(root.key).toBe('0')
  })

  test('a search by query and by ZenQL finds the same', async () => {
    const client = delivery()
    const query = new Query(
      Op.equalTo('sys.contentTypeId', 'plant'),
      Op.freeText('searchContent', 'garden', false, 'and'),
    )
    query.orderBy = OrderBy.asc('entryTitle')
    query.pageSize = 5
    const found = await client.entries.search(query)
    const zenql = new ZenqlQuery(
      'sys.contentTypeId = "plant" and searchContent freetext "garden" order by entryTitle',
    )
    zenql.pageSize = 5
    const same = await client.entries.search(zenql)
    expect(same.items.map((entry) => entry.sys.id)).toEqual(found.items.map((entry) => entry.sys.id))
    expect(calls.map((call) => call.method)).toEqual(['GET', 'GET'])
  })

  test('ZenQL of any length that the platform reads, which the client sends as a GET', async () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `"${String(at).padStart(36, '0')}"`).join(', ')
    const { totalCount } = await delivery().entries.search(
      new ZenqlQuery(`title = "Boston Fern" or sys.id in (${ids})`),
    )
    expect(totalCount).toBe(1)
    expect(calls.map((call) => [call.method, call.url.length > 80_000])).toEqual([['GET', true]])
  })

  test('above 8,000 characters of address the client posts, and finds the same', async () => {
    const client = delivery()
    const ids = (await client.entries.list({ contentTypeId: 'plant' } as never)).items.map(
      (entry) => entry.sys.id,
    )
    const search = async (count: number): Promise<readonly string[]> => {
      const padding = Array.from(
        { length: count },
        (_, at) => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`,
      )
      const query = new Query(Op.in('sys.id', ...ids, ...padding))
      query.orderBy = OrderBy.asc('sys.id')
      return (await client.entries.search(query, 1)).items.map((entry) => entry.sys.id)
    }
    calls.splice(0)
    const [short, long] = [await search(10), await search(400)]
    expect(calls.map((call) => call.method)).toEqual(['GET', 'POST'])
    expect(long).toEqual(short)
    expect(new Set(long)).toEqual(new Set(ids))
  })

  const management = (credentials: object) =>
    Management.create({
      rootUrl: url,
      projectId: 'website',
      fetchFn: recording as never,
      ...credentials,
    } as never)
  const admin = () =>
    management({
      clientType: 'contensis_classic',
      clientDetails: { username: 'admin', password: 'Adm1n-pass-word' },
    })

  test('the management client signs in, reads the user and its groups, and asks for membership', async () => {
    const { users } = admin().security
    const user = await users.getCurrent()
    expect(user.username).toBe('admin')
    const groups = await users.getUserGroups({
      userId: user.id ?? '',
      includeInherited: true,
      pageOptions: { pageIndex: 0, pageSize: 100 },
    } as never)
    expect(groups.items.length).toBeGreaterThan(0)
    expect(await users.userIsMemberOf(user.id ?? '', groups.items[0]?.id ?? '')).toBe(true)
    expect(await users.userIsMemberOf(user.id ?? '', 'no-such-group')).toBe(false)
  })

  test('the management client lists and searches entries: drafts first, restricted and undelivered ones too', async () => {
    const { entries } = admin()
    const plants = await entries.list({
      contentTypeId: 'plant',
      pageOptions: { pageIndex: 0, pageSize: 5 },
    } as never)
    expect([plants.items.length, plants.pageSize]).toEqual([5, 5])
    const drafts = await entries.search(
      new ManagementQuery(Op.equalTo('sys.workflow.state', 'draft') as never),
    )
    expect(drafts.items.length).toBeGreaterThan(0)
    expect(new Set(drafts.items.map((entry) => (entry as Managed).sys.workflow.state))).toEqual(
      new Set(['draft']),
    )
    const [restricted, undelivered] = [
      '99000000-0000-4000-8000-000000000003',
      '99000000-0000-4000-8000-000000000001',
    ]
    const hidden = await entries.search(
      new ManagementQuery(Op.in('sys.id', restricted, undelivered) as never),
    )
    expect(hidden.items.map((entry) => (entry as Managed).sys.id).sort()).toEqual([undelivered, restricted])
    const zenql = await entries.search('sys.contentTypeId = "plant" and title = "Boston Fern"')
    expect(zenql.totalCount).toBe(1)
    await expect(entries.list('nosuch')).rejects.toMatchObject({ status: 404 })
  })

  test('a wrong password is an authentication error of the client', async () => {
    const client = management({
      clientType: 'contensis_classic',
      clientDetails: { username: 'admin', password: 'wrong' },
    })
    await expect(client.security.users.getCurrent()).rejects.toMatchObject({
      message: expect.stringContaining('invalid_grant'),
    })
  })

  test('the management client makes, reads, changes, publishes, takes back and deletes an entry', async () => {
    const { entries } = admin()
    const made = await entries.create({
      name: 'Clara Client',
      sys: { contentTypeId: 'person', language: 'en-GB' },
    })
    expect(made.sys.workflow?.state).toBe('draft')
    const id = made.sys.id ?? ''
    expect((await entries.get({ id, versionStatus: 'latest' } as never))['name']).toBe('Clara Client')
    const changed = await entries.update({ ...made, name: 'Clara Changed' })
    const published = await entries.invokeWorkflow(changed, 'draft.publish')
    expect(published.sys.version?.versionNo).toBe('1.0')
    expect((await delivery().entries.get(id))['name']).toBe('Clara Changed')
    const draft = await entries.update({ ...published, name: 'Clara Again' })
    const named = async (version: string) => (await entries.get({ id, version } as never))['name']
    expect(await Promise.all(['1.0', '1.1'].map(named))).toEqual(['Clara Changed', 'Clara Again'])
    await expect(named('0.1')).rejects.toMatchObject({ status: 404 })
    await entries.invokeWorkflow(draft, 'sysUnpublish')
    await expect(delivery().entries.get(id)).rejects.toMatchObject({ status: 404 })
    await entries.delete(id)
    await expect(entries.get({ id, versionStatus: 'latest' } as never)).rejects.toMatchObject({ status: 404 })
  })
})
