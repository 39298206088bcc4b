import { until } from '@tessera/shared/testing'
import { freePort } from '../../scripts/testing/ports.ts'
import { describeWith, VARNISH } from '../../scripts/testing/system-programs.ts'
import { endCanary, nameCanary } from '../../scripts/release/make-live.ts'
import { aVarnish, type TestVarnish } from '../cache/testing/a-varnish.ts'
import { anAuthoredSite, type AuthoredSite } from '../cache/testing/an-authored-site.ts'
import { aRelease, aSigner } from '../releases/testing/a-release.ts'
import { aContentRemote } from '../testing/a-shell.ts'

const STARTING_MS = 180_000
const PATIENT_MS = 120_000
const APP = 'mfe-content'
const PAGE = '/services/bins-and-recycling'
const SHARE = 30

let site: AuthoredSite
let varnish: TestVarnish

/** The page that a visitor of a bucket sees; null for a visitor without a bucket. */
const see = async (bucket: number | null, path = PAGE) => {
  const headers: Record<string, string> =
    bucket === null ? {} : { cookie: `consent=all; site-canary=${bucket}` }
  const answer = await fetch(varnish.url + path, { headers })
  const body = await answer.text()
  const [, given] = /^site-canary=(\d+);/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  return {
    body,
    status: answer.status,
    isCanary: body.includes('version 2.0.0'),
    given: given === undefined ? null : Number(given),
    headers: answer.headers,
  }
}

async function start(): Promise<void> {
  const [httpPort, opsPort, shellPort] = [await freePort(), await freePort(), await freePort()]
  site = await anAuthoredSite({
    port: shellPort,
    options: { purgeUrls: [`http://127.0.0.1:${opsPort}/`] },
  })
  varnish = await aVarnish({ shellPort, httpPort, opsPort, shortLived: '^/never$' })
  await until(async () => (await see(null)).status === 200)
}

describeWith(VARNISH)('Varnish in front of a shell while some visitors see another release', () => {
  beforeAll(start, STARTING_MS)
  afterAll(async () => {
    await varnish?.close()
    await site?.close()
  }, STARTING_MS)

  it(
    'gives its share of the visitors the pages of the canary, keeps both, and mixes none',
    async () => {
      const { shell } = site
      const signer = aSigner(shell.key)
      await until(async () => (await see(null)).headers.get('cache-status') === 'edge; hit')
      expect(await see(null)).toMatchObject({ given: null, isCanary: false })

      const render = `return '<h1 id="page-title">version 2.0.0</h1>'`
      aRelease(shell.releasesFolder, { ...aContentRemote({ version: '2.0.0', render }), key: shell.key })
      const canary = { version: '2.0.0', percent: SHARE, bar: { rate: 0.5, fewest: 5 } }
      await nameCanary(shell.releasesFolder, APP, canary, { signer })
      await shell.canaries.refresh()
      await until(async () => (await see(3)).isCanary)

      const buckets = new Set<number>()
      let fromEdge = 0
      for (let visit = 0; visit < 400; visit += 1) {
        const { given, isCanary, headers } = await see(null)
        expect([given === null, isCanary]).toEqual([false, (given ?? 0) < SHARE])
        if (given !== null) buckets.add(given)
        if (headers.get('cache-status') === 'edge; hit') fromEdge += 1
        expect([headers.get('x-canary'), headers.get('set-cookie')]).toEqual([
          null,
          `site-canary=${given}; Path=/; HttpOnly; SameSite=Lax`,
        ])
      }
      expect(Math.max(...buckets)).toBeLessThan(100)
      expect([...buckets].filter((bucket) => bucket < SHARE).length).toBeGreaterThan(5)
      expect(fromEdge).toBeGreaterThan(300)

      // Visitors keep their bucket and its release; the JSON state of a page is of the same release.
      for (const bucket of [0, SHARE - 1, SHARE, 99]) {
        const isTheirs = bucket < SHARE
        expect(await see(bucket)).toMatchObject({ given: null, isCanary: isTheirs })
        const state = JSON.parse((await see(bucket, `${PAGE}?redux=true`)).body) as {
          page: { canaries: Record<string, string> }
        }
        expect([bucket, state.page.canaries[APP]]).toEqual([bucket, isTheirs ? '2.0.0' : '1.0.0'])
      }

      await endCanary(shell.releasesFolder, APP, { signer })
      await shell.canaries.refresh()
      await until(async () => !(await see(3)).isCanary)
      for (let bucket = 0; bucket < 100; bucket += 7)
        expect(await see(bucket)).toMatchObject({ given: null, isCanary: false, status: 200 })
      expect((await see(null)).given).toBeNull()
    },
    PATIENT_MS,
  )
})
