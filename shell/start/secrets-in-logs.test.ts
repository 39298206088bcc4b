import { createHmac, randomBytes } from 'node:crypto'
import { aPlatform, until, type TestPlatform } from '@tessera/shared/testing'
import { aCookieJar } from '../features/identity/testing/cookie-jar.ts'
import { WEBHOOK_PATH } from '../features/content-webhook/content-webhook.server.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

const SECRETS = {
  accessToken: 'larkmoor-demo-published',
  previewAccessToken: 'larkmoor-demo-preview',
  webhook: 'webhook-secret-of-a-good-length-7f3a',
  preview: 'preview-secret-of-a-good-length-32-chars',
  sessionKey: randomBytes(32).toString('base64url'),
  password: 'Demo-Member-2026!',
  wrongPassword: 'not-the-password-7f3a',
  linkToken: 'token-of-a-message-7f3a',
  posted: 'what-a-visitor-typed-7f3a',
  purge: 'password-of-a-cache-7f3a',
}

let platform: TestPlatform
let shell: TestShell
beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [
      aContentRemote(),
      {
        app: 'mfe-account',
        manifest: {
          staticRoutes: [{ path: '/account/login', view: 'sign-in', hydrate: 'never', private: true }],
        },
      },
    ],
    options: {
      previewAccessToken: SECRETS.previewAccessToken,
      preview: { secrets: [SECRETS.preview] },
      webhookSecrets: [SECRETS.webhook],
      sessions: { keys: [SECRETS.sessionKey] },
      purgeUrls: [`http://purger:${SECRETS.purge}@127.0.0.1:1/`],
    },
  })
}, 60_000)
afterAll(() => shell.close())

const post = (url: string, fields: object, headers: Record<string, string> = {}) =>
  shell.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams({ ...fields }).toString(),
  })

it('no secret, token, password or cookie is in the log, whatever goes well or wrong (reference security 5)', async () => {
  const jar = aCookieJar()
  const signIn = await post('/account/login', { username: 'a.member', password: SECRETS.password })
  jar.keep(signIn.headers['set-cookie'])
  expect(jar.get('RefreshToken')).toBeDefined()
  const cookie = jar.header()
  await shell.get('/your-council/members-area', { cookie, authorization: `Bearer ${SECRETS.accessToken}` })
  await post('/account/login', { username: 'a.member', password: SECRETS.wrongPassword })
  await post(`/account/reset-password?token=${SECRETS.linkToken}`, {
    token: SECRETS.linkToken,
    newPassword: SECRETS.wrongPassword,
  })
  await shell.get(`/account/login?token=${SECRETS.linkToken}&password=${SECRETS.wrongPassword}`)
  await shell.get(`/preview-session?token=${SECRETS.linkToken}`)
  await shell.get(`/?securityToken=${SECRETS.linkToken}&accessToken=${SECRETS.linkToken}`, {
    referer: `http://localhost/account/reset-password?token=${SECRETS.linkToken}`,
  })
  await post('/REST/UI/FormsModule/postform/71/0', { answer: SECRETS.posted })
  const change = JSON.stringify({ event: 'entry.published', surrogateKeys: ['website_e_1'] })
  const seconds = Math.floor(Date.now() / 1_000)
  const mac = createHmac('sha256', SECRETS.webhook).update(`${seconds}.${change}`).digest('hex')
  await shell.app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    headers: { 'content-type': 'application/json', 'x-platform-signature': `t=${seconds},v1=${mac}` },
    payload: change,
  })
  await until(() => shell.lines.some(({ msg }) => msg === 'cache in front not purged'))
  // The platform is unreachable, so that failures log the requests.
  const { lines } = shell
  await platform.close()
  shell.platformClient.clear()
  await shell.get('/services/council-tax/pay', { cookie })
  await post('/account/login', { username: 'a.member', password: SECRETS.password })
  await post('/REST/UI/FormsModule/postform/71/0', { answer: SECRETS.posted })

  expect(lines.length).toBeGreaterThan(10)
  const log = JSON.stringify(lines)
  for (const [name, secret] of Object.entries(SECRETS))
    expect([name, log.includes(secret)]).toEqual([name, false])
  for (const name of ['sid', 'RefreshToken', 'ContensisSecurityBearerToken', 'ContensisCMSUserName'])
    expect([name, log.includes(jar.get(name) ?? 'none')]).toEqual([name, false])
})
