import {
  aFaultServer,
  aPlatform,
  sendJson,
  until,
  type FaultServer,
  type TestPlatform,
} from '@tessera/shared/testing'
import { createMemoryStore } from '../../store/shared-store.server.ts'
import { createIdentityClient, USER_SCOPES } from './identity-client.server.ts'
import { createRefresher } from './refresher.server.ts'

const client = (cmsUrl: string, now = () => 0) =>
  createIdentityClient({ cmsUrl, staffDomain: 'larkmoor.example', isFederated: false, now })
const code = (wanted: string) => expect.objectContaining({ code: wanted })

describe('the real calls of signing in (specification 7, Account and security calls)', () => {
  let platform: TestPlatform
  beforeAll(async () => {
    platform = await aPlatform()
  })
  afterAll(() => platform.close())

  it("signs in by password, with the bearer's expiry and the assumed lifetime of the refresh token", async () => {
    const credentials = await client(platform.url, () => 1_000).byPassword('a.member', 'Demo-Member-2026!')
    expect(credentials).toMatchObject({
      bearerExpiresMs: 1_000 + 3_600_000,
      refreshExpiresMs: 1_000 + 360 * 3_600_000,
      bearerToken: expect.any(String),
      refreshToken: expect.any(String),
      classicToken: expect.any(String),
    })
  })

  it('then fetches the user and their groups, including inherited ones', async () => {
    const { bearerToken } = await client(platform.url).byPassword('t.friend', 'Demo-Friend-2026!')
    const user = await client(platform.url).user(bearerToken)
    expect(user).toMatchObject({ username: 't.friend', email: 't.friend@post.example', isStaff: false })
    expect(user.groups?.map(({ name }) => name).sort()).toEqual(['Library Friends', 'Members'])
  })

  it('sets the staff flag for an email at exactly the staff domain', async () => {
    const { bearerToken } = await client(platform.url).byPassword('e.lloyd', 'Demo-Staff-2026!')
    expect((await client(platform.url).user(bearerToken)).isStaff).toBe(true)
  })

  it('signs in by refresh token and by security token', async () => {
    const first = await client(platform.url).byPassword('a.member', 'Demo-Member-2026!')
    const second = await client(platform.url).byRefreshToken(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    const refreshToken = await client(platform.url).exchange(second.classicToken ?? '')
    const third = await client(platform.url).byRefreshToken(refreshToken)
    expect((await client(platform.url).user(third.bearerToken)).username).toBe('a.member')
  })

  it('revokes the refresh token at sign-out', async () => {
    const credentials = await client(platform.url).byPassword('a.member', 'Demo-Member-2026!')
    await client(platform.url).end(credentials)
    await expect(client(platform.url).byRefreshToken(credentials.refreshToken)).rejects.toEqual(
      code('session/ended'),
    )
  })

  it('gives the same error for a wrong password and for an unknown user', async () => {
    const wrong = client(platform.url).byPassword('a.member', 'wrong')
    const nobody = client(platform.url).byPassword('nobody', 'wrong')
    const [one, other] = await Promise.allSettled([wrong, nobody])
    expect(one).toMatchObject({ reason: { code: 'session/refused', status: 401 } })
    expect((other as PromiseRejectedResult).reason.message).toBe(
      (one as PromiseRejectedResult).reason.message,
    )
  })

  it('fails for an invalid security token: Security token is invalid (specification 5)', async () => {
    await expect(client(platform.url).exchange('forged')).rejects.toThrow(/^Security token is invalid$/)
  })
})

describe('what the client requests (specification 6)', () => {
  it('requests the scopes of the content client, and openid and offline_access for users', () => {
    expect(USER_SCOPES).toBe(
      'openid offline_access Security_Administrator ContentType_Read ContentType_Write ContentType_Delete ' +
        'Entry_Read Entry_Write Entry_Delete Project_Read Project_Write Project_Delete Workflow_Administrator',
    )
  })

  it('fetches groups with inheritance, a hundred at once, and encodes the security token', async () => {
    const bodies: string[] = []
    const server = await aFaultServer((request, response) => {
      request.on('data', (chunk) => bodies.push(String(chunk)))
      request.on('end', () =>
        sendJson(response, {
          id: 'u1',
          items: [],
          LogonResult: 0,
          ApplicationData: [{ Key: 'ContensisSecurityRefreshToken', Value: 'r1' }],
        }),
      )
    })
    await client(server.url).user('bearer')
    expect(server.requests.map(({ url }) => url)).toContain(
      '/api/security/users/@current/groups?includeInherited=true&pageIndex=0&pageSize=100',
    )
    expect(await client(server.url).exchange('a+b/c')).toBe('r1')
    expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ securityToken: 'a%2Bb%2Fc' })
    await server.close()
  })
})

