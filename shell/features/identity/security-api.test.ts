import type { AskSecurity, SecurityCall } from './identity-fetch.server.ts'
import { createAdminToken } from './security-api.server.ts'

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
  it('asks with the key of the site for the scopes of the content client, but neither openid nor offline_access', async () => {
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

  it('asks for less where the site says so', async () => {
    const { asked, ask } = aPlatform()
    const key = { ...KEY, scope: 'Security_Administrator' }
    await createAdminToken('https://cms.example', key, ask, () => 0).read()
    expect((asked[0]?.body as URLSearchParams).get('scope')).toBe('Security_Administrator')
  })

  it('is kept until a minute before it ends, and fetched once for all who wait', async () => {
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

  it('is a new one after the platform has refused it', async () => {
    const { ask } = aPlatform()
    const token = createAdminToken('https://cms.example', KEY, ask, () => 0)
    await token.read()
    token.drop()
    expect(await token.read()).toBe('token-2')
  })
})
