import { createHash } from 'node:crypto'
import { ask, byRequest, findLeaks, type Attack } from './attack.ts'

const OWN = { 'Sec-Fetch-Site': 'same-origin' }
const POST = '/REST/UI/FormsModule/postform/71/0'
const UPLOAD = '/REST/UI/FormsModule/UploadFile'
const URL_ENCODED = { ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { ...OWN, 'Content-Type': 'application/json' }
const MULTIPART = { ...OWN, 'Content-Type': 'multipart/form-data; boundary=b' }

/** A part of a body of the type multipart/form-data, whose boundary is `b`. */
export const part = (name: string, value: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
/** The cookie that lets a browser upload the files of a form post: shell/features/forms/form-files.server.ts. */
const grantCookie = (post: string, value: string): string =>
  `form-files-${createHash('sha256').update(post).digest('base64url').slice(0, 8)}=${value}`
const file = (name: string, post = '1'): string =>
  [
    part('formElementID', '1'),
    part('formPostID', post),
    part('formVersionID', '71'),
    part('jUploadFile1', 'x', `; filename="${name}"`),
    '--b--\r\n',
  ].join('')

/** Posts and files that do not come from a form of the site. */
const REQUESTS: readonly (readonly [
  what: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  statuses: readonly number[],
])[] = [
  ['a post of no form', POST, { ...URL_ENCODED, 'X-Form': '../../etc/passwd' }, 'a=1', [200, 400]],
  [
    'names that reach a prototype',
    POST,
    URL_ENCODED,
    '__proto__[x]=1&constructor.prototype.x=2',
    [200, 400, 422],
  ],
  ['a megabyte of answers', POST, URL_ENCODED, `a=${'x'.repeat(1_048_576)}`, [413]],
  [
    'a post to another version by its path',
    `${POST}/..%2f..%2fsendnotification`,
    URL_ENCODED,
    'a=1',
    [400, 404, 405],
  ],
  ['a file for a form that somebody else has sent', UPLOAD, MULTIPART, file('a.png'), [403]],
  ['a file whose name leads elsewhere', UPLOAD, MULTIPART, file('../../../etc/cron.d/a'), [403]],
  ['a file whose name brings headers', UPLOAD, MULTIPART, file('a.png%0d%0aSet-Cookie: a=b'), [403]],
  ['a file without an end', UPLOAD, MULTIPART, file('a.png').slice(0, -10), [400, 403]],
  ['a notification about any post', '/REST/UI/FormsModule/sendnotification/71/1', OWN, '', [403]],
  [
    'three thousand parts',
    '/',
    MULTIPART,
    `${Array.from({ length: 3_000 }, (_, n) => part(`f${n}`, '1')).join('')}--b--\r\n`,
    [400, 405],
  ],
  [
    'a page that was never made',
    POST,
    { ...URL_ENCODED, 'X-Form': 'classic/1001', 'X-Form-Stamp': 'A'.repeat(80) },
    'a=1',
    [422],
  ],
  [
    'a trap that is filled in',
    POST,
    { ...URL_ENCODED, 'X-Form': 'classic/1001', 'X-Form-Trap': '1' },
    'a=1',
    [422],
  ],
  [
    'a key that brings headers',
    POST,
    { ...URL_ENCODED, 'X-Form': 'classic/1001', 'Idempotency-Key': 'a b%0d%0aset-cookie: a=b' },
    'a=1',
    [400],
  ],
  ['a key of 8 KB', POST, { ...URL_ENCODED, 'Idempotency-Key': 'k'.repeat(8_192) }, 'a=1', [400, 422, 431]],
  ...['__proto__', 'constructor/prototype', '..%2f..%2fmanagement'].map(
    (form) =>
      [
        `an entry of the form "${form}"`,
        `/api/forms/projects/website/contentTypes/${form}/languages/en-GB/entries`,
        { ...JSON_BODY, 'X-Form': `forms-api/${form}` },
        '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
        [400, 404, 405, 422],
      ] as const,
  ),
  ...[
    ['10,000 deep', '['.repeat(10_000)],
    ['a list', '[1]'],
    ['of objects', '{"a":{"b":[{}]}}'],
    ['half', '{"a":'],
    [
      'of 5,000 names',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`n${n}`, n]))),
    ],
  ].map(
    ([what, body = '']) =>
      [
        `an entry that is JSON ${what}`,
        '/api/forms/projects/website/contentTypes/none/languages/en-GB/entries',
        { ...JSON_BODY, 'X-Form': 'forms-api/none' },
        body,
        [400, 404, 413, 422],
      ] as const,
  ),
  [
    'a sealed state of its own making',
    '/',
    URL_ENCODED,
    `x-form=classic/1001&x-form-state=${'A'.repeat(400)}`,
    [200, 405, 422],
  ],
]

export const formAttacks: readonly Attack[] = [
  ...REQUESTS.map(([what, path, headers, body, statuses]) =>
    byRequest('forms', what, {
      path,
      options: { method: 'POST', headers, body },
      statuses,
      never: /^set-cookie: a=b/im,
    }),
  ),
  {
    threat: 'forms',
    name: 'counting through form posts, for one that takes a file or a notification',
    async attempt(target) {
      const problems: string[] = []
      for (const [index, value] of ['', 'A', 'A'.repeat(200)].entries())
        for (let id = 1; id <= 5; id += 1) {
          const post = String(index * 5 + id)
          const cookie =
            value === '' ? '' : [post, String(id)].map((one) => grantCookie(one, value)).join('; ')
          const answers = [
            await ask(target, UPLOAD, {
              method: 'POST',
              headers: { ...MULTIPART, Cookie: cookie },
              body: file('a.png', post),
            }),
            await ask(target, `/REST/UI/FormsModule/sendnotification/71/${id}`, {
              method: 'POST',
              headers: { ...OWN, Cookie: cookie },
            }),
          ]
          for (const answer of answers) {
            problems.push(...findLeaks(answer, target))
            if (answer.status !== 403) problems.push(`post ${id}: status ${answer.status}`)
          }
        }
      return problems
    },
  },
]
