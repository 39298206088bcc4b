import { get } from '../../scripts/attack/raw-request.ts'
import { expect, siteTest as test } from '../support/test.ts'

const REQUESTS = 1_000
const AT_ONCE = 16
/** Any number; the same seed gives the same requests. */
const SEED = 20_261

/** A small generator (mulberry32): the same seed gives the same requests. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const PATHS = [
  '/',
  '/news',
  '/search',
  '/cy',
  '/version',
  '/account/login',
  '/account/logout',
  '/account/verify/resend',
  '/account/access-denied',
  '/preview/9196a62b-c40f-4e5a-902c-9fe8fcdef8fe',
  '/preview/x/cy',
  '/image-library/scenes/valley-morning.svg',
  '/asset-library/x',
  '/api/delivery/projects/website/nodes/root',
  '/sitemap.xml',
  '/robots.txt',
  '/_mfe/mfe-content/0/web/remoteEntry.js',
  '/_shell/0/boot.js',
  '/health/ready',
  '/services/council-tax/pay',
  '/my-larkmoor',
]
const BITS = [
  '..',
  '.',
  '%2e%2e',
  '%00',
  '%0d%0aset-cookie:%20a=b',
  '%E0%A4%A',
  '%ff',
  '%252f',
  '\\',
  ';',
  '//',
  '<script>',
  '\'"',
  '${7*7}',
  '{{7*7}}',
  '$&',
  '__proto__',
  'constructor',
  '[]',
  '*',
  ':',
  '%F0%9F%92%A9',
  '\u00e9',
  '-1',
  '1e999',
  'NaN',
  'a'.repeat(300),
]
const KEYS = [
  'term',
  'pageIndex',
  'pageSize',
  'orderBy',
  'redux',
  'redirect_uri',
  'ReturnURL',
  'original_uri',
  'securityToken',
  'versionStatus',
  'token',
  'user',
  'w',
  '__proto__',
  'facets[0][x]',
]
const HEADERS = [
  'accept',
  'accept-language',
  'accept-encoding',
  'cookie',
  'authorization',
  'if-none-match',
  'if-modified-since',
  'range',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-original-url',
  'x-entry-versionstatus',
  'origin',
  'referer',
  'sec-fetch-site',
  'traceparent',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]
const COOKIES = [
  'ContensisSecurityBearerToken=',
  'RefreshToken=v1.',
  'ContensisCMSUserName=%00',
  'site-candidate=mfe-content@1',
  'TesseraPreview=..',
  'a=b; a=c;;;=',
]

/** Every facet of the search page, and every listing. */
const LISTS = [
  '/search',
  ...['services', 'news', 'events', 'planning', 'documents', 'venues', 'councillors'].map(
    (facet) => `/search/${facet}`,
  ),
  '/news',
  '/events',
  '/planning/applications',
  '/libraries-and-leisure',
  '/your-council/documents',
  '/your-council/councillors',
  '/cy/search/venues',
  '/api/data/mfe-search/embedded?facet=venues',
]
/** Every filter, in all forms that addresses and GET forms give it, and every other parameter. */
const LIST_KEYS = [
  ...['term', 'orderBy', 'pageIndex', 'pageSize', 'asWritten', 'facet', 'listingType', 'composition'],
  ...['topic', 'topic-find', 'year', 'status', 'ward', 'kind', 'facility', 'category', 'party', 'venue'],
  ...['venue-find', 'date', 'date-from', 'date-to', 'received', 'received-from', 'received-to'],
  ...['near', 'near-place', 'near-at', 'near-distance', 'language', 'contentTypeId'],
]
/** Values of every type, most of them nearly right. */
const LIST_VALUES = [
  ...['', '0', '-1', '5', '1e9', '99999', 'true', 'a,b,c', ',,', 'k,'.repeat(200), '*', '?', '"unclosed'],
  ...[
    '--',
    '5--',
    '--5',
    '5--6--7',
    '2024-01-01--',
    '--2024-12-31',
    '2024-02-30--',
    '9999-12-31--0000-01-01',
  ],
  ...['now()--', 'now(yyyy)--', 'endOfMonth(-99999999999999999y)--', '2024-01-01T24:00:00Z--', 'now()'],
  ...['2024-01-01T00:00:00.1234567Z--2025-01-01T00:00:00+14:00', '2024-01-01', '2024'],
  ...['53 -1', '53 -1 5mi', '53 -1 5foo', '53 -1 0mi', '53 -1 0.000001m', '90 180 999999nmi', '53,-1'],
  ...['5foo', '5MI', 'LK5 3HC', 'Foxhollow', 'nowhere at all', '0/1', '0/1/5,0/1/8', '0/1/', '/'],
  ...['entryTitle', '-entryTitle', 'publishedDate,-entryTitle', 'sys.id', 'location', '-publishedDate'],
  ...[
    'waste',
    'libary',
    '"a" "b" "c" "d" "e" "f" "g"',
    'not or and',
    'term~5',
    'a AND b',
    '()',
    '\u202e',
    '😀',
  ],
]

