import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import { until } from '@tessera/shared/testing'
import { sitemapRoutes, type SitemapSources } from './sitemap-routes.server.ts'
import type { SitePage } from './sitemap-xml.ts'
import { writeSitemaps } from './sitemap-writer.server.ts'
import { createSitemaps, type Sitemaps } from './sitemaps.server.ts'

const HOUR = 3_600_000

let folder: string
let clock: number
let made: number
let failures: string[]
let isPlatformAway: boolean

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitemaps-'))
  clock = 1_000_000
  made = 0
  failures = []
  isPlatformAway = false
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* pages(): AsyncGenerator<readonly SitePage[]> {
  made += 1
  if (isPlatformAway) throw new Error('platform away')
  yield [{ language: 'en-GB', path: `/page-${made}` }]
}
const aShellOfTheSite = (): Sitemaps =>
  createSitemaps({
    folder,
    origin: 'https://site.example',
    pages,
    onError: (error) => failures.push(String(error)),
    now: () => clock,
  })
const served = async (sitemaps: Sitemaps): Promise<string> => {
  const set = await sitemaps.current()
  const file = path.join(set?.folder ?? '', set?.files[0]?.name ?? '')
  return /\/page-\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
}
const sets = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('set-'))

describe('a set of sitemaps', () => {
  it('is made once, and used by the shell that is started next', async () => {
    const first = aShellOfTheSite()
    expect(await Promise.all([served(first), served(first)])).toEqual(['/page-1', '/page-1'])
    expect(await served(aShellOfTheSite())).toBe('/page-1')
    expect(made).toBe(1)
  })

  it('is one for all shells that share the folder, also after a newer one has taken its place', async () => {
    const [first, second] = [aShellOfTheSite(), aShellOfTheSite()]
    expect([await served(first), await served(second)]).toEqual(['/page-1', '/page-1'])
    clock += HOUR
    first.invalidate()
    expect([await served(first), await served(second)]).toEqual(['/page-2', '/page-2'])
    expect(made).toBe(2)
  })

  it('is not taken from under the shell that is still making or reading it', async () => {
    await Promise.all([served(aShellOfTheSite()), served(aShellOfTheSite())])
    expect(sets()).toHaveLength(2)
    for (const name of sets()) utimesSync(path.join(folder, name), new Date(0), new Date(0))
    clock += HOUR
    const later = aShellOfTheSite()
    later.invalidate()
    expect(await served(later)).toBe('/page-3')
    expect(sets()).toHaveLength(1)
  })

  it('has files that are no larger than they may be, by their addresses and by their bytes', async () => {
    const many = async function* (): AsyncGenerator<readonly SitePage[]> {
      for (let at = 0; at < 20; at += 1) yield [{ language: 'en-GB', path: `/page-${at}` }]
    }
    for (const size of [
      { maxUrls: 7, maxBytes: 1_000_000 },
      { maxUrls: 1_000, maxBytes: 600 },
    ]) {
      const sizeFolder = mkdtempSync(path.join(folder, 'size-'))
      const files = await writeSitemaps(many(), { folder: sizeFolder, origin: 'https://site.example', size })
      const texts = files.map(({ name }) => readFileSync(path.join(sizeFolder, name), 'utf8'))
      expect(texts.length).toBeGreaterThan(2)
      for (const text of texts) {
        expect(text.match(/<url>/g)?.length).toBeLessThanOrEqual(size.maxUrls)
        expect(text.length).toBeLessThanOrEqual(size.maxBytes)
      }
      expect(texts.join('').match(/<url>/g)).toHaveLength(20)
    }
  })

  it('stays while no newer one can be made', async () => {
    const sitemaps = aShellOfTheSite()
    await served(sitemaps)
    isPlatformAway = true
    sitemaps.invalidate()
    expect(await served(sitemaps)).toBe('/page-1')
    expect(failures).toEqual(['Error: platform away'])
    expect(sets()).toHaveLength(1)
  })

  it('is made once after a change that several shells were told of, when they are asked one after another', async () => {
    const shells = Array.from({ length: 4 }, aShellOfTheSite)
    await served(shells[0] as Sitemaps)
    clock += HOUR
    for (const shell of shells) shell.invalidate()
    clock += 10
    for (const shell of shells) expect(await served(shell)).toBe('/page-2')
    expect(made).toBe(2)
  })

  it('that could not be made at first is not tried again by each request', async () => {
    const sitemaps = aShellOfTheSite()
    isPlatformAway = true
    for (let request = 0; request < 5; request += 1) expect(await sitemaps.current()).toBeNull()
    expect(made).toBe(1)
    expect(failures).toEqual(['Error: platform away'])
    isPlatformAway = false
    clock += 60_001
    expect(await served(sitemaps)).toBe('/page-2')
  })

  it('stays while no newer one can be made, which is not tried again by each request', async () => {
    const sitemaps = aShellOfTheSite()
    await served(sitemaps)
    isPlatformAway = true
    clock += HOUR
    for (let request = 0; request < 5; request += 1) {
      expect(await served(sitemaps)).toBe('/page-1')
      await until(() => failures.length > 0)
    }
    expect(made).toBe(2)
  })

  it.each([
    { what: 'a set', isMade: true },
    { what: 'a failure', isMade: false },
  ])('is renewed after the clock was set back, although $what is from later', async ({ isMade }) => {
    const shell = aShellOfTheSite()
    isPlatformAway = !isMade
    await shell.current()
    isPlatformAway = false
    clock -= 24 * HOUR
    await shell.current()
    await until(async () => (await served(shell)) === '/page-2')
    expect(made).toBe(2)
  })

  it('has a change of content once, that the clock was set back after', async () => {
    const sitemaps = aShellOfTheSite()
    await served(sitemaps)
    clock += 50_000
    sitemaps.invalidate()
    clock -= 20_000
    for (let request = 0; request < 3; request += 1) {
      expect(await served(sitemaps)).toBe('/page-2')
      clock += 5_000
    }
    expect(made).toBe(2)
  })

  it('that fits on no disk is said once, and made when there is room', async () => {
    let isFull = true
    const sitemaps = createSitemaps({
      folder,
      origin: 'https://site.example',
      async *pages() {
        const setFolder = path.join(folder, sets()[0] ?? '')
        if (isFull) symlinkSync('/dev/full', path.join(setFolder, 'sitemap-en-gb-1.xml'))
        yield [{ language: 'en-GB', path: '/page-0' }]
        await pause(50) // the file has failed, and says so no more
        yield [{ language: 'en-GB', path: '/page-1' }]
      },
      onError: (error) => failures.push(String(error)),
      now: () => clock,
    })
    expect(await sitemaps.current()).toBeNull()
    expect(await sitemaps.current()).toBeNull()
    expect(failures).toEqual([expect.stringContaining('ENOSPC')])
    expect(sets()).toEqual([])
    isFull = false
    clock += 60_001
    expect(await served(sitemaps)).toBe('/page-0')
  })

  it('that does not exist yet has addresses that are to be asked for again, not missing ones', async () => {
    isPlatformAway = true
    const app = fastify()
    const config = { alias: 'test', publicUrl: 'https://site.example' } as SiteConfig
    sitemapRoutes(app, { config } as SitemapSources, aShellOfTheSite())
    for (const url of ['/sitemap.xml', '/sitemap-en-gb-1.xml']) {
      const { statusCode, headers } = await app.inject(url)
      expect([url, statusCode, headers['retry-after']]).toEqual([url, 503, '30'])
    }
    isPlatformAway = false
    clock += 60_001
    expect((await app.inject('/sitemap-en-gb-1.xml')).statusCode).toBe(200)
    expect((await app.inject('/sitemap-en-gb-2.xml')).statusCode).toBe(404)
    await app.close()
  })
})
