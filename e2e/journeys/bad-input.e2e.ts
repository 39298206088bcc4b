import { get, send } from '../support/raw-request.ts'
import { expect, siteTest as test } from '../support/test.ts'

const long = (length: number) => 'x'.repeat(length)

/** What is sent, and which answers are right. */
const TARGETS: readonly (readonly [what: string, target: string, statuses: readonly number[]])[] = [
  ['a way up, encoded', '/..%2f..%2f..%2fetc/passwd', [400, 404]],
  ['a way up, encoded twice', '/%252e%252e%252fetc/passwd', [400, 404]],
  ['a way up with dots alone', '/../../../../etc/passwd', [400, 404]],
  ['a way up with encoded dots', '/%2e%2e/%2e%2e/etc/passwd', [400, 404]],
  ['a way up with backslashes', '/..%5c..%5cwindows/win.ini', [400, 404]],
  ['a way out of a release', '/_mfe/mfe-content/0/web/..%2f..%2f..%2fpackage.json', [400, 404]],
  ["a way out of the shell's files", '/_shell/..%2f..%2f/package.json', [400, 404]],
  ['a way out of the library', '/image-library/..%2f..%2fapi/delivery', [400, 404]],
  ['a null byte', '/news%00.html', [400, 404]],
  ['a null byte in a query', '/search?term=a%00b', [200, 400]],
  ["a null byte in a file's name", '/_shell/0/%00boot.js', [400, 404]],
  ['8 KB of query', `/search?term=${long(8_192)}`, [200, 400, 414]],
  [
    '8 KB of query names',
    `/news?${Array.from({ length: 1_000 }, (_, n) => `p${n}=v`).join('&')}`,
    [200, 400, 414],
  ],
  ['a parameter twice', '/search?term=bins&term=council', [200]],
  ['a parameter a hundred times', `/search?${'term=a&'.repeat(100)}`, [200]],
  ['names that reach a prototype', '/search?__proto__[x]=1&constructor=2&prototype=3', [200]],
  ['half an escape', '/news/%', [400]],
  ['half an escape of two', '/news/%E0%A4%A', [400]],
  ['an escape of no character', '/news/%FF%FE', [400]],
  ['half an escape in a query', '/search?term=%E0%A4%A', [200, 400]],
  ['14,000 slashes', '/'.repeat(14_000), [301, 302, 400, 414, 431]],
  ['2,000 slashes', '/'.repeat(2_000), [302]],
  ['another host after two slashes', '//evil.example/%2e%2e', [302, 400, 404]],
  ['a page number that is none', '/news?pageIndex=-1', [200, 404]],
  ['a page number past all pages', '/news?pageIndex=99999999999999999999', [200, 404]],
  ['a page number that is a list', '/news?pageIndex[]=2&pageIndex[$gt]=', [200, 404]],
  ['a preview of no entry', '/preview/%27%20or%201=1', [404, 400]],
  ['a preview of an entry that is not there', '/preview/00000000-0000-0000-0000-000000000000', [404]],
  ['state of a page that is not there', '/nowhere?redux=true', [404]],
  ['an address as the target', 'http://evil.example/news', [200, 400, 421]],
]

for (const [what, target, statuses] of TARGETS) {
  test(`bad input is answered and the site lives on: ${what}`, async ({ site }) => {
    const answer = await get(site, target)
    expect(statuses).toContain(answer.status)
    expect(answer.text).not.toMatch(/root:.*:0:0:|"workspaces"|node_modules|\n\s+at .+\.ts:\d/)
    expect(answer.text).not.toMatch(/^location: (https?:)?\/\/evil/im)
    expect((await get(site, '/news')).status, 'the next request').toBe(200)
  })
}

test('a host name that is not ours is refused, whatever it asks for', async ({ site }) => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'localhost:3000@evil.example',
    '',
    '[::1',
    '%00',
  ])
    for (const target of ['/', '/news', '/_shell/x/boot.js']) {
      const { status, text } = await get(site, target, [`Host: ${host}`])
      expect([400, 404, 421], `${target} of "${host}"`).toContain(status)
      expect(text).not.toContain('Larkmoor news')
    }
  const forwarded = await get(site, '/news', [
    `Host: ${new URL(site).host}`,
    'X-Forwarded-Host: evil.example',
  ])
  expect(forwarded.status).toBe(200)
  expect(forwarded.text).not.toContain('evil.example')
})

test('what is not HTTP, and methods that pages do not have, are answered', async ({ site }) => {
  const { host } = new URL(site)
  expect((await send(site, 'not http at all\r\n\r\n')).status).toBe(400)
  expect((await send(site, `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${long(70_000)}\r\n\r\n`)).status).toBe(431)
  for (const method of ['POST', 'PUT', 'DELETE', 'TRACE'])
    expect([404, 405], method).toContain(
      (
        await send(
          site,
          `${method} /news HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
        )
      ).status,
    )
  const foreign = `POST /REST/UI/FormsModule/postform/71/0 HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: cross-site\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b`
  expect((await send(site, foreign)).status).toBe(403)
  expect((await get(site, '/')).status).toBe(200)
})