describe('a platform that fails (specification 8, Accounts and routing)', () => {
  let server: FaultServer
  afterEach(() => server.close())
  const answering = async (status: number, data: unknown) => {
    server = await aFaultServer((_request, response) => sendJson(response, data, status))
    return client(server.url)
  }

  it.each([
    [200, { LogonResult: 1 }, 'Security token is invalid'],
    [200, { LogonResult: 1, ApplicationData: null }, 'Security token is invalid'],
    [200, { LogonResult: 0 }, 'Fetch credentials: Unable to find ContensisSecurityRefreshToken'],
    [
      200,
      { LogonResult: 0, ApplicationData: [{ Key: 'Other', Value: 'x' }] },
      'Fetch credentials: Unable to find ContensisSecurityRefreshToken',
    ],
    [500, {}, 'Fetch credentials error: 500 Internal Server Error'],
    [404, {}, 'Fetch credentials error: 404 Not Found'],
    [200, 'no object', 'Failed to fetch credentials'],
  ])('a security token answered with %p %j: %s', async (status, data, message) => {
    await expect((await answering(status, data)).exchange('t')).rejects.toThrow(message)
  })

  it('a security token that cannot be exchanged: Failed to fetch credentials', async () => {
    server = await aFaultServer((_request, response) => response.destroy())
    await expect(client(server.url).exchange('t')).rejects.toThrow('Failed to fetch credentials')
  })

  it('raises the error text of the token answer as an authentication error', async () => {
    const refusing = await answering(400, { error: 'invalid_grant', error_description: 'Account is locked' })
    await expect(refusing.byPassword('a', 'b')).rejects.toMatchObject({
      code: 'session/refused',
      message: 'Account is locked',
    })
  })

  it.each([[{ error: 'invalid_grant' }], [{ error: 'invalid_grant', error_description: null }]])(
    'a refresh refused with %j ends the session',
    async (data) => {
      await expect((await answering(400, data)).byRefreshToken('t')).rejects.toEqual(code('session/ended'))
    },
  )

  it.each([[{}], [{ refresh_token: null }], [{ refresh_token: '' }]])(
    'a refresh answered without a new refresh token (%j) goes on with the one it has',
    async (data) => {
      const granting = await answering(200, { access_token: 'x', expires_in: 3_600, ...data })
      expect(await granting.byRefreshToken('t')).toMatchObject({ bearerToken: 'x', refreshToken: 't' })
    },
  )

  it('a session whose refresh token goes on has ended when the platform refuses that token later', async () => {
    const store = createMemoryStore()
    let platform = await answering(200, { access_token: 'x', expires_in: 3_600 })
    const refresher = createRefresher({
      store: { ...store, set: (key, value, ms) => store.set(key, value, key.includes('result') ? 1 : ms) },
      sealer: { seal: () => '', open: () => null },
      byRefreshToken: (token) => platform.byRefreshToken(token),
    })
    expect(await refresher.refresh('id', 't')).toMatchObject({ refreshToken: 't' })
    await server.close()
    await until(async () => (await store.count('waited', 60_000)).count > 2)
    platform = await answering(400, { error: 'invalid_grant' })
    await expect(refresher.refresh('id', 't')).rejects.toEqual(code('session/ended'))
  })

  it('reads an answer after a byte order mark', async () => {
    server = await aFaultServer((_request, response) =>
      response.end('\ufeff{"access_token":"x","expires_in":3600,"refresh_token":"y"}'),
    )
    expect(await client(server.url).byPassword('a', 'b')).toMatchObject({ bearerToken: 'x' })
  })

  it('a sign-in without a refresh token is none', async () => {
    const granting = await answering(200, { access_token: 'x', expires_in: 3_600 })
    await expect(granting.byPassword('a', 'b')).rejects.toEqual(code('session/unavailable'))
  })

  it.each([
    [500, {}],
    [502, { error: 'invalid_grant' }],
    [503, {}],
    [200, {}],
    [200, { access_token: 'x' }],
    [400, { error: 'invalid_client' }],
    [429, {}],
    [200, 'text'],
  ])('a refresh answered with %p %j ends no session', async (status, data) => {
    await expect((await answering(status, data)).byRefreshToken('t')).rejects.toEqual(
      code('session/unavailable'),
    )
  })

  it('a refresh without an answer in time ends no session', async () => {
    server = await aFaultServer(() => undefined)
    await expect(client(server.url).byRefreshToken('t')).rejects.toEqual(code('session/unavailable'))
  })

  it('too many attempts at the platform are not reported as a wrong password', async () => {
    await expect((await answering(429, {})).byPassword('a', 'b')).rejects.toEqual(code('session/limited'))
  })

  it('too many attempts at the platform: the error has the waiting time if the platform gives one', async () => {
    server = await aFaultServer((_request, response) => {
      response.setHeader('retry-after', '90')
      sendJson(response, {}, 429)
    })
    await expect(client(server.url).byPassword('a', 'b')).rejects.toMatchObject({
      code: 'session/limited',
      details: { retryAfterSeconds: 90 },
    })
  })

  it('refuses answers over a quarter of a megabyte, and redirects', async () => {
    server = await aFaultServer((_request, response) => response.end('x'.repeat(300_000)))
    await expect(client(server.url).byRefreshToken('t')).rejects.toEqual(code('session/unavailable'))
    await server.close()
    server = await aFaultServer((_request, response) => {
      response.writeHead(302, { location: '/elsewhere' })
      response.end()
    })
    await expect(client(server.url).byRefreshToken('t')).rejects.toEqual(code('session/unavailable'))
    expect(server.requests).toHaveLength(1)
  })
})
