import { aFaultServer, aPlatform, sendJson, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const SITE = { alerts: { contentType: 'alert' } }
const ICE = 'Ice on the higher roads'
const HOUR_MS = 3_600_000

interface Written {
  readonly sys: { readonly id: string }
}

/** A function that publishes an alert as an author does, and returns a function that unpublishes it. */
async function anAuthor(platformUrl: string) {
  const answer = await fetch(`${platformUrl}/authenticate/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: '5d0c6a0e-2f0b-4f0e-9a53-1a7b2c3d4e01',
      client_secret: 'larkmoor-demo-shared-secret',
    }),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token: string }
  const call = async (method: string, entryPath: string, body?: object): Promise<Response> =>
    fetch(`${platformUrl}/api/management/projects/website/entries${entryPath}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return async (fields: object): Promise<() => Promise<unknown>> => {
    const sys = { contentTypeId: 'alert', language: 'en-GB' }
    const made = (await (await call('POST', '', { ...fields, sys })).json()) as Written
    const { id } = made.sys
    await call('POST', `/${id}/workflow/events`, { event: 'draft.publish', language: 'en-GB' })
    return () => call('DELETE', `/${id}`)
  }
}

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

describe('alerts of a site (docs/decisions/0060)', () => {
  let platform: TestPlatform
  let shell: TestShell
  let publish: Awaited<ReturnType<typeof anAuthor>>
  beforeAll(async () => {
    platform = await aPlatform()
    publish = await anAuthor(platform.url)
    // Content answers are never fresh in the cache, so that an author's changes are visible at once.
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote()],
      options: { site: SITE },
      limits: { freshMs: 0 },
    })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  it('stand in the markup of every page in its language, with their level in words, and one that is over does not', async () => {
    const { body } = await shell.get('/services')
    expect(body).toMatch(/<section class="a-bar a-warning" aria-labelledby="([^"]+)" data-alert="[^"]+">/)
    expect(body).toContain('>Warning:<')
    expect(body).toContain(ICE)
    expect(body).toContain('href="/services/roads-and-parking/winter-gritting"')
    expect(body).not.toContain('bank holiday')
    const welsh = (await shell.get('/cy/gwasanaethau')).body
    expect(welsh).toContain('Rhew ar y ffyrdd uwch')
    expect(welsh).not.toContain(ICE)
  })

  it('stand above pages that are not there, and above one that cannot be made', async () => {
    const missing = await shell.get('/no-such-page')
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain(ICE)
    const refused = await shell.get('/%ff')
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain(ICE)
  })

  it('are named in the state of a page, and their type among what the page is made from', async () => {
    const state = JSON.parse((await shell.get('/services?redux=true')).body) as {
      readonly page: { readonly alerts?: string }
    }
    expect(state.page.alerts).toMatch(/^[\w-]+@1\.0$/)
    expect((await shell.get('/services')).headers['surrogate-key']).toContain('_ct_website_alert')
  })

  it('allow no inline script but their own in the script policy', async () => {
    const policy = String((await shell.get('/services')).headers['content-security-policy'])
    expect(policy.match(/'sha256-/g)).toHaveLength(4)
    expect(policy).not.toContain('unsafe-inline')
  })

  it('say to caches in front when the next of them begins or ends', async () => {
    const remove = await publish({ title: 'Until tonight', until: inMs(HOUR_MS / 2) })
    const soon = String((await shell.get('/services')).headers['surrogate-control'])
    expect(soon).toMatch(/^max-age=1[78]\d\d, must-revalidate$/)
    await remove()
    const later = await publish({ title: 'From tonight', from: inMs(HOUR_MS / 4) })
    expect((await shell.get('/services')).body).not.toContain('From tonight')
    expect((await shell.get('/services')).headers['surrogate-control']).toMatch(
      /^max-age=[89]\d\d, must-revalidate$/,
    )
    await later()
    const long = await publish({ title: 'For a week', until: inMs(7 * 24 * HOUR_MS) })
    expect((await shell.get('/services')).headers['surrogate-control']).toBe('max-age=3600')
    await long()
  })
})

describe('a site without alerts', () => {
  let platform: TestPlatform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())

  it('since they cannot be had, shows its pages, and keeps none of them for long', async () => {
    const faulty = await aFaultServer(({ url = '', headers }, response) => {
      if (url.includes('alert')) return sendJson(response, {}, 500)
      const { accesstoken } = headers
      void fetch(`${platform.url}${url}`, { headers: { accesstoken: String(accesstoken) } }).then(
        async (answer) => sendJson(response, await answer.json(), answer.status),
      )
    })
    const shell = await aShell({
      platformUrl: faulty.url,
      remotes: [aContentRemote()],
      options: { site: SITE },
    })
    const { statusCode, headers } = await shell.get('/services')
    await shell.close()
    await faulty.close()
    expect([statusCode, headers['surrogate-control']]).toEqual([200, 'max-age=30'])
  })

  it('since its configuration names none, asks for none and lets no script of theirs run', async () => {
    const shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
    const { body, headers } = await shell.get('/services')
    await shell.close()
    expect(body).not.toContain('data-alert')
    expect(headers['surrogate-key']).not.toContain('alert')
    expect(String(headers['content-security-policy']).match(/'sha256-/g)).toHaveLength(2)
  })
})
