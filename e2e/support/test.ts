import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'

/** Errors of a page: messages in the console, uncaught exceptions, violations of the content security policy. */
export interface Faults {
  /** Allow an error that the journey causes itself. */
  readonly allow: (pattern: RegExp) => void
  /** Errors that no journey has allowed. */
  readonly list: () => readonly string[]
  /** Those of them about a remote that failed, allowed or not. */
  readonly failedRemotes: () => readonly string[]
}

/** A test without a browser: `site` is the address of the site. */
export const siteTest = base.extend<{ site: string }>({
  site: async ({ baseURL }, use) => {
    if (baseURL === undefined) throw new Error('There is no site: SITE_URL is not set')
    await use(baseURL)
  },
})

/** The test function of journeys: it fails when a page has an error that the journey has not allowed. */
export const test = siteTest.extend<{ faults: Faults }>({
  faults: [
    async ({ page }, use) => {
      const seen: string[] = []
      const late: LateIsland[] = []
      const allowed: RegExp[] = []
      watch(page, seen, late)
      page.context().on('page', (tab) => watch(tab, seen, late))
      await page.context().addInitScript(reportFailedRemotes)
      const list = () => seen.filter((fault) => !allowed.some((pattern) => pattern.test(fault)))
      await use({
        allow: (pattern) => allowed.push(pattern),
        list,
        failedRemotes: () => seen.filter((fault) => fault.includes(REMOTE_FAILED)),
      })
      for (const island of late) if (await isMissing(island)) seen.push(island.fault)
      const found = list()
      await endNavigations(page.context())
      expect(found, 'nothing in the console is wrong').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * Navigate every page of a context to an empty one. Chromium 156 does not close a tab during a navigation: one in six of such
 * contexts stayed open for minutes, and none after this.
 */
async function endNavigations(context: BrowserContext): Promise<void> {
  // A closed or crashed page has no navigation.
  const end = (page: Page) => page.goto('about:blank', { timeout: 10_000 }).catch(() => null)
  await Promise.all(context.pages().map(end))
}

/** An island that was not hydrated in time, as on a busy machine. */
interface LateIsland {
  readonly page: Page
  readonly slotId: string
  readonly fault: string
}

/** Whether an island is still not hydrated ten seconds after the journey. One whose page is closed or was left is not looked for. */
const isMissing = ({ page, slotId }: LateIsland): Promise<boolean> =>
  page
    .locator(`[data-slot="${slotId}"]:not([data-hydrated])`)
    .waitFor({ state: 'detached', timeout: 10_000 })
    .then(
      () => false,
      () => !page.isClosed(),
    )

function watch(page: Page, seen: string[], late: LateIsland[]): void {
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const [, slotId] = LATE.exec(message.text()) ?? []
    if (slotId) late.push({ page, slotId, fault: message.text() })
    else if (message.type() === 'error' || /violates|hydrat|Trusted/i.test(message.text()))
      seen.push(`${message.text()} ${message.location().url}`)
  })
}

const REMOTE_FAILED = 'tessera-remote-failed'
/** The message about an island that is late, with its slot. */
const LATE = /^tessera-remote-failed .*"slotId":"([^"]+)".*"client\/island-late"/

/** Runs in the page: logs an error for each slot that failed or was rendered again, for which the shell only sets a mark. */
function reportFailedRemotes(): void {
  new PerformanceObserver((list) => {
    for (const { name, detail } of list.getEntries() as PerformanceMark[])
      if (name === 'tessera-remote-failed') console.error(name, JSON.stringify(detail))
  }).observe({ type: 'mark', buffered: true })
}

/** The browser's console error for an answer with this status. */
export const answeredWith = (status: number): RegExp => new RegExp(`responded with a status of ${status}`)
