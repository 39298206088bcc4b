import type { IdentityAnswer, IdentityFetch } from './identity-fetch.server.ts'
import { createIdentityClient } from './identity-client.server.ts'

type IdentityCall = Parameters<IdentityFetch>[1]

const SCOPES =
  'openid offline_access Security_Administrator ContentType_Read ContentType_Write ContentType_Delete ' +
  'Entry_Read Entry_Write Entry_Delete Project_Read Project_Write Project_Delete Workflow_Administrator'
const GRANT = { access_token: 'bearer-1', expires_in: 3_600, refresh_token: 'refresh-1' }

/** A client whose calls are answered by path, and the calls that it made. */
function aClient(answers: Readonly<Record<string, Partial<IdentityAnswer>>>, isFederated = false) {
  const calls: (IdentityCall & { readonly url: string })[] = []
  const client = createIdentityClient({
    cmsUrl: 'https://cms.example',
    staffDomain: 'vendor.example',
    isFederated,
    now: () => 1_000,
    fetchAnswer: async (url, call) => {
      calls.push({ url, ...call })
      const answer = answers[new URL(url).pathname]
      return { status: 200, statusText: 'OK', data: null, text: '', classicToken: null, ...answer }
    },
  })
  return { client, calls }
}
const fieldsOf = ({ body }: IdentityCall) => Object.fromEntries(body as URLSearchParams)

const TOKENS = { '/authenticate/connect/token': { data: GRANT, classicToken: 'classic-1' } }

describe('the exact calls of signing in (specification 6 and 7)', () => {
  it('requests a token by password with every scope, including openid and offline_access', async () => {
    const { client, calls } = aClient(TOKENS)
    await client.byPassword('asha', 'secret words')
    expect(calls).toMatchObject([{ method: 'POST', url: 'https://cms.example/authenticate/connect/token' }])
    expect(fieldsOf(calls[0]!)).toEqual({
      scope: SCOPES,
      grant_type: 'contensis_classic',
      username: 'asha',
      password: 'secret words',
    })
  })

  it('requests a token by refresh token with the same scopes', async () => {
    const { client, calls } = aClient(TOKENS)
    await client.byRefreshToken('refresh-0')
    expect(fieldsOf(calls[0]!)).toEqual({
      scope: SCOPES,
      grant_type: 'contensis_classic_refresh_token',
      refresh_token: 'refresh-0',
    })
  })

  it("reads the tokens and the bearer's expiry, and assumes 360 hours for the refresh token", async () => {
    const { client } = aClient(TOKENS)
    expect(await client.byPassword('asha', 'x')).toEqual({
      bearerToken: 'bearer-1',
      bearerExpiresMs: 1_000 + 3_600_000,
      refreshToken: 'refresh-1',
      refreshExpiresMs: 1_000 + 1_296_000_000,
      classicToken: 'classic-1',
    })
  })

  it.each(['access_token', 'expires_in', 'refresh_token'])(
    'treats an answer without %s as a failed sign-in',
    async (name) => {
      const { client } = aClient({ '/authenticate/connect/token': { data: { ...GRANT, [name]: undefined } } })
      await expect(client.byPassword('asha', 'x')).rejects.toMatchObject({ code: 'session/unavailable' })
    },
  )

  it('exchanges a security token for the refresh token among the application data', async () => {
    const data = {
      LogonResult: 0,
      ApplicationData: [
        { Key: 'Other', Value: 'x' },
        { Key: 'ContensisSecurityRefreshToken', Value: 'refresh-2' },
      ],
    }
    const { client, calls } = aClient({ '/REST/Contensis/Security/IsAuthenticated': { data } })
    expect(await client.exchange('a+b')).toBe('refresh-2')
    expect(calls).toMatchObject([{ method: 'POST', body: '{"securityToken":"a%2Bb"}' }])
  })

  it.each([
    [{ LogonResult: 1 }, 'Security token is invalid'],
    [{ LogonResult: 2 }, 'Security token is invalid'],
    [{ LogonResult: -1 }, 'Security token is invalid'],
    [{ LogonResult: 0 }, 'Fetch credentials: Unable to find ContensisSecurityRefreshToken'],
    ['text', 'Failed to fetch credentials'],
    [{ LogonResult: 3, ApplicationData: {} }, 'Security token is invalid'],
    [{ LogonResult: 0, ApplicationData: {} }, 'Failed to fetch credentials'],
  ])('says of the exchange %j: %s', async (data, message) => {
    const { client } = aClient({ '/REST/Contensis/Security/IsAuthenticated': { data } })
    await expect(client.exchange('x')).rejects.toMatchObject({ message })
  })

  it('gives the status of a failed exchange', async () => {
    const answer = { status: 503, statusText: 'Service Unavailable' }
    const { client } = aClient({ '/REST/Contensis/Security/IsAuthenticated': answer })
    const message = 'Fetch credentials error: 503 Service Unavailable'
    await expect(client.exchange('x')).rejects.toMatchObject({ message })
  })

  it.each([
    [false, 'RefreshToken=r%201'],
    [true, 'RefreshToken=r%201; ContensisCMSUserName=c1'],
  ])('ends what the tokens stand for, federated %j: with the cookies %s', async (isFederated, cookie) => {
    const { client, calls } = aClient({}, isFederated)
    await client.end({ refreshToken: 'r 1', classicToken: 'c1' })
    const url = 'https://cms.example/authenticate/logout?jsonResponseRequired=true'
    expect(calls).toMatchObject([{ method: 'GET', url, headers: { cookie } }])
  })
})

