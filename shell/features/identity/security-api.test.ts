import { askSecurity, type AskSecurity, type SecurityCall } from './identity-fetch.server.ts'
import { createAdminToken, createSecurityApi } from './security-api.server.ts'

const KEY = { clientId: 'site', clientSecret: 'sample-secret' }

/** A platform that issues tokens for an hour, and records the calls. */
function aPlatform() {
  const asked: SecurityCall[] = []
  const ask: AskSecurity = async (call) => {
    asked.push(call)
    return { status: 200, data: { access_token: `token-${asked.length}`, expires_in: 3_600 } }
  }
  return { asked, ask }
}

describe("the site's own token (specification 6 and 7)", () => {
  it("requests with the site's key the scopes of the content client, but neither openid nor offline_access", async () => {
    const { asked, ask } = aPlatform()
    await createAdminToken('https://cms.example', KEY, ask, () => 0).read()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: 'https://cms.example/authenticate/connect/token',
    })
    expect(Object.fromEntries(asked[0]?.body as URLSearchParams)).toEqual({
      grant_type: 'client_credentials',
      client_id: 'site',
      client_secret: 'sample-secret',
      scope:
        'Security_Administrator ContentType_Read ContentType_Write ContentType_Delete ' +
        'Entry_Read Entry_Write Entry_Delete Project_Read Project_Write Project_Delete Workflow_Administrator',
    })
  })

  it('requests fewer scopes if the site is configured so', async () => {
    const { asked, ask } = aPlatform()
    const key = { ...KEY, scope: 'Security_Administrator' }
    await createAdminToken('https://cms.example', key, ask, () => 0).read()
    expect((asked[0]?.body as URLSearchParams).get('scope')).toBe('Security_Administrator')
  })

  it('is cached until a minute before it expires, and fetched once for all waiting requests', async () => {
    const { asked, ask } = aPlatform()
    let now = 0
    const token = createAdminToken('https://cms.example', KEY, ask, () => now)
    expect(await Promise.all([token.read(), token.read()])).toEqual(['token-1', 'token-1'])
    now = 3_539_999
    expect(await token.read()).toBe('token-1')
    now = 3_540_000
    expect(await token.read()).toBe('token-2')
    expect(asked).toHaveLength(2)
  })

  it('is requested again after the platform has refused it', async () => {
    const { ask } = aPlatform()
    const token = createAdminToken('https://cms.example', KEY, ask, () => 0)
    await token.read()
    token.drop()
    expect(await token.read()).toBe('token-2')
  })
})

describe('a change of password that the platform refuses because there were too many attempts', () => {
  const { fetch: real } = globalThis
  afterEach(() => void (globalThis.fetch = real))
  const refusedWith = (headers: Record<string, string>, status = 429) => {
    globalThis.fetch = async () => Response.json({ message: 'Too many attempts' }, { status, headers })
    const token = { read: async () => 'site', drop: () => undefined }
    return createSecurityApi('https://cms.example', token, askSecurity)
      .changePassword('bearer', 'u1', 'old', 'new')
      .catch((thrown: unknown) => thrown)
  }

  it('is reported as such, with the waiting time if the platform gives one', async () => {
    expect(await refusedWith({ 'retry-after': '90' })).toMatchObject({
      code: 'account/limited',
      status: 429,
      details: { retryAfterSeconds: 90 },
    })
    expect(await refusedWith({})).toMatchObject({ code: 'account/limited', details: {} })
  })

  it('does not count as a failure of the platform, as other answers do', async () => {
    expect(await refusedWith({}, 503)).toMatchObject({ code: 'account/unavailable' })
    expect(await refusedWith({}, 404)).toMatchObject({ code: 'account/unavailable' })
  })
})

describe('a user who is looked for (specification 7)', () => {
  it.each(['.', '..'])('is not found by %j, without a call to the platform', async (name) => {
    const { asked, ask } = aPlatform()
    const token = { read: async () => 'site', drop: () => undefined }
    expect(await createSecurityApi('https://cms.example', token, ask).findUser(name)).toBeNull()
    expect(asked).toEqual([])
  })
})
