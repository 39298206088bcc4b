import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '../create-platform.ts'
import { shortId } from '../surrogate-keys.ts'
import { aPlatform, ask, form, PROJECT, SEED, signIn, TOKEN } from '../testing/a-platform.ts'

const FERN = 'd0000000-0000-4000-8000-000000000001'
const MEMBERS_PAGE = '99000000-0000-4000-8000-000000000003'

describe('the HTTP side (protocol 1.1, 1.4, 1.6, 1.7)', () => {
  let platform: Platform
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-http-'))
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as {
      environment: Record<string, unknown>
      entries: {
        id: string
        variations: Record<string, { published: { fields: Record<string, unknown> } }>
      }[]
    }
    seed.environment['accessTokens'] = [{ token: 'only-published', versionStatus: 'published' }]
    const fern = seed.entries.find((entry) => entry.id === FERN)
    fern!.variations['en-GB']!.published.fields['companion'] = { sys: { id: MEMBERS_PAGE } }
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    platform = await aPlatform(join(folder, 'seed.json'))
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    '/api/delivery/projects/website/contenttypes/plant/',
    '//api/delivery/projects/website/contentTypes/plant',
    '/API/Delivery/Projects/website/ContentTypes/PLANT',
    '/api/delivery/projects/website/contentTypes/plant?clientDetails=[object%20Object]&nonsense=1&nonsense=2',
  ])('%s is understood', async (url) => {
    expect((await ask(platform, url)).json).toMatchObject({ id: 'plant' })
  })

  test.each([
    '/nowhere',
    '/%zz',
    `${PROJECT}/entries/%00`,
    `${PROJECT}/nodes/..%2f..%2fetc`,
    `${PROJECT}/entries?pageSize=-1`,
    `${PROJECT}/entries?pageIndex=x`,
    `${PROJECT}/nodes?depth=x`,
    `${PROJECT}/entries/search?where=[`,
    `${PROJECT}/entries/search?where=7`,
    `${PROJECT}/taxonomy/nodes/0/1?language=xx`,
    `${PROJECT}/nodes/${'a/'.repeat(3000)}`,
    '/image-library/%2e%2e/%2e%2e/etc/passwd',
  ])('%s fails in JSON with a log id', async (url) => {
    const { status, json } = await ask(platform, url)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(json).toEqual({
      logId: expect.any(String),
      message: expect.any(String),
      data: null,
      type: 'error',
    })
  })

  test('an invalid JSON body, one of another type, and one that is too large are refused in JSON', async () => {
    const post = (payload: string, type: string) =>
      platform.inject({
        method: 'POST',
        url: `${PROJECT}/entries/search`,
        headers: { accesstoken: TOKEN, 'content-type': type },
        payload,
      })
    expect((await post('{', 'application/json')).statusCode).toBe(400)
    expect((await post('[]', 'application/json')).statusCode).toBe(400)
    expect((await post('<x/>', 'text/xml')).statusCode).toBe(415)
    const large = await post(`{"where":[],"x":"${'x'.repeat(3_000_000)}"}`, 'application/json')
    expect([large.statusCode, (large.json() as { type: string }).type]).toEqual([413, 'error'])
  })

  test.each([
    ['header', '', { accesstoken: TOKEN }],
    ['query value', `?accessToken=${TOKEN}`, {}],
    ['raw Authorization', '', { authorization: TOKEN }],
    ['Bearer', '', { authorization: `Bearer ${TOKEN}` }],
  ])('the access token is accepted as %s', async (_, query, headers) => {
    expect((await ask(platform, `${PROJECT}${query}`, headers as Record<string, string>)).status).toBe(200)
  })

  test('nothing is delivered without a valid token', async () => {
    for (const headers of [{}, { accesstoken: 'wrong' }, { authorization: 'Bearer x.y' }] as Record<
      string,
      string
    >[])
      expect((await ask(platform, PROJECT, headers)).status).toBe(401)
  })

  test('a published token cannot read a draft in any way', async () => {
    const only = { accesstoken: 'only-published' }
    expect((await ask(platform, `${PROJECT}/entries`, only)).status).toBe(200)
    for (const url of [
      `entries?versionStatus=latest`,
      `entries/${FERN}?versionStatus=latest`,
      `nodes/root?versionStatus=latest&entryFields=*`,
      `entries/search?where=${encodeURIComponent('[{"field":"sys.versionStatus","equalTo":"latest"}]')}`,
    ]) {
      expect((await ask(platform, `${PROJECT}/${url}`, only)).status).toBe(403)
    }
    const tricky = encodeURIComponent('[{"not":{"field":"sys.versionStatus","equalTo":"published"}}]')
    expect((await ask(platform, `${PROJECT}/entries/search?where=${tricky}`, only)).json.totalCount).toBe(0)
  })

  test('a user who signs in sees published content only, an administrator also drafts', async () => {
    const member = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json.access_token
    expect((await ask(platform, `${PROJECT}/entries`, { authorization: `Bearer ${member}` })).status).toBe(
      200,
    )
    expect(
      (await ask(platform, `${PROJECT}/entries?versionStatus=latest`, { authorization: `Bearer ${member}` }))
        .status,
    ).toBe(403)
    const admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
    expect(
      (await ask(platform, `${PROJECT}/entries?versionStatus=latest`, { authorization: `Bearer ${admin}` }))
        .status,
    ).toBe(200)
  })

  test('restricted content: 401 for anonymous visitors, 403 outside the groups, 200 for members; links to it are empty for others', async () => {
    const link = async (headers: Record<string, string>) =>
      (
        (await ask(platform, `${PROJECT}/entries/${FERN}?linkDepth=1&fields=companion,title`, headers))
          .json as unknown as { companion: { title?: string } | null }
      ).companion
    const visitor = (await signIn(platform, 'v.visitor', 'Vis1tor-pass-word')).json.access_token
    const member = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json.access_token
    const page = `${PROJECT}/entries/${MEMBERS_PAGE}`
    expect((await ask(platform, page)).status).toBe(401)
    expect((await ask(platform, page, { authorization: `Bearer ${visitor}` })).status).toBe(403)
    const allowed = await ask(platform, page, { authorization: `Bearer ${member}` })
    expect([allowed.status, allowed.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(await link({ accesstoken: TOKEN })).toBeNull()
    // The linked title does not find the linking entry either.
    const byTitle = encodeURIComponent('[{"field":"searchContent","freeText":"Members area"}]')
    expect((await ask(platform, `${PROJECT}/entries/search?where=${byTitle}`)).json.totalCount).toBe(0)
    expect(await link({ authorization: `Bearer ${member}` })).toMatchObject({ title: 'Members area' })
  })

  test('an entry whose type delivery leaves out is forbidden, an unknown entry not found', async () => {
    expect((await ask(platform, `${PROJECT}/entries/99000000-0000-4000-8000-000000000001`)).status).toBe(403)
    expect((await ask(platform, `${PROJECT}/entries/99000000-0000-4000-8000-0000000000ff`)).status).toBe(404)
  })

  test('surrogate keys are sent only on request, one for each entry used and each content type', async () => {
    const url = `${PROJECT}/entries/${FERN}?linkDepth=1`
    expect((await ask(platform, url)).headers['surrogate-key']).toBeUndefined()
    const keys = String(
      (await ask(platform, url, { accesstoken: TOKEN, 'x-require-surrogate-key': 'true' })).headers[
        'surrogate-key'
      ],
    ).split(' ')
    expect(keys.filter((key) => key.startsWith('hillside_e_')).length).toBeGreaterThan(5)
    const list = await ask(platform, `${PROJECT}/contentTypes/plant/entries?pageSize=0`, {
      accesstoken: TOKEN,
      'x-require-surrogate-key': 'true',
    })
    expect(String(list.headers['surrogate-key']).split(' ')).toContain('hillside_ct_website_plant')
  })

  test('a search by ids depends only on those entries, also on those that do not exist yet', async () => {
    const unknown = 'd0000000-0000-4000-8000-0000000000ff'
    const where = JSON.stringify([{ field: 'sys.id', in: [FERN, unknown] }])
    const answer = await ask(platform, `${PROJECT}/entries/search?where=${encodeURIComponent(where)}`, {
      accesstoken: TOKEN,
      'x-require-surrogate-key': 'true',
    })
    const keys = String(answer.headers['surrogate-key']).split(' ')
    expect(keys).toContain(`hillside_e_${shortId(unknown)}`)
    expect(keys).toContain(`hillside_e_${shortId(FERN)}`)
    expect(keys.filter((key) => key.includes('_ct_'))).toEqual([])
  })

  test('preflight requests are answered for every address', async () => {
    const headers = {
      origin: 'http://shell.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'accesstoken,content-type',
    }
    const answer = await platform.inject({ method: 'OPTIONS', url: `${PROJECT}/entries/search`, headers })
    expect([answer.statusCode, answer.headers['access-control-allow-headers']]).toEqual([
      204,
      'accesstoken,content-type',
    ])
  })
})

