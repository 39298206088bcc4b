import { ask, byRequest, findLeaks, type Attack } from './attack.ts'
import { hostileTargets } from './hostile-targets.ts'

const long = (length: number) => 'x'.repeat(length)

/** Hostile addresses, and the correct status codes for each. */
const ADDRESSES: readonly (readonly [what: string, path: string, statuses: readonly number[]])[] = [
  ['a way up, encoded', '/..%2f..%2f..%2fetc/passwd', [400, 404]],
  ['a way up, encoded twice', '/%252e%252e%252fetc/passwd', [400, 404]],
  ['a way up with dots alone', '/../../../../etc/passwd', [400, 404]],
  ['a way up with encoded dots', '/%2e%2e/%2e%2e/etc/passwd', [400, 404]],
  ['a way up with backslashes', '/..%5c..%5cwindows/win.ini', [400, 404]],
  ['a way out of a release', '/_mfe/mfe-content/0/web/..%2f..%2f..%2fpackage.json', [400, 404]],
  ["a way out of the shell's files", '/_shell/..%2f..%2f/package.json', [400, 404]],
  ['a way out of the library', '/image-library/..%2f..%2fapi/delivery', [400, 404]],
  ['a way out of the library, encoded dots', '/image-library/%2e%2e/%2e%2e/api/management', [400, 404]],
  ['a null byte', '/news%00.html', [400, 404]],
  ['a null byte in a query', '/search?term=a%00b', [200, 400]],
  ["a null byte in a file's name", '/_shell/0/%00boot.js', [400, 404]],
  ['8 KB of query', `/search?term=${long(8_192)}`, [200, 400, 414]],
  [
    '8 KB of query names',
    `/news?${Array.from({ length: 1_000 }, (_, n) => `p${n}=v`).join('&')}`,
    [200, 400, 414],
  ],
  ['quotes without an end', `/search?term=${'%22bin'.repeat(1_500)}`, [200, 400, 414]],
  ['a parameter twice', '/search?term=bins&term=council', [200]],
  ['a parameter a hundred times', `/search?${'term=bins&'.repeat(100)}`, [200]],
  ['names that reach a prototype', '/search?__proto__[x]=1&constructor=2&prototype=3', [200]],
  ['half an escape', '/news/%', [400]],
  ['an escape alone', '/%', [400]],
  ['half an escape of two', '/news/%E0%A4%A', [400]],
  ['an escape of no character', '/news/%FF%FE', [400]],
  ['half an escape in a query', '/search?term=%E0%A4%A', [200, 400]],
  ['14,000 slashes', '/'.repeat(14_000), [301, 302, 400, 414, 431]],
  ['2,000 slashes', '/'.repeat(2_000), [302]],
  ['another host after two slashes', '//evil.example/%2e%2e', [302, 400, 404]],
  ['a page number that is none', '/news?pageIndex=-1', [200, 404]],
  ['a page number past all pages', '/news?pageIndex=99999999999999999999', [200, 404]],
  ['a page number that is a list', '/news?pageIndex[]=2&pageIndex[$gt]=', [200, 404]],
  ['a line break in an address', '/news%0d%0aset-cookie:%20a=b', [302, 400, 404]],
  ['state of a page that is not there', '/nowhere?redux=true', [404]],
  ['an address as the target', 'http://evil.example/news', [200, 400, 421]],
]

/** Files of the checkout and of the server that must not be served. */
const FILES = [
  '/.env',
  '/.git/config',
  '/.npmrc',
  '/package.json',
  '/package-lock.json',
  '/site.config.json',
  '/releases/releases.json',
  '/shell/start/main.server.ts',
  '/_shell/package.json',
  '/_mfe/mfe-search/releases.json',
  '/_mfe/mfe-search/0/node/remoteEntry.js',
  '/_mfe/mfe-search/0/release.json',
  '/.data/platform',
]

const FOREIGN_HOSTS = ['evil.example', 'localhost.evil.example', 'localhost:3000@evil.example', '[::1', '%00']

/** Headers in which proxies pass on other addresses; the site must not trust them from visitors. */
const FORWARDED = [
  'X-Forwarded-Host',
  'X-Forwarded-Server',
  'X-Host',
  'Forwarded',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Original-Host',
]

export const addressAttacks: readonly Attack[] = [
  ...ADDRESSES.map(([what, path, statuses]) =>
    byRequest('addresses', what, { path, statuses, never: /^set-cookie: a=b/im }),
  ),
  ...FILES.map((path) => byRequest('files', path, { path, statuses: [400, 404] })),
  ...FOREIGN_HOSTS.map((host) =>
    byRequest('hosts', `the host "${host}"`, {
      path: '/',
      options: { headers: { Host: host } },
      statuses: [400, 404, 421],
    }),
  ),
  ...FORWARDED.map((header): Attack => ({
    threat: 'caches',
    name: `${header}, and who comes next`,
    async attempt(target) {
      const path = `/?poisoned-by=${header.toLowerCase()}`
      const value =
        header === 'Forwarded' ? 'host=evil.example' : header.endsWith('URL') ? '/nowhere' : 'evil.example'
      const answers = [await ask(target, path, { headers: { [header]: value } }), await ask(target, path)]
      return answers.flatMap((answer) => [
        ...findLeaks(answer, target),
        ...(answer.status === 200 ? [] : [`status ${answer.status}`]),
        ...(answer.text.includes('evil.example') ? ['it says evil.example'] : []),
      ])
    },
  })),
  {
    threat: 'caches',
    name: "one visitor's parameters in another's page",
    async attempt(target) {
      const marked = await ask(target, '/?utm_source=marker-7f3a&gclid=marker-7f3a')
      const plain = await ask(target, '/')
      const state = await ask(target, '/?redux=true')
      return [plain, state].flatMap((answer) => [
        ...findLeaks(answer, target),
        ...(marked.status === 200 && answer.text.includes('marker-7f3a')
          ? ["it holds the other's parameter"]
          : []),
      ])
    },
  },
  {
    threat: 'redirects',
    name: `${hostileTargets.length} places to go after signing in`,
    async attempt(target) {
      const problems: string[] = []
      for (const place of hostileTargets) {
        const path = `/account/login?redirect_uri=${encodeURIComponent(place)}&ReturnURL=${encodeURIComponent(place)}`
        const { status, body, headers } = await ask(target, path)
        const ways = [
          ...body.matchAll(/name="(?:redirect_uri|ReturnURL|redirect)"[^>]*value="([^"]*)"/g),
        ].map(([, way = '']) => way.replaceAll('&amp;', '&'))
        const out = [...ways, headers['location'] ?? '/'].filter(
          (way) => URL.parse(way, target.url)?.origin !== new URL(target.url).origin,
        )
        if (status !== 200 || out.length > 0)
          problems.push(`${JSON.stringify(place)}: ${status} ${out.join(' ')}`)
      }
      return problems
    },
  },
]
