import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../e2e/support/chromium.ts'
import { ALL_OF_REACT, buildFederatedHost, federatedPage } from '../../e2e/support/federated-host.ts'
import { startHost, type HostSite } from '../../e2e/support/host-site.ts'
import { onSlow4G } from '../../e2e/support/slow-4g.ts'
import { median } from '../load.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, kilobytes, ms, type Row, type SectionResult } from '../report.ts'

/** An ordinary phone: Lighthouse's slow 4G, and a quarter of this machine's processor. */
const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const SLOWER = 4
/** The project's targets, in bytes after gzip. */
const LIMITS = { form: 90 * 1_024, box: 12 * 1_024 } as const

/** An embed: its script and element in the host's page, and the field that its visitor waits for. */
interface Embed {
  readonly script: string
  readonly element: string
  readonly field: string
}
const EMBEDS = {
  form: {
    script: 'forms',
    element: '<tessera-form form-id="1001"></tessera-form>',
    field: 'tessera-form select',
  },
  box: { script: 'search', element: '<tessera-search></tessera-search>', field: 'tessera-search input' },
} as const satisfies Readonly<Record<string, Embed>>
type Kind = keyof typeof EMBEDS
const KINDS = ['form', 'box'] as const

/** How many embeds of each kind are on a page together. */
const OF_EACH = 3

interface Measured {
  /** Scripts of the site until the first field is visible, after gzip. */
  readonly bytes: Readonly<Record<Kind, number>>
  /** The same for a form as a federated module in a host that shares its React. */
  readonly hostedBytes: number
  /** From the navigation to the first field on a slow phone, in milliseconds, for each visit. */
  readonly fieldMs: Readonly<Record<Kind, readonly number[]>>
  /** How long a page's main thread was busy, in milliseconds, for each visit. */
  readonly busyMs: Readonly<Record<'plain' | 'six', readonly number[]>>
}

/** Embeds on a page of another site: bytes, time to the first field, and the main thread's time for six of them. */
export async function embeds({ site, plan, say }: Bench): Promise<SectionResult> {
  const executablePath = findChromium()
  if (executablePath === null) {
    say('no Chromium on this machine: skipped')
    return { rows: [], data: null }
  }
  const host = await startHost()
  const shell = await site.startShell('embeds', {
    isFree: true,
    options: { site: { embedOrigins: [host.url] } },
  })
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], executablePath })
  try {
    const measured = await measure({ browser, host, url: shell.url }, plan.visits)
    return { rows: rowsOf(measured), data: measured }
  } finally {
    await browser.close()
    await shell.stop()
    await host.stop()
  }
}

interface EmbedSite {
  readonly browser: Browser
  readonly host: HostSite
  readonly url: string
}

async function measure(site: EmbedSite, visits: number): Promise<Measured> {
  const bytes = { form: 0, box: 0 }
  const fieldMs: Record<Kind, number[]> = { form: [], box: [] }
  const busyMs: Record<'plain' | 'six', number[]> = { plain: [], six: [] }
  for (const kind of KINDS)
    bytes[kind] = await weigh(site, async (page) => {
      await page.goto(pageWith(site, [kind]))
      await page.locator(EMBEDS[kind].field).first().waitFor()
    })
  const hostedBytes = await weighHosted(site)
  for (let count = 0; count < visits; count += 1) {
    for (const kind of KINDS) fieldMs[kind].push(await waitForField(site, kind))
    busyMs.plain.push(await timeMainThread(site, 0))
    busyMs.six.push(await timeMainThread(site, OF_EACH))
  }
  return { bytes, hostedBytes, fieldMs, busyMs }
}

/** The address of a host page with `count` embeds of each of the kinds. */
function pageWith({ host, url }: EmbedSite, kinds: readonly Kind[], count = 1): string {
  const scripts = kinds.map(
    (kind) => `<script type="module" src="${url}/embed/${EMBEDS[kind].script}.js"></script>`,
  )
  const elements = kinds.flatMap((kind) => Array.from({ length: count }, () => EMBEDS[kind].element))
  return host.show({ head: scripts.join(''), body: `<main><h1>A host</h1>${elements.join('')}</main>` })
}

async function withPage<T>(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  return context
    .newPage()
    .then(work)
    .finally(() => context.close())
}

/** Scripts of the site that a visit loads, in bytes after gzip. */
const weigh = ({ browser, url }: EmbedSite, visit: (page: Page) => Promise<void>): Promise<number> =>
  withPage(browser, {}, async (page) => {
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && response.url().startsWith(url))
        sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await visit(page)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  })

async function weighHosted(site: EmbedSite): Promise<number> {
  const { folder, remove } = await buildFederatedHost(site.url, { shared: ALL_OF_REACT })
  const address = site.host.show(federatedPage(site.host.serve(folder)))
  const visit = async (page: Page) => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Toggle form' }).click()
    await page.locator('#form select').first().waitFor()
  }
  return weigh(site, visit).finally(remove)
}

const waitForField = (site: EmbedSite, kind: Kind): Promise<number> =>
  withPage(site.browser, TELEPHONE, async (page) => {
    const session = await onSlow4G(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const started = performance.now()
    await page.goto(pageWith(site, [kind]), { waitUntil: 'commit' })
    await page.locator(EMBEDS[kind].field).first().waitFor()
    return performance.now() - started
  })

/** High enough that every embed is visible at once, because an embed loads only shortly before it is visible. */
const TALL = { viewport: { width: 1_000, height: 10_000 } } as const

const timeMainThread = (site: EmbedSite, ofEach: number): Promise<number> =>
  withPage(site.browser, TALL, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await page.goto(pageWith(site, ofEach > 0 ? KINDS : [], ofEach), { waitUntil: 'networkidle' })
    for (const kind of ofEach > 0 ? KINDS : [])
      await page
        .locator(EMBEDS[kind].field)
        .nth(ofEach - 1)
        .waitFor()
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000
  })

function rowsOf({ bytes, hostedBytes, fieldMs, busyMs }: Measured): readonly Row[] {
  const added = median(busyMs.six) - median(busyMs.plain)
  return [
    ...KINDS.map((kind) =>
      aimed(`embedded ${kind}: JS gzip to its first field`, bytes[kind], { atMost: LIMITS[kind] }, kilobytes),
    ),
    info('embedded form with React of its host: JS gzip to its first field', kilobytes(hostedBytes)),
    ...KINDS.map((kind) =>
      info(`embedded ${kind}: first field on a telephone on slow 4G`, ms(median(fieldMs[kind]))),
    ),
    info('six embeds (three forms, three boxes): main-thread time that they add', ms(added)),
  ]
}
