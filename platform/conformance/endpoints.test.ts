import type { Platform } from '../create-platform.ts'
import { ask, aPlatform, form, PROJECT, signIn, TOKEN, type Answer } from '../testing/a-platform.ts'

const FERN = 'd0000000-0000-4000-8000-000000000001'
const DRAFT = 'd0000000-0000-4000-8000-000000000011'
const NODES = `${PROJECT}/nodes`
type Node = { readonly id: string; readonly path: string; readonly parentId?: string; readonly children?: readonly Node[]; readonly entry?: object }

describe('endpoints', () => {
  let platform: Platform
  let bearer = ''
  let admin = ''
  beforeAll(async () => {
    platform = await aPlatform()
    bearer = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json.access_token
    admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
  })
  afterAll(() => platform.close())

  const get = (url: string, headers?: Readonly<Record<string, string>>): Promise<Answer> => ask(platform, url, headers)
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const node = async (rest: string) => (await get(NODES + rest)).json as unknown as Node
  const nodes = async (rest: string) => (await get(NODES + rest)).json as unknown as readonly Node[]

  describe('every row of the table (protocol 1.2)', () => {
    test('row 1: a project', async () => expect((await get(PROJECT)).json).toEqual({ id: 'website', name: 'Hillside Botanic Garden', description: 'Public site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB', 'fr-FR'], deliverySysExclusions: [] }))
    test('row 2: a content type, its name in any case', async () => {
      expect((await get(`${PROJECT}/CONTENTTYPES/Plant/`)).json).toMatchObject({ id: 'plant', entryTitleField: 'title' })
    })
    test('row 3: all content types', async () => {
      expect(((await get(`${PROJECT}/contentTypes`)).json as unknown as readonly { id: string }[]).map((type) => type.id)).toContain('plant')
    })
    test('row 4: an entry', async () => expect((await get(`${PROJECT}/entries/${FERN}`)).json.sys.id).toBe(FERN))
    test('row 5: lists of entries, of all types and of one', async () => {
      const all = (await get(`${PROJECT}/entries`)).json.totalCount
      const plants = (await get(`${PROJECT}/contentTypes/plant/entries`)).json.totalCount
      expect([plants, all > plants]).toEqual([12, true])
    })
    test.each([6, 7])('row %d: ZenQL is taken at both addresses', async (row) => {
      const address = row === 6 ? 'entries' : 'entries/search'
      const zenql = encodeURIComponent('title = "Boston Fern"')
      expect((await get(`${PROJECT}/${address}?zenql=${zenql}`)).json.totalCount).toBe(1)
    })
    test('row 8: a search by POST, link depth in the address', async () => {
      const response = await platform.inject({
        method: 'POST',
        url: `${PROJECT}/entries/search?linkDepth=1`,
        headers: { accesstoken: TOKEN },
        payload: { where: [{ field: 'sys.id', equalTo: FERN }, { field: 'sys.language', equalTo: 'en-GB' }], pageSize: 1 },
      })
      expect(response.json()).toMatchObject({ totalCount: 1, items: [{ grower: { name: expect.any(String) } }] })
    })
    test('row 9 and 12: the root, by its name and by the bare address', async () => {
      expect(await node('/root')).toMatchObject({ path: '/' })
      expect((await node('/')).id).toBe((await node('/root')).id)
    })
    test('row 10 and 11: a node by id and by path', async () => {
      const found = await node('/plants/ferns/boston-fern')
      expect(found.path).toBe('/plants/ferns/boston-fern')
      expect(await node(`/${found.id}`)).toEqual(found)
    })
    test('row 13: the nodes of an entry, or its canonical one', async () => {
      const all = await nodes(`/?entryId=${FERN}`)
      expect(all.length).toBeGreaterThan(1)
      expect(await node(`/?entryId=${FERN}&canonicalOnly=true`)).toMatchObject({ id: all[0]?.id, isCanonical: true })
    })
    test('row 14, 15, 16: children, siblings with the node itself, ancestors root first, parent, ancestor at a level', async () => {
      const fern = await node('/plants/ferns/boston-fern')
      const ferns = await node('/plants/ferns')
      expect((await nodes(`/${ferns.id}/children`)).map(({ id }) => id)).toContain(fern.id)
      expect((await nodes(`/${fern.id}/siblings`)).map(({ id }) => id)).toContain(fern.id)
      expect((await nodes(`/${fern.id}/ancestors`)).map(({ path }) => path)).toEqual(['/', '/plants', '/plants/ferns'])
      expect((await node(`/${fern.id}/parent`)).id).toBe(ferns.id)
      expect((await node(`/${fern.id}/ancestor?level=2`)).path).toBe('/plants')
      expect((await get(`${NODES}/${(await node('/root')).id}/parent`)).status).toBe(404)
    })
    test('row 17: taxonomy by key and by path', async () => {
      expect((await get(`${PROJECT}/taxonomy/nodes/0/1/3`)).json).toMatchObject({ key: '0/1/3', name: 'Succulents' })
      expect((await get(`${PROJECT}/taxonomy/nodes?path=root/PLANTS`)).json).toMatchObject({ key: '0/1' })
    })
    test('row 18: tokens', async () => {
      const client = { grant_type: 'client_credentials', client_id: '11111111-2222-4333-8444-555555555555', client_secret: 'hillside-shared-secret', scope: 'Entry_Read' }
      expect((await form(platform, '/authenticate/connect/token', client)).json).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' })
      const { client_secret: _secret, ...nameless } = client
      for (const wrong of [nameless, { ...client, client_secret: 'other' }, { ...client, client_id: 'other' }]) {
        const refused = await form(platform, '/authenticate/connect/token', wrong)
        expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ error: 'invalid_client' })])
      }
    })
    test('row 19: signing out answers JSON', async () => {
      expect((await get('/authenticate/logout?jsonResponseRequired=true')).status).toBe(200)
    })
    test('row 20: a classic token for a refresh token, URI-encoded in the body', async () => {
      const classic = String((await signIn(platform, 'm.member', 'Memb3r-pass-word')).headers['x-contensis-classic-token'])
      const response = await platform.inject({ method: 'POST', url: '/REST/Contensis/Security/IsAuthenticated', payload: { securityToken: classic.replaceAll('.', '%2E') } })
      expect(response.json()).toEqual({ LogonResult: 0, ApplicationData: [{ Key: 'ContensisSecurityRefreshToken', Value: expect.any(String) }] })
    })
    test('row 21: the current user, and a user by id, name and address', async () => {
      const me = (await get('/api/security/users/@current', as(bearer))).json as unknown as { id: string; email: string }
      for (const name of [me.id, 'm.member', me.email]) expect((await get(`/api/security/users/${name}`, as(admin))).json).toMatchObject({ id: me.id })
      expect((await get('/api/security/users/admin', as(bearer))).status).toBe(403)
    })
    test('row 22 and 23: groups, inherited ones when asked; membership by id or name', async () => {
      const groups = async (more: string) => ((await get(`/api/security/users/m.member/groups${more}`, as(admin))).json as unknown as { items: readonly { name: string }[] }).items.map(({ name }) => name)
      expect(await groups('')).toEqual(['Garden Friends'])
      expect([...(await groups('?includeInherited=true&pageSize=100'))].sort()).toEqual(['Garden Friends', 'Members'])
      const head = async (name: string) => (await platform.inject({ method: 'HEAD', url: `/api/security/users/m.member/groups/${name}`, headers: as(admin) })).statusCode
      expect([await head('Members'), await head('Staff'), await head('Staff,Members')]).toEqual([204, 404, 204])
    })
    test('row 24: a password is changed with the existing one', async () => {
      const token = (await signIn(platform, 'c.changer', 'Chang3r-pass-word')).json.access_token
      const change = (payload: object) => platform.inject({ method: 'POST', url: '/api/security/users/c.changer/credentials/password', headers: as(token), payload })
      expect((await change({ existing: 'wrong-password', new: 'A-new-pass-word' })).statusCode).toBe(409)
      expect((await change({ existing: 'Chang3r-pass-word', new: 'A-new-pass-word' })).statusCode).toBe(200)
      expect((await signIn(platform, 'c.changer', 'A-new-pass-word')).status).toBe(200)
    })
    test('row 25: a user is made', async () => {
      const payload = { username: 'new.person', email: 'new@example.org', password: 'A-long-pass-word' }
      const made = await platform.inject({ method: 'POST', url: '/api/security/users', headers: as(admin), payload })
      expect([made.statusCode, made.json()]).toEqual([201, expect.objectContaining({ username: 'new.person' })])
    })
    test('row 26 and 27: a form and a post to it', async () => {
      expect((await get('/REST/Contensis/content/GetFormSettings?contentId=1001&context={}', {})).status).toBe(200)
      const posted = await form(platform, '/REST/UI/FormsModule/postform/69/0', { 'ctrl_1-69-aa111': 'Ada' })
      expect(posted.json).toMatchObject({ formPostId: expect.any(Number), success: true, errors: [] })
    })
    test('row 28 and 29 are tested in "a form is shown, posted, given a file and notified about"; a notification is stored once', async () => {
      const posted = (await form(platform, '/REST/UI/FormsModule/postform/69/0', { 'ctrl_1-69-aa111': 'Bea' })).json as unknown as { formPostId: number }
      for (const _ of [1, 2]) expect((await form(platform, `/REST/UI/FormsModule/sendnotification/69/${posted.formPostId}`, {})).status).toBe(200)
      const outbox = (await get('/api/platform/outbox?kind=form-notification', as(admin))).json as unknown as { items: readonly { content: { post: number; fields: object } }[] }
      expect(outbox.items.filter(({ content }) => content.post === posted.formPostId)).toHaveLength(1)
      expect(outbox.items[0]?.content.fields).toEqual({ 'ctrl_1-69-aa111': 'Bea' })
    })
    test('row 30: asset files; parameters never fail', async () => {
      const asset = (await get(`${PROJECT}/contentTypes/image/entries`)).json.items[0] as unknown as { sys: { uri: string } }
      for (const query of ['', '?w=10&h=x&fit=nonsense&f=tiff&blur=99&nosuch=1']) {
        const file = await get(asset.sys.uri + query, {})
        expect([file.status, file.headers['cache-control']]).toEqual([200, expect.stringContaining('public, max-age=')])
      }
    })
    test('row 31: the environments of a signed-in user', async () => {
      const classic = String((await signIn(platform, 'm.member', 'Memb3r-pass-word')).headers['x-contensis-classic-token'])
      expect((await get('/my-environments', { 'x-security-token': classic })).json).toEqual([expect.objectContaining({ id: 'hillside' })])
      expect((await get('/my-environments', {})).status).toBe(401)
    })
  })

  describe('parameters (protocol 1.3)', () => {
    const entry = async (query: string) => (await get(`${PROJECT}/entries/${FERN}?${query}`)).json as unknown as Readonly<Record<string, { readonly name?: string; readonly sys: Readonly<Record<string, unknown>> } & object>>
    test('versionStatus: a draft is there only as latest', async () => {
      expect((await get(`${PROJECT}/entries/${DRAFT}`)).status).toBe(404)
      expect((await get(`${PROJECT}/entries/${DRAFT}?versionStatus=latest`)).status).toBe(200)
      expect((await get(`${PROJECT}/entries/${DRAFT}?versionStatus=nonsense`)).status).toBe(400)
    })
    test('language: the primary one, another one; an unknown one is not found', async () => {
      expect((await entry(''))['title']).toBe('Boston Fern')
      expect((await entry('language=fr-fr'))['title']).toBe('Fougère de Boston')
      expect((await get(`${PROJECT}/entries/${FERN}?language=xx`)).status).toBe(404)
    })
    test('linkDepth: 0 without it, clamped above 10', async () => {
      expect(Object.keys((await entry(''))['grower'] ?? {})).toEqual(['sys'])
      expect((await entry('linkDepth=1'))['grower']?.name).toEqual(expect.any(String))
      expect(await entry('linkDepth=99')).toEqual(await entry('linkDepth=10'))
      expect((await get(`${PROJECT}/entries/${FERN}?linkDepth=x`)).status).toBe(400)
    })
    test('fieldLinkDepths: one field deeper than the others', async () => {
      const found = await entry(`fieldLinkDepths=${encodeURIComponent('{"grower":1}')}`)
      expect(found['grower']?.name).toEqual(expect.any(String))
      expect(Object.keys(found['category'] ?? {})).toEqual(['sys'])
    })
    test('fields: a comma list, a JSON list, names left out, and of sys', async () => {
      expect(Object.keys(await entry('fields=title,price'))).toEqual(['title', 'price', 'sys'])
      expect(await entry('fields=["title","price"]')).toEqual(await entry('fields=title,price'))
      expect(Object.keys(await entry('fields=-title'))).not.toContain('title')
      expect(Object.keys((await entry('fields=title,sys.owner'))['sys'] ?? {}).sort()).toEqual(['contentTypeId', 'dataFormat', 'id', 'language', 'owner', 'uri', 'versionStatus'])
    })
    test.each(['orderBy=[{"desc":"height"}]', 'orderBy=["-height"]', 'orderBy="-height"'])('%s', async (order) => {
      const answer = await get(`${PROJECT}/entries/search?where=[{"field":"sys.contentTypeId","equalTo":"plant"}]&pageSize=1&${order}`)
      expect(answer.json.items[0]?.title).toBe('Giant Redwood')
    })
    test('order, pageIndex and pageSize of lists: 25 without a size, 10,000 at most, counts past the end', async () => {
      const list = async (query: string) => (await get(`${PROJECT}/contentTypes/plant/entries?${query}`)).json as unknown as { pageSize: number; pageCount: number; totalCount: number; items: readonly { title: string }[] }
      expect((await list('order=-height')).items[0]?.title).toBe('Giant Redwood')
      expect((await list('')).pageSize).toBe(25)
      expect((await list('pageSize=50000')).pageSize).toBe(10_000)
      expect(await list('pageIndex=99&pageSize=5')).toMatchObject({ totalCount: 12, pageCount: 3, items: [] })
      expect((await get(`${PROJECT}/entries?pageSize=-1`)).status).toBe(400)
    })
    test('depth and entryFields of nodes', async () => {
      expect((await node('/plants?depth=2')).children?.[0]?.children).toBeDefined()
      expect((await node('/plants')).entry).toEqual({ sys: { id: expect.any(String) } })
      expect((await node('/plants?entryFields=title')).entry).toMatchObject({ title: expect.any(String) })
    })
    test('allowPartialMatch gives the nearest node above, never the root', async () => {
      expect((await node('/plants/ferns/nosuch/deeper?allowPartialMatch=true')).path).toBe('/plants/ferns')
      expect((await get(`${NODES}/nosuch?allowPartialMatch=true`)).status).toBe(404)
    })
    test('startLevel of ancestors: 1 is the root; at the node itself nothing is left', async () => {
      const fern = await node('/plants/ferns/boston-fern')
      expect((await nodes(`/${fern.id}/ancestors?startLevel=2`)).map(({ path }) => path)).toEqual(['/plants', '/plants/ferns'])
      expect(await nodes(`/${fern.id}/ancestors?startLevel=9`)).toEqual([])
    })
    test('childDepth and order of taxonomy: one level, alphabetical, unless said otherwise', async () => {
      const names = async (query: string) => ((await get(`${PROJECT}/taxonomy/nodes/0/1?${query}`)).json as unknown as { children: readonly { name: string }[] }).children.map(({ name }) => name)
      expect(await names('')).toEqual(['Ferns', 'Herbs', 'Succulents', 'Tropical'])
      expect(await names('order=defined')).toEqual(['Herbs', 'Succulents', 'Ferns', 'Tropical'])
      expect((await get(`${PROJECT}/taxonomy/nodes/0?childDepth=0`)).json).toMatchObject({ children: [] })
      expect((await get(`${PROJECT}/taxonomy/nodes/0/1`)).json).toMatchObject({ children: [{ name: 'Ferns', children: [] }, {}, {}, {}] })
    })
    test('unknown parameters, names in any case, doubled and trailing slashes are accepted', async () => {
      const plain = (await get(`${PROJECT}/entries/${FERN}?linkDepth=1`)).json
      expect(plain).toMatchObject({ grower: { name: expect.any(String) } })
      expect((await get(`/API//delivery/Projects/WEBSITE/Entries/${FERN}/?LINKDEPTH=1&clientDetails=[object%20Object]`)).json).toEqual(plain)
    })
  })

  describe('nodes (protocol 1.17), taxonomy (1.18), tokens (1.19)', () => {
    test("1.17: a node whose entry is not published is delivered without the entry's data", async () => {
      const [orchid] = await nodes(`/?entryId=${DRAFT}`)
      const found = await get(`${NODES}/${orchid?.id}?entryFields=*`)
      expect([found.status, Object.hasOwn(found.json, 'entry')]).toEqual([200, false])
    })
    test('1.17: by entry, nothing is an empty list, or with canonicalOnly not found', async () => {
      expect(await nodes('/?entryId=nosuch')).toEqual([])
      expect((await get(`${NODES}/?entryId=nosuch&canonicalOnly=true`)).status).toBe(404)
    })
    test('1.18: names are in the requested language; a language that the project lacks is not found', async () => {
      expect((await get(`${PROJECT}/taxonomy/nodes/0/1/2?language=fr-FR`)).json).toMatchObject({ name: 'Fougères', path: 'Racine/Plantes/Fougères' })
      expect((await get(`${PROJECT}/taxonomy/nodes/0?language=xx`)).status).toBe(404)
    })
    test.each([
      [{ grant_type: 'contensis_classic', username: 'm.member', password: 'wrong' }, 'invalid_grant'],
      [{ grant_type: 'contensis_classic', username: 'x.suspended', password: 'Susp3nd-pass-word' }, 'invalid_grant'],
      [{ grant_type: 'contensis_classic_refresh_token', refresh_token: 'wrong' }, 'invalid_grant'],
      [{ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }, 'invalid_client'],
      [{ scope: 'openid' }, 'unsupported_grant_type'],
    ])('1.19: %j is refused with %s', async (fields, error) => {
      const answer = await form(platform, '/authenticate/connect/token', fields as unknown as Record<string, string>)
      expect([answer.status, answer.json.error]).toEqual([400, error])
    })
    test('1.19: after ten wrong passwords sign-in is blocked for that user name, also with the right password, but not for others', async () => {
      for (let at = 0; at < 10; at += 1) expect((await signIn(platform, 'v.visitor', `wrong ${at}`)).status).toBe(400)
      expect((await signIn(platform, 'V.Visitor', 'Vis1tor-pass-word')).status).toBe(429)
      expect((await signIn(platform, 'm.member', 'Memb3r-pass-word')).status).toBe(200)
    })
    test('1.20: an equal post with the same key is stored once; a different post with that key is refused', async () => {
      const post = async (name: string, key: string) =>
        platform.inject({ method: 'POST', url: '/REST/UI/FormsModule/postform/69/0', headers: { 'idempotency-key': key }, payload: { 'ctrl_1-69-aa111': name } })
      const [first, again, other] = [await post('Cy', 'key-1'), await post('Cy', 'key-1'), await post('Cy', 'key-2')]
      expect(again.json()).toEqual(first.json())
      expect(other.json<{ formPostId: number }>().formPostId).not.toBe(first.json<{ formPostId: number }>().formPostId)
      expect((await post('Di', 'key-1')).statusCode).toBe(409)
    })
  })
})
