import { readFileSync } from 'node:fs'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { readRequestTarget } from '../http/paths.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { pageKey, publicTarget, withTracking, type ServedPage } from './page-store.server.ts'

describe('the target of a public page (reference security, cache keys)', () => {
  it.each([
    ['/news', '', ''],
    ['/news?b=2&a=1', '?a=1&b=2', ''],
    ['/news?a=2&b=1&a=1', '?a=2&a=1&b=1', ''],
    ['/news?utm_source=x&UTM_Medium=y&gclid=1&fbclid=2', '', 'utm_source=x&UTM_Medium=y&gclid=1&fbclid=2'],
    ['/news?utm_source=x&term=a%20b&msclkid=3', '?term=a+b', 'utm_source=x&msclkid=3'],
    ['/news?utm=1&gclids=2', '?gclids=2&utm=1', ''],
  ])('of %s is asked for with "%s"', (address, search, tracking) => {
    const found = publicTarget(readRequestTarget(address))
    expect([found.target.search, found.tracking]).toEqual([search, tracking])
    expect(
      Object.keys(found.target.query).filter((name) => /^(utm_|gclid$|fbclid|msclkid)/i.test(name)),
    ).toEqual([])
  })

  it('leaves out the same parameters as Varnish in front of it', () => {
    const namesIn = (file: string, list: RegExp) =>
      [...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(list)].map(([, names = '']) =>
        names.split('|'),
      )
    const [own = []] = namesIn('../../shared/config/constants.ts', /\^\(\?:utm_\.\*\|([\w|]+)\)/g)
    const varnish = namesIn('../../deploy/varnish/default.vcl', /utm_\[\^=&\]\*\|([\w|]+)\)/g)
    expect(own.length).toBeGreaterThan(5)
    expect(varnish).toEqual([own, own])
  })

  it.each([
    ['/new', '/new?utm_source=x'],
    ['/new?a=1', '/new?a=1&utm_source=x'],
    ['https://else.example/?a=1#top', 'https://else.example/?a=1&utm_source=x#top'],
  ])('that leads to %s gives its visitor the parameters back', (location, expected) => {
    const served = { page: { answer: { headers: { location } } } } as unknown as ServedPage
    expect(withTracking(served, 'utm_source=x').page.answer.headers['location']).toBe(expected)
    expect(withTracking(served, '')).toBe(served)
  })
})

describe('public pages and what visitors come with', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote()],
      limits: { pageFreshMs: 60_000 },
    })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  it('are rendered once, however visitors come and in whatever order their parameters are', async () => {
    const statusOf = async (url: string) => (await shell.get(url)).headers['cache-status']
    expect(await statusOf('/services?utm_campaign=spring')).toContain('fwd=miss')
    for (const url of ['/services', '/services?gclid=1&utm_source=mail', '/services?fbclid=2'])
      expect([url, await statusOf(url)]).toEqual([url, 'shell; hit'])
    for (const url of ['/news?a=1&b=2', '/news?b=2&a=1']) await shell.get(url)
    expect(await statusOf('/news?b=2&utm_source=x&a=1')).toBe('shell; hit')
  })

  it('are never those of another address: a question mark in a path is none', async () => {
    for (const _time of [1, 2]) await shell.get('/services%3Fa=1')
    const answer = await shell.get('/services?a=1')
    expect([answer.statusCode, answer.headers['cache-status']]).toEqual([200, 'shell; fwd=miss'])
    const keyOf = (address: string) => pageKey(readRequestTarget(address), 'site.example')
    const addresses = ['/a?b', '/a%3Fb', '/a%3F?b', '/a%20%3Fb', '/a%20b', '/a%2520b', '/?b%20/a', '/a?%20/a']
    expect(new Set(addresses.map(keyOf)).size).toBe(addresses.length)
  })

  it('say nothing of what a visitor came with to others', async () => {
    const answer = await shell.get('/events?utm_source=secret-campaign&redux=true')
    expect(answer.body).not.toContain('secret-campaign')
    expect((await shell.get('/events?utm_source=secret-campaign')).body).not.toContain('secret-campaign')
  })
})