describe('tokens, users and forms (protocol 1.19, 1.20)', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())

  const refresh = (token: string) =>
    form(platform, '/authenticate/connect/token', {
      grant_type: 'contensis_classic_refresh_token',
      refresh_token: token,
    })

  test('a refresh token is replaced by a new one, and the old one works a little longer for parallel requests', async () => {
    const first = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json
    const second = await refresh(first.refresh_token)
    expect(second.json.refresh_token).not.toBe(first.refresh_token)
    expect((await refresh(first.refresh_token)).status).toBe(200)
    expect(
      (
        await ask(platform, '/api/security/users/@current', {
          authorization: `Bearer ${second.json.access_token}`,
        })
      ).json,
    ).toMatchObject({ username: 'm.member' })
  })

  test('signing out ends the refresh token', async () => {
    const { refresh_token } = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json
    const out = await ask(platform, '/authenticate/logout?jsonResponseRequired=true', {
      cookie: `RefreshToken=${refresh_token}`,
    })
    expect(out.status).toBe(200)
    expect((await refresh(refresh_token)).json.error).toBe('invalid_grant')
  })

  test.each([
    [{}, 'unsupported_grant_type'],
    [{ grant_type: 'contensis_classic', username: 'm.member', password: 'wrong' }, 'invalid_grant'],
    [{ grant_type: 'contensis_classic', username: 'nobody', password: 'wrong' }, 'invalid_grant'],
    [{ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }, 'invalid_client'],
  ])('the grant %j is refused', async (fields, error) => {
    const answer = await form(platform, '/authenticate/connect/token', fields as Record<string, string>)
    expect([answer.status, answer.json.error]).toEqual([400, error])
  })

  test('a user is delivered without a password, and only administrators see other users', async () => {
    const authorization = `Bearer ${(await signIn(platform, 'v.visitor', 'Vis1tor-pass-word')).json.access_token}`
    const own = await ask(platform, '/api/security/users/v.visitor@hillside.example', { authorization })
    expect(own.status).toBe(200)
    expect(own.text).not.toMatch(/password"|scrypt/)
    expect((await ask(platform, '/api/security/users/admin', { authorization })).status).toBe(403)
    expect((await ask(platform, '/api/security/users/@current', { accesstoken: TOKEN })).status).toBe(401)
  })

  test('an administrator or the API key creates users, who can then sign in; names are unique', async () => {
    const key = {
      grant_type: 'client_credentials',
      client_id: '11111111-2222-4333-8444-555555555555',
      client_secret: 'hillside-shared-secret',
    }
    const authorization = `Bearer ${(await form(platform, '/authenticate/connect/token', key)).json.access_token}`
    const create = async (payload: object, headers: Record<string, string> = { authorization }) =>
      (await platform.inject({ method: 'POST', url: '/api/security/users', headers, payload })).statusCode
    const fresh = {
      username: 'n.ewcomer',
      email: 'new@hillside.example',
      firstName: 'Nell',
      password: 'a-long-password',
    }
    expect(await create(fresh)).toBe(201)
    expect((await signIn(platform, 'new@hillside.example', 'a-long-password')).status).toBe(200)
    expect(await create({ ...fresh, email: 'other@hillside.example' })).toBe(409)
    expect(await create({ ...fresh, username: 'other', email: 'NEW@hillside.example' })).toBe(409)
    expect(await create({ ...fresh, username: 'third', email: 'nonsense' })).toBe(422)
    expect(
      await create({ ...fresh, username: 'fourth', email: 'fourth@hillside.example', password: 'short' }),
    ).toBe(422)
    expect(await create(fresh, { accesstoken: TOKEN })).toBe(401)
    const visitor = (await signIn(platform, 'v.visitor', 'Vis1tor-pass-word')).json.access_token
    expect(await create(fresh, { authorization: `Bearer ${visitor}` })).toBe(403)
  })

  test('groups include inherited ones on request', async () => {
    const authorization = `Bearer ${(await signIn(platform, 'm.member', 'Memb3r-pass-word')).json.access_token}`
    expect(
      (await ask(platform, '/api/security/users/@current/groups', { authorization })).json.totalCount,
    ).toBe(1)
    const inherited = await ask(platform, '/api/security/users/@current/groups?includeInherited=true', {
      authorization,
    })
    expect(inherited.json.items.map((group) => (group as unknown as { name: string }).name).sort()).toEqual([
      'Garden Friends',
      'Members',
    ])
  })

  test('a wrong existing password and a short new one have different errors', async () => {
    const authorization = `Bearer ${(await signIn(platform, 'c.changer', 'Chang3r-pass-word')).json.access_token}`
    const change = async (payload: object) =>
      (
        await platform.inject({
          method: 'POST',
          url: '/api/security/users/@current/credentials/password',
          headers: { authorization },
          payload,
        })
      ).statusCode
    expect([
      await change({ existing: 'x', new: 'long-enough-password' }),
      await change({ new: 'long-enough-password' }),
      await change({ existing: 'Chang3r-pass-word', new: 'short' }),
    ]).toEqual([409, 409, 422])
  })

  const upload = (name: string, content = '\u0089PNG\r\n\u001a\n') => {
    const body = ['formElementID', '4', 'formPostID', '1', 'formVersionID', '69'].reduce(
      (text, part, at) =>
        at % 2 === 0
          ? `${text}--b\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n`
          : `${text}${part}\r\n`,
      '',
    )
    const file = `--b\r\nContent-Disposition: form-data; name="jUploadFile1"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n--b--\r\n`
    return platform.inject({
      method: 'POST',
      url: '/REST/UI/FormsModule/UploadFile',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: Buffer.from(body + file, 'latin1'),
    })
  }

  test('a form is shown, posted, given a file and notified about', async () => {
    const settings = await ask(
      platform,
      '/REST/Contensis/content/GetFormSettings?contentId=1001&context={"securityToken":""}',
      {},
    )
    expect((settings.json as unknown as { ContentVersionId: number }).ContentVersionId).toBe(69)
    const posted = await form(platform, '//REST/UI/FormsModule/postform/69/0', { 'ctrl_1-69-aa111': 'Ada' })
    const id = (posted.json as unknown as { formPostId: number }).formPostId
    expect((await upload('photo.png')).body).toContain('success')
    expect((await upload('virus.exe')).statusCode).toBe(422)
    expect((await upload('photo.png', 'MZ not a picture')).statusCode).toBe(422)
    expect((await form(platform, `/REST/UI/FormsModule/sendnotification/69/${id}`, {})).status).toBe(200)
    expect((await form(platform, '/REST/UI/FormsModule/sendnotification/69/999999', {})).status).toBe(404)
    expect((await form(platform, '/REST/UI/FormsModule/postform/12345/0', {})).status).toBe(404)
  })

  test('the answer to a form with a redirect has its address', async () => {
    expect((await form(platform, '/REST/UI/FormsModule/postform/70/0', {})).json).toMatchObject({
      action: 'Redirect',
      redirect: { method: 'GET', url: '/about' },
      message: '/about',
    })
  })
})
