import { createHash } from 'node:crypto'
import { aFaultServer, aPlatform, sendJson, type TestPlatform } from '@tessera/shared/testing'
import { aFormSite, type FormSite } from '../forms/testing/a-form-site.ts'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const HOST = 'https://www.elsewhere.example'
const POST = '/embed/REST/UI/FormsModule/postform/72/0'
const DATA = '/embed/api/data/mfe-content/form?formId=1001&language=en-GB'

let site: FormSite
beforeAll(async () => {
  site = await aFormSite({ embedOrigins: [HOST, 'http://localhost:8123'] })
})
afterAll(() => site.close())

/** Sends a request as a page of another origin does. */
const from = (origin: string | null, path: string, init: RequestInit = {}) =>
  fetch(`${site.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      'sec-fetch-site': 'cross-site',
      ...(origin !== null && { origin }),
      ...(init.headers as Record<string, string> | undefined),
    },
  })
const post = (origin: string | null, fields: Readonly<Record<string, string>>, headers = {}, query = '') =>
  from(origin, POST + query, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-form': 'classic/1', ...headers },
  })
const allowedOrigin = ({ headers }: Response) => headers.get('access-control-allow-origin')

describe('a page of another site that may embed forms (docs/decisions/0069)', () => {
  it('is given what everybody may know of a form, in the language that it names, and no cache keeps it', async () => {
    const answer = await from(HOST, DATA)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ formId: '1001', language: 'en-GB' })
    expect(allowedOrigin(answer)).toBe(HOST)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/)
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })
  it('is given what forms are posted with', async () => {
    const gate = (await (await from(HOST, '/embed/gate')).json()) as { readonly hidden: object }
    expect(gate).toMatchObject({ trapField: 'contact_me_by_fax' })
    expect(Object.keys(gate.hidden)).toEqual(['x-form-stamp'])
  })
  it('may say what it sends before it does, and nothing of cookies', async () => {
    const answer = await from(HOST, POST, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-form' },
    })
    expect(answer.status).toBe(204)
    expect(allowedOrigin(answer)).toBe(HOST)
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/x-form.*x-form-stamp/)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })
  it('posts a form, which is checked and kept as one of a page of the site is', async () => {
    const answer = await post(HOST, { name: 'Ada' })
    expect([answer.status, allowedOrigin(answer)]).toEqual([200, HOST])
    expect(await answer.json()).toMatchObject({ success: true, formPostId: expect.anything() as unknown })
    const refused = await post(HOST, { name: '' })
    expect([refused.status, allowedOrigin(refused)]).toEqual([422, HOST])
    expect(await refused.json()).toMatchObject({ issues: [{ fieldId: 'name' }] })
  })
  it('posts one form once, however often it is sent under one key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(HOST, { name: 'Once' }, { 'idempotency-key': 'embedded-once' })),
    )
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as readonly {
      readonly formPostId: unknown
    }[]
    expect(new Set(bodies.map(({ formPostId }) => formPostId)).size).toBe(1)
  })
  it('sends the files that its form named, by a grant in a header, and no others', async () => {
    const cms = await aFaultServer((request, response) => {
      request.resume().once('end', () => sendJson(response, { success: true, formPostId: 7 }))
    })
    const withFiles = await aFormSite({ embedOrigins: [HOST], cmsUrl: cms.url })
    const send = (path: string, body: BodyInit, headers: Record<string, string>) =>
      fetch(`${withFiles.url}${path}`, {
        method: 'POST',
        body,
        headers: { origin: HOST, 'sec-fetch-site': 'cross-site', ...headers },
      })
    const fields = new URLSearchParams({ name: 'Ada', 'file_ctrl_13-72': 'note.txt' })
    const named = await send(POST, fields, { 'x-form': 'classic/1' })
    const grant = named.headers.get('x-form-files') ?? ''
    expect(grant).not.toBe('')
    expect(named.headers.get('access-control-expose-headers')).toMatch(/x-form-files/)
    const upload = async (headers: Record<string, string>, id = '13') => {
      const body = new FormData()
      body.set('formElementID', id)
      body.set('formPostID', '7')
      body.set('formVersionID', '72')
      body.set('jUploadFile1', new Blob(['hello']), 'note.txt')
      return (await send('/embed/REST/UI/FormsModule/UploadFile', body, headers)).status
    }
    const held = { 'x-form-files': grant }
    expect(await upload(held)).toBe(200)
    expect(await upload(held, '14')).toBe(403)
    expect(await upload({})).toBe(403)
    const name = createHash('sha256').update('7').digest('base64url').slice(0, 8)
    expect(await upload({ cookie: `form-files-${name}=${grant}` })).toBe(403)
    await withFiles.close()
    await cms.close()
  })
  it('sets no cookie and is anonymous, whatever credentials it sends', async () => {
    const mine = { cookie: 'sid=1; form-files-2=2', authorization: 'Bearer 3', 'x-made-for': 'member' }
    const answers = [await post(HOST, { name: 'Ada' }, mine), await from(HOST, DATA, { headers: mine })]
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
    for (const { headers } of answers) expect(headers.getSetCookie()).toEqual([])
  })
  it('is given published content alone, where pages of the site show drafts, too', async () => {
    const host = 'preview.larkmoor.example'
    const titles = `{ titles: async (r) => (await r.client.search({
      where: [{ field: 'sys.contentTypeId', equalTo: 'contentPage' }], pageSize: 100, fields: ['entryTitle'],
    })).items.map(({ entryTitle }) => entryTitle ?? null) }`
    const shell = await aShell({
      platformUrl: site.platform.url,
      remotes: [aContentRemote({ data: titles })],
      options: {
        previewAccessToken: 'larkmoor-demo-preview',
        preview: { hosts: [host], secrets: ['a-secret-of-at-least-32-characters-1'], frameOrigins: [] },
        site: { embedOrigins: [HOST] },
      },
    })
    const ask = async (path: string, headers: Record<string, string>) =>
      (await shell.get(`${path}/api/data/mfe-content/titles`, headers)).json<readonly string[]>()
    const published = await ask('', {})
    expect(published.length).toBeGreaterThan(0)
    expect(await ask('', { host })).not.toEqual(published)
    expect(await ask('/embed', { host, origin: HOST })).toEqual(published)
    await shell.close()
  })
})

/** Two other sites with site keys of their own, one without, and a verifier that answers as reCAPTCHA does. */
describe('a form with a captcha on pages of other sites (docs/decisions/0086)', () => {
  const [ONE, TWO, NONE] = ['https://one.example', 'https://two.example', HOST] as const
  const FORM = { 'x-form': 'classic/captcha' }
  let verifier: TestPlatform
  let secured: FormSite
  let count = 0
  beforeAll(async () => {
    verifier = await aPlatform()
    const folder = `${verifier.url}/api/platform/captcha/`
    secured = await aFormSite({
      embedOrigins: [ONE, TWO, NONE],
      captchaSecret: 'demo-secret',
      captchaSecrets: { [ONE]: 'demo-secret-one', [TWO]: 'demo-secret-two' },
      forms: {
        captcha: {
          ...{
            verifyUrl: `${folder}siteverify`,
            scriptUrl: `${folder}api.js`,
            scripts: [folder],
            frames: [],
          },
          origins: { [ONE]: { siteKey: 'demo-site-key-one' }, [TWO]: { siteKey: 'demo-site-key-two' } },
        },
      },
    })
  })
  afterAll(async () => {
    await secured.close()
    await verifier.close()
  })

  const solved = (key: string, host = 'localhost') => `demo-once-${(count += 1)} demo-site-key${key} ${host}`
  const ask = (path: string, headers: Record<string, string>, body?: URLSearchParams) =>
    fetch(secured.url + path, { headers, redirect: 'manual', ...(body && { method: 'POST', body }) })
  /** Posts a form from a page of an origin with this token; gives the error code, or null once the form was sent. */
  const sendFrom = async (origin: string, token: string, more: Record<string, string> = {}) => {
    const isOwn = origin === secured.url
    const answer = await ask(
      isOwn ? POST.replace('/embed', '') : POST,
      { origin, 'sec-fetch-site': isOwn ? 'same-origin' : 'cross-site', ...FORM, ...more },
      new URLSearchParams({ name: 'Ada', captchaResponse: JSON.stringify({ Response: token }) }),
    )
    return answer.ok ? null : ((await answer.json()) as { readonly code: string }).code
  }
  const [REFUSED, UNSOLVED] = ['gateway/captcha-refused', 'gateway/captcha-unsolved']

  it('is shown with the key of its origin; where it has none the gate names none', async () => {
    const gateOf = async (headers: Record<string, string>) =>
      ((await (await ask('/embed/gate', headers)).json()) as { captcha?: { siteKey: string } }).captcha
        ?.siteKey
    const from = (origin: string) => gateOf({ origin, 'sec-fetch-site': 'cross-site' })
    expect(await Promise.all([ONE, TWO, NONE].map(from))).toEqual([
      'demo-site-key-one',
      'demo-site-key-two',
      undefined,
    ])
    expect(await gateOf({ 'sec-fetch-site': 'same-origin' })).toBeUndefined()
  })
  it('is sent once it is solved there, and what was solved elsewhere proves nothing', async () => {
    expect(await sendFrom(ONE, solved('-one'))).toBeNull()
    expect(await sendFrom(TWO, solved('-two'))).toBeNull()
    expect(await sendFrom(secured.url, solved(''))).toBeNull()
    expect(await sendFrom(TWO, solved('-one'))).toBe(REFUSED)
    expect(await sendFrom(ONE, solved(''))).toBe(REFUSED)
    expect(await sendFrom(secured.url, solved('-one'))).toBe(REFUSED)
    for (const key of ['', '-one', '-two']) expect(await sendFrom(NONE, solved(key))).toBe(UNSOLVED)
    expect(await sendFrom(ONE, '')).toBe(UNSOLVED)
    expect(await sendFrom(ONE, 'demo-expired')).toBe(REFUSED)
  })
  it('was not proved in a frame of this site where the verifier reports another host', async () => {
    expect(await sendFrom(ONE, solved('-one', 'www.elsewhere.example'))).toBe(REFUSED)
    expect(await sendFrom(ONE, solved('-one', 'one.example'))).toBe(REFUSED)
  })
  it('is proved once, and for its origin alone even under one submission’s key', async () => {
    const [token, key] = [solved('-one'), { 'idempotency-key': 'one-submission' }]
    expect(await sendFrom(ONE, token, key)).toBeNull()
    expect(await sendFrom(TWO, token, key)).toBe(REFUSED)
    expect(await sendFrom(secured.url, token, key)).toBe(REFUSED)
    expect(await sendFrom(ONE, token)).toBe(REFUSED)
  })
  it('has its widget in a document of this site that pages of its origin alone may hold, with a policy of its own', async () => {
    const answer = await ask(`/embed/captcha?origin=${encodeURIComponent(ONE)}&language=cy`, {})
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([200, null])
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'self' ${verifier.url}/api/platform/captcha/`,
      "frame-src 'none'",
      "connect-src 'none'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${ONE}`,
      "require-trusted-types-for 'script'",
      'trusted-types tessera-captcha',
    ])
    const text = await answer.text()
    expect(text).toMatch(/data-site-key="demo-site-key-one"[^>]* data-page="https:\/\/one.example"/)
    expect(text).not.toMatch(/secret/)
    expect(answer.headers.getSetCookie()).toEqual([])
  })
  it.each([NONE, 'https://evil.example', 'constructor', '', `${ONE}&origin=${TWO}`])(
    'has none for a page of %s',
    async (origin) => {
      const answer = await ask(`/embed/captcha?origin=${origin}`, {})
      expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([404, 'DENY'])
    },
  )
})

