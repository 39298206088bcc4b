import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { bodyOf, etagOf, matchesEtag, pageHeaders, sizeOf, storePage } from './page-store.server.ts'

const BODY = `<p>${'Bins and recycling – $& \u2028 '.repeat(200)}</p>`
const store = (body = BODY) =>
  storePage(
    { status: 200, headers: {}, body, cacheClass: 'page', keys: ['e1'], apps: ['shell'] },
    { madeAt: 0, stamp: '' },
  )

describe('a page as it is kept (reference security 4.1)', () => {
  it.each([
    ['short enough to be compressed in one go', BODY],
    ['longer than that', BODY.repeat(40)],
  ])('gives its body back in every encoding, whichever was asked for before: %s', (_, whole) => {
    let page = store(whole)
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'identity', 'gzip'] as const) {
      const form = bodyOf(page, encoding)
      page = form.page
      expect(form.encoding).toBe(encoding)
      const plain =
        encoding === 'br'
          ? brotliDecompressSync(form.body)
          : encoding === 'gzip'
            ? gunzipSync(form.body)
            : form.body
      expect(plain.toString()).toBe(whole)
    }
  })

  it.each([
    ['plain ASCII', '<p>bins</p>'],
    ['other scripts and emoji', '<p>Ffôn: ŵŷ – بلدية 🗑️</p>'],
    ['half of a character', '<p>\ud83d and \udd11</p>'],
    ['more than most', 'ŵ'.repeat(300_000)],
    ['nothing', ''],
  ])('is UTF-8 of %s', (_, body) => {
    expect(Buffer.compare(bodyOf(store(body), 'identity').body, Buffer.from(body))).toBe(0)
  })

  it('is compressed once', () => {
    const first = bodyOf(store(), 'br')
    const second = bodyOf(first.page, 'br')
    expect(second.body).toBe(first.body)
    expect(second.page).toBe(first.page)
  })

  it('takes less memory once it is compressed: its plain form is made from that', () => {
    const page = store()
    expect(sizeOf(bodyOf(page, 'br').page)).toBeLessThan(sizeOf(page))
    expect(bodyOf(page, 'br').page.bodies.identity).toBeUndefined()
  })

  it('that is short is sent as it is', () => {
    const form = bodyOf(store('<p>short</p>'), 'br')
    expect(form.encoding).toBe('identity')
    expect(form.body.toString()).toBe('<p>short</p>')
  })

  it('has one strong ETag for each encoding, the same for the same content', () => {
    const page = store()
    const tags = (['identity', 'br', 'gzip'] as const).map((encoding) => etagOf(page, encoding))
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
    expect(etagOf(store(), 'br')).toBe(tags[1])
    expect(etagOf(store(`${BODY} `), 'br')).not.toBe(tags[1])
  })

  it('is stored by no cache in front when it is for one visitor, stale or not', () => {
    const { answer, ...page } = store()
    const own = { ...page, answer: { ...answer, cacheClass: 'private' as const, keys: [] } }
    const stale = { how: 'stale' as const, ageMs: 90_000, leftMs: Infinity }
    const controls = (['hit', 'stale'] as const).map((how) => {
      const headers = pageHeaders({ ...stale, how, page: own }, 'identity', 'site')
      return [headers['cache-control'], headers['surrogate-control']]
    })
    expect(controls[1]).toEqual(controls[0])
    expect(controls[0]?.[0]).toBe('private, no-store')
  })

  it('is known to who names it in any encoding, weakly too, or names everything', () => {
    const page = store()
    const br = etagOf(page, 'br')
    for (const header of [br, `W/${br}`, etagOf(page, 'identity'), `"other", ${br}`, '*'])
      expect(matchesEtag(page, header)).toBe(true)
    for (const header of [undefined, '', '"other"', 'x', br.slice(1, -1)])
      expect(matchesEtag(page, header)).toBe(false)
  })
})