/** Gives a function that picks one of a list. */
const picker =
  (next: () => number) =>
  <T>(list: readonly T[]): T =>
    list[Math.floor(next() * list.length)]!

/** Works through a list, `atOnce` at a time. */
async function inParallel<T>(list: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const worker = async () => {
    for (let item = list.pop(); item !== undefined; item = list.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

interface FuzzedRequest {
  readonly target: string
  readonly headers: readonly string[]
}

/** One random, mostly invalid request. */
function aRequest(next: () => number): FuzzedRequest {
  const one = picker(next)
  const some = (most: number, make: () => string) =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, make)
  const path = [one(PATHS), ...some(3, () => one(BITS))].join(next() < 0.7 ? '/' : '')
  const query = some(4, () => `${one(KEYS)}=${one([...BITS, 'true', 'latest', 'published', '/news'])}`).join(
    '&',
  )
  const value = () =>
    one([...BITS.filter((bit) => !/[^ -~]/.test(bit)), ...COOKIES, '0', 'bytes=0-,5-', '*/*;q=x'])
  return {
    // A valid request line is ASCII; other characters are sent as Latin-1, which Node accepts or refuses.
    target: `${path}${query && `?${query}`}`.replaceAll(' ', '%20'),
    headers: some(5, () => `${one(HEADERS)}: ${value()}`),
  }
}

test('2,000 fuzzed addresses of searches and listings give no error; pages past the end are not found', async ({
  site,
}) => {
  test.setTimeout(300_000)
  const next = random(SEED)
  const one = picker(next)
  const addresses = Array.from({ length: 2_000 }, () => {
    const path = one(LISTS)
    const query = Array.from({ length: 1 + Math.floor(next() * 4) }, () =>
      new URLSearchParams([[one(LIST_KEYS), one([...LIST_VALUES, ...BITS])]]).toString(),
    )
    return `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`
  })
  const bad: string[] = []
  let answered = 0
  const host = `Host: ${new URL(site).host}`
  await inParallel(addresses, 4, async (address) => {
    const { status } = await get(site, address, [host])
    if (status >= 200 && status <= 399) answered += 1
    else if (status !== 404) bad.push(`${status} ${address}`)
  })
  expect(bad).toEqual([])
  // If pages were not found for another reason, they would be many.
  expect(answered).toBeGreaterThan(1_900)
})

test('1,000 fuzzed addresses and header sets give no internal error, and the site still answers', async ({
  site,
}) => {
  test.setTimeout(180_000)
  const next = random(SEED)
  const requests = Array.from({ length: REQUESTS }, () => aRequest(next))
  const bad: string[] = []
  const statuses = new Map<number, number>()
  const host = `Host: ${new URL(site).host}`
  const origin = new URL(site).origin
  await inParallel(requests, AT_ONCE, async (request) => {
    const { status, text } = await get(site, request.target, [host, ...request.headers])
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const [head = '', body = ''] = text.split('\r\n\r\n', 2)
    const location = /^location: (.*)$/im.exec(head)?.[1]
    const isOutside = location !== undefined && new URL(location, origin).origin !== origin
    const isOurFault = status >= 500 || status === 0
    const tells = /\n\s+at .+\.ts:\d|node_modules|larkmoor-demo-/.test(body)
    const split = /^set-cookie: a=b/im.test(head)
    if (isOurFault || isOutside || tells || split)
      bad.push(`${status} ${JSON.stringify(request)} → ${location ?? body.slice(0, 200)}`)
  })
  expect(bad).toEqual([])
  // If all were refused at once they would test little: many must reach the code that renders pages.
  expect(
    [...statuses]
      .filter(([status]) => [200, 302, 303, 404].includes(status))
      .reduce((sum, [, n]) => sum + n, 0),
  ).toBeGreaterThan(REQUESTS / 3)
  expect((await get(site, '/news')).status).toBe(200)
})
