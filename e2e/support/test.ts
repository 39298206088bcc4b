import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'

/** What a page has complained about: errors in the console, uncaught exceptions, violations of the content security policy. */
export interface Faults {
  /** A complaint that the journey brings about itself. */
  readonly allow: (pattern: RegExp) => void
  /** Complaints that no journey has allowed. */
  readonly list: () => readonly string[]
  /** Those of them that tell of a remote that failed, allowed or not. */
  readonly failedRemotes: () => readonly string[]
}

/** A test that needs no browser: `site` is the address of the site. */
export const siteTest = base.extend<{ site: string }>({
  site: async ({ baseURL }, use) => {
    if (baseURL === undefined) throw new Error('There is no site: SITE_URL is not set')
    await use(baseURL)
  },
})

/** A journey's test: it fails when a page complains of something that the journey has not allowed. */
export const test = siteTest.extend<{ faults: Faults }>({
  faults: [
    async ({ page }, use) => {
      const seen: string[] = []
      const allowed: RegExp[] = []
      watch(page, seen)
      page.context().on('page', (tab) => watch(tab, seen))
      await page.context().addInitScript(reportFailedRemotes)
      const list = () => seen.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))
      await use({
        allow: (pattern) => allowed.push(pattern),
        list,
        failedRemotes: () => seen.filter((fault) => fault.includes(REMOTE_FAILED)),
      })
      const found = list()
      await endNavigations(page.context())
      expect(found, 'nothing in the console is wrong').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * Lead every page of a context to an empty one. Chromium 156 never closes a tab in which a navigation is under way when it is told to:
 * one in six of such contexts stayed open for minutes, and none that came from here.
 */
async function endNavigations(context: BrowserContext): Promise<void> {
  // A page that is closed or gone navigates no more.
  const end = (page: Page) => page.goto('about:blank', { timeout: 10_000 }).catch(() => null)
  await Promise.all(context.pages().map(end))
}

function watch(page: Page, seen: string[]): void {
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || /violates|hydrat|Trusted/i.test(message.text()))
      seen.push(`${message.text()} ${message.location().url}`)
  })
}

const REMOTE_FAILED = 'tessera-remote-failed'

/** In the page: what the shell only notes, a slot that failed or had to be rendered again, becomes a complaint. */
function reportFailedRemotes(): void {
  new PerformanceObserver((list) => {
    for (const { name, detail } of list.getEntries() as PerformanceMark[])
      if (name === 'tessera-remote-failed') console.error(name, JSON.stringify(detail))
  }).observe({ type: 'mark', buffered: true })
}

/** The complaint of a browser that was shown an answer with this status. */
export const answeredWith = (status: number): RegExp => new RegExp(`responded with a status of ${status}`)