describe('the user of a bearer token (specification 3, User; 7)', () => {
  const ABOUT = { id: 'u1', username: 'asha', email: 'a@post.example', firstName: 'Asha', lastName: 'Roy' }
  const someGroups = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `g${index}`, name: `Group ${index}` }))
  const userOf = async (about: object = {}, groups = someGroups(1)) => {
    const { client, calls } = aClient({
      '/api/security/users/@current': { data: { ...ABOUT, ...about } },
      '/api/security/users/@current/groups': { data: { items: groups } },
    })
    return { user: await client.user('bearer-1'), calls }
  }

  it.each([
    ['500', { status: 500 }],
    ['403', { status: 403 }],
    ['401', { status: 401 }],
    ['a list without items', { data: {} }],
  ])(
    'is a user whose groups are not known where the call for groups alone gives %s',
    async (_what, groups) => {
      const { client } = aClient({
        '/api/security/users/@current': { data: ABOUT },
        '/api/security/users/@current/groups': groups,
      })
      expect(await client.user('bearer-1')).toEqual({
        ...ABOUT,
        name: 'Asha Roy',
        groups: null,
        isStaff: false,
      })
    },
  )

  it.each([401, 403])('is nobody where the call for the user gives %i', async (status) => {
    const { client } = aClient({
      '/api/security/users/@current': { status },
      '/api/security/users/@current/groups': { data: { items: [] } },
    })
    await expect(client.user('bearer-1')).rejects.toMatchObject({ code: 'session/ended' })
  })

  it('has id, names, address and groups, and is requested with its own token, with a hundred groups including inherited ones', async () => {
    const { user, calls } = await userOf()
    expect(user).toEqual({
      ...ABOUT,
      name: 'Asha Roy',
      groups: [{ id: 'g0', name: 'Group 0' }],
      isStaff: false,
    })
    const current = 'https://cms.example/api/security/users/@current'
    expect(calls.map(({ url }) => url)).toEqual([
      current,
      `${current}/groups?includeInherited=true&pageIndex=0&pageSize=100`,
    ])
    expect(calls[0]?.headers).toEqual({ authorization: 'Bearer bearer-1' })
  })

  it('is named by first and last name, by one of them, or by the user name', async () => {
    expect((await userOf({ lastName: '' })).user.name).toBe('Asha')
    expect((await userOf({ firstName: null })).user.name).toBe('Roy')
    expect((await userOf({ firstName: '', lastName: '' })).user.name).toBe('asha')
  })

  it('has a hundred groups at most', async () => {
    const { user } = await userOf({}, someGroups(130))
    expect(user.groups).toHaveLength(100)
    expect(user.groups?.at(-1)).toEqual({ id: 'g99', name: 'Group 99' })
  })

  it.each([
    ['e.lloyd@vendor.example', true],
    ['E.Lloyd@VENDOR.example', true],
    ['e.lloyd@notvendor.example', false],
    ['e.lloyd@mail.vendor.example', false],
    ['e.lloyd@vendor.example.org', false],
    ['vendor.example', false],
    ['', false],
  ])('with the address %j is of the vendor’s staff: %j', async (email, isStaff) => {
    expect((await userOf({ email })).user.isStaff).toBe(isStaff)
  })
})
