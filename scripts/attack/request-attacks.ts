import { ask, byRequest, readAnswer, findLeaks, type Attack, type Target } from './attack.ts'
import { send } from './raw-request.ts'

const FORM_POST = '/REST/UI/FormsModule/postform/71/0'
const URL_ENCODED = 'application/x-www-form-urlencoded'

/** Requests that are invalid HTTP, or two requests in one; `host` is the site's own. */
const RAW: readonly (readonly [
  what: string,
  bytes: (host: string) => string,
  statuses: readonly number[],
])[] = [
  ['what is not HTTP', () => 'not http at all\r\n\r\n', [400]],
  [
    'a header of 70 KB',
    (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    [431],
  ],
  [
    'two lengths',
    (host) => `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
    [400],
  ],
  [
    'a length and chunks',
    (host) =>
      `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /planted HTTP/1.1\r\n\r\n`,
    [400],
  ],
  [
    'chunks by another name',
    (host) =>
      `POST / HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: xchunked\r\nConnection: close\r\n\r\n0\r\n\r\n`,
    [400, 404, 405, 501],
  ],
  [
    'a broken chunk',
    (host) => `POST / HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    [400],
  ],
  ['two hosts', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`, [400, 421]],
  ['no host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['a folded header', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n evil: c\r\n\r\n`, [400]],
  [
    'an upgrade',
    (host) =>
      `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    [200, 400, 404, 426],
  ],
]

const raw = ([name, bytes, statuses]: (typeof RAW)[number]): Attack => ({
  threat: 'requests',
  name,
  async attempt(target) {
    const answer = readAnswer(await send(target.url, bytes(new URL(target.url).host)))
    return [
      ...findLeaks(answer, target),
      ...(statuses.includes(answer.status) ? [] : [`status ${answer.status}`]),
      ...(answer.text.match(/^HTTP\/1\.1 /gm)?.length === 1 ? [] : ['more than one answer']),
    ]
  },
})

const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another site': { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  'a sibling site': { 'Sec-Fetch-Site': 'same-site' },
  'a frame without an origin': { Origin: 'null' },
  nowhere: {},
}

/** Endpoints with side effects. */
const CHANGING = [
  '/account/login',
  '/account/logout',
  '/account/register',
  '/account/reset',
  '/account/change-password',
  FORM_POST,
]

const forgery = (from: string, headers: Readonly<Record<string, string>>): Attack => ({
  threat: 'forgery',
  name: `posts from ${from}`,
  async attempt(target) {
    const problems: string[] = []
    for (const path of CHANGING) {
      const answer = await ask(target, path, {
        method: 'POST',
        headers: { 'Content-Type': URL_ENCODED, ...headers },
        body: 'username=stranger@evil.example&password=x',
      })
      const isRefused = answer.status === 403 || /[?&]error=cross-site/.test(answer.headers['location'] ?? '')
      if (!isRefused) problems.push(`${path}: status ${answer.status}`)
      if (/set-cookie: form-values=[^;]/i.test(answer.text))
        problems.push(`${path}: it keeps what the stranger typed`)
      problems.push(...findLeaks(answer, target).map((problem) => `${path}: ${problem}`))
    }
    return problems
  },
})

/** Invalid bodies of a sign-in. */
const BODIES: readonly (readonly [what: string, type: string, body: string])[] = [
  ['JSON 10,000 deep', 'application/json', '['.repeat(10_000) + ']'.repeat(10_000)],
  [
    'JSON that reaches a prototype',
    'application/json',
    '{"__proto__":{"isStaff":true},"constructor":{"prototype":{}}}',
  ],
  ['a list for an object', 'application/json', '[]'],
  ['half of JSON', 'application/json', '{"username":'],
  ['objects for text', 'application/json', '{"username":{"$gt":""},"password":{"$gt":""}}'],
  ['64 KB', 'application/json', JSON.stringify({ username: 'x'.repeat(65_536) })],
  ['another type', 'application/json;charset=x, text/html', '{}'],
  ['no such type', 'application/x-tessera', '{}'],
  ['a broken multipart', 'multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="x'],
  ['control characters', URL_ENCODED, 'username=a%00b%0d%0a&password=x'],
]

const body = ([what, type, text]: (typeof BODIES)[number]): Attack =>
  byRequest('bodies', `a sign-in with ${what}`, {
    path: '/account/login',
    options: {
      method: 'POST',
      headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' },
      body: text,
    },
    statuses: [303, 400, 401, 403, 413, 415, 422, 429],
  })

/** Methods that pages do not support. */
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** Kinds of answers, all of which must have the site's security headers. */
const KINDS = [
  '/',
  '/nowhere',
  '/news/',
  '/%',
  '/?redux=true',
  '/account/login',
  '/robots.txt',
  '/health/live',
]

async function slowHeaders({ url }: Target): Promise<readonly string[]> {
  const began = Date.now()
  const answer = await send(url, `GET / HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Slow: `, SLOW_LIMIT_MS)
  return Date.now() - began < SLOW_LIMIT_MS && [0, 408, 400].includes(answer.status)
    ? []
    : [`the connection was held, or answered ${answer.status}`]
}
/** The server closes a connection with endless headers after 12 s, which it checks at intervals. */
const SLOW_LIMIT_MS = 20_000

export const requestAttacks: readonly Attack[] = [
  ...RAW.map(raw),
  ...METHODS.map((method) =>
    byRequest('requests', `${method} on a page`, {
      path: '/',
      options: { method, body: '' },
      statuses: [404, 405],
    }),
  ),
  ...Object.entries(FOREIGN).map(([from, headers]) => forgery(from, headers)),
  ...BODIES.map(body),
  {
    threat: 'sharing',
    name: 'reading from another site',
    async attempt(target) {
      const problems: string[] = []
      for (const path of ['/', '/?redux=true', '/api/session', '/account/my-environments'])
        for (const method of ['GET', 'OPTIONS']) {
          const answer = await ask(target, path, {
            method,
            headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
          })
          if (answer.headers['access-control-allow-origin'] !== undefined) problems.push(`${method} ${path}`)
        }
      return problems
    },
  },
  ...KINDS.map((path): Attack => ({
    threat: 'headers',
    name: `headers of ${path}`,
    async attempt(target) {
      const answer = await ask(target, path)
      const { headers } = answer
      const problems = [...findLeaks(answer, target)]
      if (headers['x-content-type-options'] !== 'nosniff') problems.push('no nosniff')
      if (!headers['referrer-policy']) problems.push('no referrer policy')
      if (headers['x-frame-options'] !== 'DENY') problems.push('it may be framed')
      const isHtml = headers['content-type']?.startsWith('text/html') ?? false
      const policy = headers['content-security-policy'] ?? ''
      if (isHtml && /unsafe-(?:inline|eval)|script-src[^;,]*(?:\*|https?:)/.test(policy || 'unsafe-inline'))
        problems.push(`the policy is "${policy}"`)
      if (isHtml && !policy.includes("script-src 'self'")) problems.push('scripts may come from other hosts')
      return problems
    },
  })),
  { threat: 'slow clients', name: 'headers that do not end', attempt: slowHeaders },
]
