import { jest } from '@jest/globals'
import managementModule from 'contensis-management-api'
import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, form, signIn } from '../testing/a-platform.ts'

const { UniversalClient: Management, Op, Query: ManagementQuery } = managementModule

type Found = { readonly id: string; readonly username: string; readonly status: object }

describe('users, as the management client finds and changes them (protocol 1.2, rows 21 to 25, and 1.19)', () => {
  let platform: Platform
  let url = ''
  let users: ReturnType<typeof Management.create>['security']['users']
  let groups: ReturnType<typeof Management.create>['security']['groups']
  beforeAll(async () => {
    platform = await aPlatform()
    url = (await platform.listen(0)).url
    ;({ users, groups } = key().security)
  })
  afterAll(() => platform.close())

  const client = (clientType: string, clientDetails: object) =>
    Management.create({ rootUrl: url, projectId: 'website', clientType, clientDetails } as never)
  const key = () =>
    client('client_credentials', {
      clientId: '11111111-2222-4333-8444-555555555555',
      clientSecret: 'hillside-shared-secret',
    })
  const aUser = async (name: string, more: object = {}) =>
    (await users.create({
      username: name,
      email: `${name}@people.example`,
      firstName: 'Ann',
      credentials: { password: 'a-long-pass-word' },
      ...more,
    } as never)) as unknown as Found
  const names = (found: { readonly items: readonly { readonly username: string }[] }) =>
    found.items.map(({ username }) => username)
  const canSignIn = async (name: string, password = 'a-long-pass-word') =>
    (await signIn(platform, name, password)).status === 200

  test('an API key finds a user by name, address and id, lists users and searches them by any member', async () => {
    const { id } = await aUser('fay.finder', { custom: { department: 'Ferns' }, lastName: 'Ömer' })
    expect((await users.getByUsername('FAY.finder')).id).toBe(id)
    expect((await users.getByEmail('fay.finder@people.example')).id).toBe(id)
    expect((await users.getById(id)).username).toBe('fay.finder')
    await expect(users.getByEmail('nobody@people.example')).rejects.toMatchObject({ status: 404 })
    const search = (clause: unknown) => users.search(new ManagementQuery(clause as never)).then(names)
    expect(await search(Op.equalTo('email', 'Fay.Finder@people.example'))).toEqual(['fay.finder'])
    expect(await search(Op.equalTo('custom.department', 'ferns'))).toEqual(['fay.finder'])
    expect(await search(Op.startsWith('lastName', 'öm'))).toEqual(['fay.finder'])
    expect(await search(Op.contains('username', 'f?y*nd'))).toEqual(['fay.finder'])
    expect(
      await search(Op.and(Op.equalTo('status.suspended', false), Op.in('username', 'fay.finder', 'x'))),
    ).toEqual(['fay.finder'])
    expect(await search(Op.not(Op.exists('username', true)))).toEqual([])
    expect(names(await users.list({ q: 'fay.f' } as never))).toEqual(['fay.finder'])
    const page = await users.list({
      pageOptions: { pageIndex: 1, pageSize: 2 },
      order: ['-username'],
    } as never)
    expect([page.pageIndex, page.items.length, page.pageCount]).toEqual([
      1,
      2,
      Math.ceil(page.totalCount / 2),
    ])
    const all = names(await users.list({ pageOptions: { pageIndex: 0, pageSize: 100 } } as never))
    expect(all).toEqual([...all].sort())
  })

  test.each([
    ['where=[', 400],
    [`where=${encodeURIComponent('[{"field":"password","exists":true}]')}`, 200],
    [`where=${encodeURIComponent(`[{"field":"a') OR 1=1 --","equalTo":"x"}]`)}`, 200],
    [`where=${encodeURIComponent('[{"field":"$.json","contains":"%"}]')}`, 200],
  ])('a search with %s gives %d and tells nothing', async (query, status) => {
    const { access_token } = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json
    const answer = await ask(platform, `/api/security/users/search?${query}`, {
      authorization: `Bearer ${access_token}`,
    })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.json.totalCount).toBe(0)
    expect(answer.text).not.toContain('scrypt')
  })

  test('a change replaces what it names, merges custom members, and names stay unique', async () => {
    const made = await aUser('pat.patched', { custom: { keep: 'yes', drop: 'me' } })
    const changed = await users.update({
      id: made.id,
      firstName: 'Pat',
      email: 'pat@new.example',
      custom: { drop: null, more: 1 },
    } as never)
    expect(changed).toMatchObject({
      firstName: 'Pat',
      username: 'pat.patched',
      email: 'pat@new.example',
      custom: { keep: 'yes', more: 1 },
    })
    expect(changed.custom).not.toHaveProperty('drop')
    expect(await canSignIn('pat@new.example')).toBe(true)
    await expect(users.update({ id: made.id, email: 'admin' } as never)).rejects.toMatchObject({
      status: 422,
    })
    await expect(users.update({ id: made.id, username: 'admin' } as never)).rejects.toMatchObject({
      status: 409,
    })
    await expect(users.update({ id: 'nobody', firstName: 'x' } as never)).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      users.update({ id: made.id, credentials: { password: 'another-password' } } as never),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('the id of another user cannot be taken as a name', async () => {
    const { id } = await aUser('ida.owner')
    await expect(aUser(id)).rejects.toMatchObject({ status: 409 })
    expect((await users.getById(id)).username).toBe('ida.owner')
  })

  test('a suspended user cannot sign in and loses open sessions; once unsuspended, sign-in works again', async () => {
    const { id } = await aUser('sue.spended')
    const open = (await signIn(platform, 'sue.spended', 'a-long-pass-word')).json
    await users.suspendUser(id)
    expect(await canSignIn('sue.spended')).toBe(false)
    const current = () =>
      ask(platform, '/api/security/users/@current', { authorization: `Bearer ${open.access_token}` })
    expect((await current()).status).toBe(401)
    await users.unsuspendUser(id)
    expect((await current()).status).toBe(401)
    expect(await canSignIn('sue.spended')).toBe(true)
  })

  test('a user created as suspended can sign in once released, as a registration does after its verification', async () => {
    const made = await users.create(
      {
        username: 'wait.er',
        email: 'wait@er.example',
        credentials: { password: 'a-long-pass-word' },
      } as never,
      true,
    )
    expect([made.status.suspended, await canSignIn('wait.er')]).toEqual([true, false])
    await users.unsuspendUser(made.id)
    expect(await canSignIn('wait.er')).toBe(true)
  })

  test('an API key sets a password without the old one; all earlier sessions and tokens end', async () => {
    const { id } = await aUser('res.etter')
    const before = await signIn(platform, 'res.etter', 'a-long-pass-word')
    const classic = String(before.headers['x-contensis-classic-token'])
    await users.updatePassword({ userId: id, new: 'another-pass-word' })
    expect([await canSignIn('res.etter'), await canSignIn('res.etter', 'another-pass-word')]).toEqual([
      false,
      true,
    ])
    const bearer = { authorization: `Bearer ${before.json.access_token}` }
    expect((await ask(platform, '/api/security/users/@current', bearer)).status).toBe(401)
    const exchange = await form(platform, '/REST/Contensis/Security/IsAuthenticated', {
      securityToken: classic,
    })
    expect(exchange.json).toEqual({ LogonResult: 1, ApplicationData: [] })
    expect(await users.getById(id)).toMatchObject({ passwordChanged: expect.any(String) })
  })

  test('a user who changes a password stays signed in; every other session of the account ends (0033)', async () => {
    await aUser('chan.ger')
    const [here, there] = [
      await signIn(platform, 'chan.ger', 'a-long-pass-word'),
      await signIn(platform, 'chan.ger', 'a-long-pass-word'),
    ]
    const bearer = (answer: typeof here) => ({ authorization: `Bearer ${answer.json.access_token}` })
    const changed = await platform.inject({
      method: 'POST',
      url: '/api/security/users/@current/credentials/password',
      headers: bearer(here),
      payload: { existing: 'a-long-pass-word', new: 'another-pass-word' },
    })
    expect(changed.statusCode).toBe(200)
    const current = async (answer: typeof here) =>
      (await ask(platform, '/api/security/users/@current', bearer(answer))).status
    expect([await current(here), await current(there)]).toEqual([200, 401])
    const refreshed = (token: string) =>
      form(platform, '/authenticate/connect/token', {
        grant_type: 'contensis_classic_refresh_token',
        scope: 'openid offline_access',
        refresh_token: token,
      })
    expect((await refreshed(here.json.refresh_token)).status).toBe(200)
    expect((await refreshed(there.json.refresh_token)).json.error).toBe('invalid_grant')
    expect([await canSignIn('chan.ger'), await canSignIn('chan.ger', 'another-pass-word')]).toEqual([
      false,
      true,
    ])
  })

  test('of two password changes at the same time one succeeds: for the other the existing password is wrong by then', async () => {
    await aUser('chan.getwice')
    const { json } = await signIn(platform, 'chan.getwice', 'a-long-pass-word')
    const change = (fresh: string) =>
      platform.inject({
        method: 'POST',
        url: '/api/security/users/@current/credentials/password',
        headers: { authorization: `Bearer ${json.access_token}` },
        payload: { existing: 'a-long-pass-word', new: fresh },
      })
    const answers = await Promise.all([change('the-first-pass-word'), change('the-second-pass-word')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const valid = [
      await canSignIn('chan.getwice', 'the-first-pass-word'),
      await canSignIn('chan.getwice', 'the-second-pass-word'),
    ]
    expect(valid).toEqual(answers.map(({ statusCode }) => statusCode === 200))
  })

  test('when an administrator sets a user’s password, all sessions of that user end', async () => {
    await aUser('set.forme')
    const theirs = await signIn(platform, 'set.forme', 'a-long-pass-word')
    const admin = await signIn(platform, 'admin', 'Adm1n-pass-word')
    const set = await platform.inject({
      method: 'POST',
      url: '/api/security/users/set.forme/credentials/password',
      headers: { authorization: `Bearer ${admin.json.access_token}` },
      payload: { new: 'another-pass-word' },
    })
    const current = (token: string) =>
      ask(platform, '/api/security/users/@current', { authorization: `Bearer ${token}` })
    expect([
      set.statusCode,
      (await current(theirs.json.access_token)).status,
      (await current(admin.json.access_token)).status,
    ]).toEqual([200, 401, 200])
  })

  test('a page of users, listed or searched, has 25 users by default', async () => {
    for (let at = 0; at < 26; at += 1) await aUser(`page.${at}`)
    const headers = {
      authorization: `Bearer ${(await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token}`,
    }
    for (const path of ['/api/security/users', '/api/security/users/search', '/api/security/users?q=page']) {
      const { json } = await ask(platform, path, headers)
      expect([path, json]).toEqual([path, expect.objectContaining({ pageSize: 25, pageIndex: 0 })])
      expect([json.items.length, json.totalCount > 25]).toEqual([25, true])
    }
  })

  test('users can change their own name, but not their address or custom members, and no other user', async () => {
    const { id } = await aUser('own.er')
    const token = (await signIn(platform, 'own.er', 'a-long-pass-word')).json.access_token
    const patch = async (userId: string, payload: object) =>
      (
        await platform.inject({
          method: 'PATCH',
          url: `/api/security/users/${userId}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
          payload,
        })
      ).statusCode
    expect(await patch(id, { firstName: 'Olive', email: 'own.er@people.example' })).toBe(200)
    expect(await patch(id, { email: 'other@people.example' })).toBe(403)
    expect(await patch(id, { custom: { role: 'boss' } })).toBe(403)
    expect(await patch('admin', { firstName: 'x' })).toBe(403)
    expect((await users.getById(id)).firstName).toBe('Olive')
  })

  test.each([
    ['GET', '/api/security/users'],
    ['GET', '/api/security/users/search'],
    ['POST', '/api/security/users/search'],
    ['DELETE', '/api/security/users/admin'],
    ['POST', '/api/security/users/admin/actions'],
    ['GET', '/api/security/groups'],
    ['PUT', '/api/security/groups/Members/users/v.visitor'],
  ] as const)('%s %s is for administrators only', async (method, path) => {
    const token = (await signIn(platform, 'v.visitor', 'Vis1tor-pass-word')).json.access_token
    const headers = { authorization: `Bearer ${token}` }
    expect((await platform.inject({ method, url: path, headers })).statusCode).toBe(403)
    expect((await platform.inject({ method, url: path })).statusCode).toBe(401)
  })

  test('a removed user is not found, and all its sessions end', async () => {
    const { id } = await aUser('gone.r')
    const { access_token } = (await signIn(platform, 'gone.r', 'a-long-pass-word')).json
    await users.delete(id)
    await expect(users.getById(id)).rejects.toMatchObject({ status: 404 })
    const answer = await ask(platform, '/api/security/users/@current', {
      authorization: `Bearer ${access_token}`,
    })
    expect(answer.status).toBe(401)
  })

  test('groups: found by id and name; members are added, listed with inherited ones, and removed', async () => {
    const { id } = await aUser('join.er')
    const friends = await groups.getByName('Garden Friends')
    expect((await groups.getById(friends.id ?? '')).name).toBe('Garden Friends')
    await groups.addUser(friends.id ?? '', id)
    expect(await groups.hasUser(friends.id ?? '', id)).toBe(true)
    expect(names(await groups.getUsersByGroupName('Garden Friends'))).toContain('join.er')
    expect(names(await groups.getUsersByGroupName('Members'))).not.toContain('join.er')
    expect(names(await groups.getUsersByGroupName('Members', { includeInherited: true } as never))).toContain(
      'join.er',
    )
    expect(await users.userIsMemberOf(id, 'Members')).toBe(true)
    await groups.removeUser(friends.id ?? '', id)
    expect(await groups.hasUser(friends.id ?? '', id)).toBe(false)
    const members = await groups.getByName('Members')
    await groups.addUsers(members.id ?? '', [id])
    expect(await users.userIsMemberOf(id, 'Members')).toBe(true)
    expect((await groups.getChildGroupsByGroupName('Members')).items.map(({ name }) => name)).toEqual([
      'Garden Friends',
    ])
    expect((await groups.list()).totalCount).toBeGreaterThan(2)
  })
})

describe('guesses of a password (protocol 1.19)', () => {
  /** Seconds to wait: the quarter of an hour, less what the tries took. */
  const expectQuarterOfAnHour = (seconds: unknown): void => {
    expect(Number(seconds)).toBeGreaterThan(600)
    expect(Number(seconds)).toBeLessThanOrEqual(900)
  }
  let platform: Platform
  beforeEach(async () => void (platform = await aPlatform()))
  afterEach(() => platform.close())

  test('after ten wrong existing passwords a password cannot be changed for a while, however many are sent at once', async () => {
    const { access_token } = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json
    const ask = (existing: string) =>
      platform.inject({
        method: 'POST',
        url: '/api/security/users/@current/credentials/password',
        headers: { authorization: `Bearer ${access_token}` },
        payload: { existing, new: 'another-pass-word' },
      })
    const change = async (existing: string) => (await ask(existing)).statusCode
    const guesses = (start: number) =>
      Promise.all(Array.from({ length: 30 }, (_, at) => change(`guess-${start + at}`)))
    const answers = [...(await guesses(0)), ...(await guesses(30))]
    expect(answers.filter((status) => status === 409)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(50)
    const refused = await ask('Memb3r-pass-word')
    expect(refused.statusCode).toBe(429)
    expectQuarterOfAnHour(refused.headers['retry-after'])
    expect((await signIn(platform, 'm.member', 'Memb3r-pass-word')).status).toBe(200)
  })

  test('wrong passwords count for the account, whether it is named by user name, address or id', async () => {
    const admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
    const { json } = await ask(platform, '/api/security/users/m.member', {
      authorization: `Bearer ${admin}`,
    })
    const { id, username, email } = json as unknown as Readonly<Record<'id' | 'username' | 'email', string>>
    for (let at = 0; at < 9; at += 1) await signIn(platform, at % 2 === 0 ? username : email, `guess-${at}`)
    expect((await signIn(platform, username, 'Memb3r-pass-word')).status).toBe(200)
    for (let at = 0; at < 10; at += 1) await signIn(platform, at % 2 === 0 ? id : email, `guess-${at}`)
    const refused = await signIn(platform, username, 'Memb3r-pass-word')
    expect(refused.status).toBe(429)
    expectQuarterOfAnHour(refused.headers['retry-after'])
    for (let at = 0; at < 10; at += 1) await signIn(platform, 'no.body', `guess-${at}`)
    expect((await signIn(platform, 'NO.body', 'guess')).status).toBe(429)
  })
})

describe('sessions (protocol 1.19)', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())
  afterEach(() => void jest.restoreAllMocks())

  const start = async () => {
    const answer = await signIn(platform, 'm.member', 'Memb3r-pass-word')
    return { ...answer.json, classic: String(answer.headers['x-contensis-classic-token']) }
  }
  const refresh = (refresh_token: string) =>
    form(platform, '/authenticate/connect/token', {
      grant_type: 'contensis_classic_refresh_token',
      refresh_token,
    })
  const status = async (token: string) =>
    (await ask(platform, '/api/security/users/@current', { authorization: `Bearer ${token}` })).status

  test('signing out ends all tokens of the session and none of another', async () => {
    const [one, other] = [await start(), await start()]
    const renewed = (await refresh(one.refresh_token)).json
    await ask(platform, '/authenticate/logout?jsonResponseRequired=true', {
      cookie: `ContensisCMSUserName=${one.classic}`,
    })
    expect([await status(one.access_token), await status(renewed.access_token)]).toEqual([401, 401])
    expect((await refresh(renewed.refresh_token)).json.error).toBe('invalid_grant')
    expect(await status(other.access_token)).toBe(200)
  })

  test('a replaced refresh token that is used after a minute ends the session: it may have been stolen', async () => {
    const first = await start()
    const second = (await refresh(first.refresh_token)).json
    const now = Date.now()
    jest.spyOn(Date, 'now').mockImplementation(() => now + 61_000)
    expect((await refresh(first.refresh_token)).status).toBe(400)
    jest.restoreAllMocks()
    expect((await refresh(second.refresh_token)).status).toBe(400)
    expect(await status(second.access_token)).toBe(401)
  })

  test('a session that ends while its token is being renewed stays ended', async () => {
    const admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
    const setPassword = () =>
      platform.inject({
        method: 'POST',
        url: '/api/security/users/m.member/credentials/password',
        headers: { authorization: `Bearer ${admin}` },
        payload: { new: 'Memb3r-pass-word' },
      })
    for (let round = 0; round < 10; round += 1) {
      const { refresh_token, classic } = await start()
      const signOut = () =>
        ask(platform, '/authenticate/logout', { cookie: `ContensisCMSUserName=${classic}` })
      const exchange = () =>
        form(platform, '/REST/Contensis/Security/IsAuthenticated', { securityToken: classic })
      const [renewed, exchanged] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => refresh(refresh_token))),
        exchange(),
        round % 2 === 0 ? signOut() : setPassword(),
      ])
      const [data] = (exchanged.json as unknown as { ApplicationData: { Value: string }[] }).ApplicationData
      const tokens = [...renewed.map(({ json }) => json.refresh_token), data?.Value]
      for (const token of tokens.filter((one) => one !== undefined))
        expect((await refresh(token)).json.error).toBe('invalid_grant')
    }
  })

  test('a refresh without the scope offline_access still gives a refresh token; tokens last an hour', async () => {
    const renewed = (await refresh((await start()).refresh_token)).json
    expect(renewed).toMatchObject({
      refresh_token: expect.any(String),
      expires_in: 3600,
      token_type: 'Bearer',
    })
  })
})
