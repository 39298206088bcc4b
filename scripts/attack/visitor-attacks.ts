import { ask, byRequest, findLeaks, type Attack, type RequestOptions } from './attack.ts'

/** Text that becomes code or a tag where it is not escaped, and how it would look then. */
const MARKUP: readonly (readonly [what: string, text: string, raw: RegExp])[] = [
  ['a script', '<script>alert(1)</script>', /<script>alert\(1\)/],
  ['an image', '"><img src=x onerror=alert(1)>', /<img src=x/],
  ['an attribute', '" autofocus onfocus=alert(1) x="', /[^\\]" autofocus onfocus/],
  ["the end of the state's element", '</script><svg onload=alert(1)>', /<svg onload/],
  ['a pattern of replacement', "$'$&$`", /<\/html>[^]*<\/html>/i],
  ['a template', '{{7*7}}${7*7}', /\b49\b.{0,20}<\/h1>/],
]

/** Pages that show text from their address. */
const SHOWN: Readonly<Record<string, (text: string) => string>> = {
  'a search': (text) => `/search?term=${text}`,
  'a page that is not there': (text) => `/${text}`,
  'a sign-in': (text) => `/account/login?error=${text}&user=${text}&redirect_uri=/${text}`,
  'the state of a search': (text) => `/search?redux=true&term=${text}`,
}

const markup: readonly Attack[] = Object.entries(SHOWN).flatMap(([place, path]) =>
  MARKUP.map(([what, text, never]) => ({
    threat: 'markup',
    name: `${what} in ${place}`,
    async attempt(target) {
      const answer = await ask(target, path(encodeURIComponent(text)))
      const isHtml = answer.headers['content-type']?.startsWith('text/html') ?? false
      return [
        ...findLeaks(answer, target),
        ...(isHtml && never.test(answer.body) ? ['it is not escaped'] : []),
      ]
    },
  })),
)

/** Other spellings of a path, and headers that other servers have taken for permission. */
const BYPASSES: Readonly<
  Record<string, (path: string) => { readonly path: string; readonly options?: RequestOptions }>
> = {
  plainly: (path) => ({ path }),
  'as state': (path) => ({ path: `${path}?redux=true` }),
  'as state with calls': (path) => ({ path: `${path}?redux=true&includeApiCalls` }),
  'with an encoded letter': (path) => ({ path: `/%${path.charCodeAt(1).toString(16)}${path.slice(2)}` }),
  'with two slashes': (path) => ({ path: `/${path}` }),
  'with a slash behind it': (path) => ({ path: `${path}/` }),
  'with a dot': (path) => ({ path: `/.${path}` }),
  'with a semicolon': (path) => ({ path: `${path};x=.css` }),
  'in capitals': (path) => ({ path: path.toUpperCase() }),
  'as a file': (path) => ({ path: `${path}/x.css` }),
  ...Object.fromEntries(
    Object.entries({
      'x-middleware-subrequest': 'middleware:middleware:middleware',
      'x-original-url': '/',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-user': 'admin',
      'x-real-ip': '127.0.0.1',
      authorization: 'Bearer x',
      'x-entry-versionstatus': 'latest',
    }).map(([name, value]) => [
      `by ${name}`,
      (path: string) => ({ path, options: { headers: { [name]: value } } }),
    ]),
  ),
}

const members: readonly Attack[] = Object.entries(BYPASSES).map(([way, request]) => ({
  threat: 'access',
  name: `a page for members, ${way}`,
  async attempt(target) {
    if (target.membersPath === null) return null
    const { path, options } = request(target.membersPath)
    const answer = await ask(target, path, options)
    const { 'cache-control': caching = '', location = '' } = answer.headers
    const isShown = answer.status === 200
    // A redirect to the tidy address may be cached; an answer about access may not.
    const isTidying = [301, 302, 308].includes(answer.status) && !location.includes('/account/')
    const isKept = !isTidying && answer.status !== 404 && !caching.includes('no-store')
    return [
      ...findLeaks(answer, target),
      ...(isShown ? ['it is shown'] : []),
      ...(isKept && answer.status < 400 ? [`a cache may keep it: ${caching}`] : []),
    ]
  },
}))

const drafts: readonly Attack[] = [
  ['plainly', '', {}],
  ['by the parameter', '?versionStatus=latest', {}],
  ['by the header', '', { 'x-entry-versionstatus': 'latest' }],
  ['by a forwarded host', '', { 'x-forwarded-host': 'preview.localhost' }],
  ['by a cookie of its own making', '', { cookie: 'TesseraPreview=latest; __Host-TesseraPreview=latest' }],
  ['as state', '?redux=true&versionStatus=latest', {}],
].map(([way, query, headers]): Attack => ({
  threat: 'drafts',
  name: `a draft, ${String(way)}`,
  async attempt(target) {
    if (target.draftPath === null) return null
    const options = { headers: headers as Record<string, string> }
    const draft = await ask(target, `${target.draftPath}${String(query)}`, options)
    const nothing = await ask(
      target,
      `/preview/00000000-0000-4000-8000-000000000000${String(query)}`,
      options,
    )
    return [
      ...findLeaks(draft, target),
      ...(draft.status === 200 ? ['it is shown'] : []),
      ...(draft.status === nothing.status ? [] : ['it is told apart from what does not exist']),
    ]
  },
}))

/** Forged cookies. */
const COOKIES: Readonly<Record<string, string>> = {
  'a session of their own making': `sid=${'a'.repeat(32)}; ContensisSecurityBearerToken=v1.x; RefreshToken=v1.y; ContensisCMSUserName=v1.z`,
  'a user name alone': 'ContensisCMSUserName=admin',
  'two of a name': `sid=${'a'.repeat(32)}; sid=${'b'.repeat(32)}; RefreshToken=x; RefreshToken=y`,
  'one of 10 KB': `RefreshToken=${'x'.repeat(10_000)}`,
  'a candidate of a release': 'site-candidate=mfe-content@9.9.9',
  rubbish: 'a=b; a=c;;;=; __proto__=1; %00=%00',
}

const cookies: readonly Attack[] = Object.entries(COOKIES).map(([what, cookie]) => ({
  threat: 'sessions',
  name: what,
  async attempt(target) {
    const answer = await ask(target, '/api/session', {
      headers: { Cookie: cookie, Accept: 'application/json' },
    })
    const page = await ask(target, '/', { headers: { Cookie: cookie } })
    return [
      ...findLeaks(answer, target),
      ...findLeaks(page, target),
      ...(/"id":"[^"]/.test(answer.body) ? ['somebody is signed in'] : []),
      ...([200, 431].includes(page.status) ? [] : [`the home page answers ${page.status}`]),
    ]
  },
}))

