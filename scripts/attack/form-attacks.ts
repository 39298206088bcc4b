import { byRequest, type Attack } from './attack.ts'

const OWN = { 'Sec-Fetch-Site': 'same-origin' }
const POST = '/REST/UI/FormsModule/postform/71/0'
const UPLOAD = '/REST/UI/FormsModule/UploadFile'
const URL_ENCODED = { ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }
const MULTIPART = { ...OWN, 'Content-Type': 'multipart/form-data; boundary=b' }

const part = (name: string, value: string, more = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const file = (name: string): string =>
  [
    part('formElementID', '1'),
    part('formPostID', '1'),
    part('formVersionID', '71'),
    part('jUploadFile1', 'x', `; filename="${name}"`),
    '--b--\r\n',
  ].join('')

/** Posts and files of forms that nobody filled in. */
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
    'a sealed state of its own making',
    '/',
    URL_ENCODED,
    `x-form=classic/1001&x-form-state=${'A'.repeat(400)}`,
    [200, 405, 422],
  ],
]

export const formAttacks: readonly Attack[] = REQUESTS.map(([what, path, headers, body, statuses]) =>
  byRequest('forms', what, {
    path,
    options: { method: 'POST', headers, body },
    statuses,
    never: /^set-cookie: a=b/im,
  }),
)