describe('an origin without permission', () => {
  const strangers: readonly (string | null)[] = [
    'https://evil.example',
    'null',
    null,
    'https://www.elsewhere.example.evil.example',
    'https://evil-www.elsewhere.example',
    'https://elsewhere.example',
    'https://a.www.elsewhere.example',
    'http://www.elsewhere.example',
    'https://www.elsewhere.example:8443',
    'https://www.elsewhere.example:443',
    'https://www.elsewhere.example/',
    'https://www.elsewhere.example@evil.example',
    'HTTPS://WWW.ELSEWHERE.EXAMPLE',
    'https://www.elsewhere.example, https://evil.example',
    'http://localhost:8124',
    'http://127.0.0.1:8123',
  ]
  it.each(strangers)(
    '%s is told a clear 403 at every address, and no browser lets it read anything',
    async (origin) => {
      const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }
      const answers = await Promise.all([
        from(origin, DATA),
        from(origin, '/embed/gate'),
        from(origin, POST, preflight),
        post(origin, { name: 'Ada' }),
        from(origin, '/embed/REST/UI/FormsModule/sendnotification/72/1', { method: 'POST' }),
      ])
      for (const answer of answers) {
        expect([answer.status, allowedOrigin(answer)]).toEqual([403, null])
        expect(await answer.text()).toMatch(/This site may not be embedded there/)
      }
    },
  )
  it('may not post to the addresses of the site itself either, nor may a site that embeds', async () => {
    for (const origin of [HOST, 'https://evil.example']) {
      const answer = await from(origin, '/REST/UI/FormsModule/postform/72/0', {
        method: 'POST',
        body: new URLSearchParams({ name: 'Ada' }),
        headers: { 'x-form': 'classic/1' },
      })
      expect([answer.status, allowedOrigin(answer)]).toEqual([403, null])
    }
  })
  it('is every other origin where the configuration names none', async () => {
    const closed = await aFormSite()
    const ask = (headers: Record<string, string>) => fetch(`${closed.url}/embed/gate`, { headers })
    expect((await ask({ origin: HOST, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    await closed.close()
  })
})

describe('the stable address of an embed', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    const embed = { name: 'forms', code: 'export const here = 1' }
    const forms = { app: 'mfe-forms', version: '1.2.3', embed, manifest: { stateKeys: ['form'] } }
    const search = {
      app: 'mfe-search',
      version: '2.0.0',
      embed: { name: 'search', code: '', hosted: { react: '', search: '' } },
      manifest: { stateKeys: ['search'] },
    }
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote(), forms, search] })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  it('is kept shortly, and imports the live release by an address that is kept for ever', async () => {
    const answer = await shell.get('/embed/forms.js')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'access-control-allow-origin': '*',
    })
    const [, address = ''] = /from '([^']+)'/.exec(answer.body) ?? []
    const { pathname } = new URL(address, 'http://localhost/embed/forms.js')
    expect(pathname).toBe('/_mfe/mfe-forms/1.2.3/web/embed/forms.js')
    const entry = await shell.get(pathname)
    expect([entry.statusCode, entry.body]).toEqual([200, 'export const here = 1'])
    expect(entry.headers['cache-control']).toMatch(/immutable/)
  })
  it('as a federated module shares nothing, and lets what stands beside the scripts choose by what its first host shares', async () => {
    const { statusCode, headers, body } = await shell.get('/embed/remoteEntry.js')
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*'])
    // The scripts themselves can be loaded only in a browser, so `import()` is replaced.
    const code = body.replace(
      /import\((.*)\)/,
      'Promise.resolve({ load: async (scope) => ({ from: $1, scope }) })',
    )
    const container = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      readonly init: (shared: object) => unknown
      readonly get: (name: string) => Promise<() => unknown>
    }
    expect((await container.get('./forms'))()).toEqual({ from: './hosted/forms.js', scope: undefined })
    const shared = {}
    container.init(shared)
    container.init({ another: {} })
    expect(shared).toEqual({})
    const made = (await container.get('./forms'))() as { readonly scope: object }
    expect(made).toEqual({ from: './hosted/forms.js', scope: {} })
    expect(made.scope).toBe(shared)
    await expect(container.get('https://evil.example/x')).rejects.toThrow('There is no')
  })
  it('chooses for a federated module by addresses that are kept for ever; a release without a choice has its own React', async () => {
    const before = await shell.get('/embed/hosted/forms.js')
    expect(before.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=60, stale-while-revalidate=600',
      'access-control-allow-origin': '*',
    })
    expect(before.body).toBe(
      "export const load = () => import('../../_mfe/mfe-forms/1.2.3/web/embed/forms.js')\n",
    )
    const { body } = await shell.get('/embed/hosted/search.js')
    const addresses = [...body.matchAll(/'([^']+)'/g)].map(
      ([, address = '']) => new URL(address, 'http://localhost/embed/hosted/search.js').pathname,
    )
    const folder = '/_mfe/mfe-search/2.0.0/web/embed/'
    expect(addresses).toEqual([`${folder}hosted/react.js`, `${folder}hosted/search.js`, `${folder}search.js`])
    for (const address of addresses) expect((await shell.get(address)).statusCode).toBe(200)
    const script = (isTaken: boolean) =>
      body
        .replace(/^import .*/, `const takeReact = async (scope) => scope === 'shared' && ${isTaken}`)
        .replace(/import\(/g, 'String(')
    const chosen = async (isTaken: boolean) => {
      const code = `data:text/javascript,${encodeURIComponent(script(isTaken))}`
      const { load } = (await import(code)) as { readonly load: (scope: unknown) => Promise<string> }
      return (await load('shared')).split('/embed/').at(-1)
    }
    expect(await Promise.all([chosen(true), chosen(false)])).toEqual(['hosted/search.js', 'search.js'])
  })
  it.each([
    '/embed/other.js',
    '/embed/constructor.js',
    '/embed/forms.js.map',
    '/embed/..%2Fforms.js',
    '/embed/react.js',
    '/embed/hosted/react.js',
    '/embed/hosted/remoteEntry.js',
  ])('%s is no address of an embed', async (url) => {
    expect((await shell.get(url)).statusCode).toBe(404)
  })
})