export const visitorAttacks: readonly Attack[] = [
  ...markup,
  ...members,
  ...drafts,
  ...cookies,
  byRequest('staff', 'the version page', { path: '/version', statuses: [302, 401, 403, 404] }),
  byRequest('staff', 'its state', { path: '/version?redux=true', statuses: [302, 401, 403, 404] }),
  ...['/metrics', '/debug', '/admin', '/server-status', '/health/details'].map((path) =>
    byRequest('staff', path, { path, statuses: [401, 403, 404] }),
  ),
  {
    threat: 'staff',
    name: 'what health tells',
    async attempt(target) {
      const answer = await ask(target, '/health/ready')
      return answer.body.length < 200
        ? findLeaks(answer, target)
        : ['it tells more than that the site is ready']
    },
  },
  ...[
    ['writing', '/api/delivery/projects/website/entries', { method: 'POST', body: '{}' }],
    ['deleting', '/api/delivery/projects/website/entries/1', { method: 'DELETE' }],
    ['the management API', '/api/management/projects/website/entries', {}],
    ['another host', '/api/delivery/../../http://169.254.169.254/', {}],
    ['a file by another method', '/image-library/x.svg', { method: 'DELETE' }],
  ].map(([what, path, options]) =>
    byRequest('proxy', `${String(what)} through the proxy`, {
      path: String(path),
      options: options as RequestOptions,
      statuses: [400, 401, 403, 404, 405],
    }),
  ),
  {
    threat: 'proxy',
    name: 'drafts through the delivery proxy',
    async attempt(target) {
      const query = 'versionStatus=latest&accessToken=x'
      const answer = await ask(target, `/api/delivery/projects/website/nodes/root?${query}`)
      return [
        ...findLeaks(answer, target),
        ...(/"versionStatus":"latest"|"isPublished":false/.test(answer.body) ? ['it shows drafts'] : []),
      ]
    },
  },
]
