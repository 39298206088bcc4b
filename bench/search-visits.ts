import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../e2e/support/chromium.ts'
import { measureScripts, recordRequests, totalBytes } from '../e2e/support/measure.ts'
import type { Child } from './child.ts'
import { readPage } from './first-views.ts'
import { median } from './load.ts'
import type { Bench } from './plan.ts'
import { aimed, info, kilobytes, ms, whole, type Row } from './report.ts'

/** Time between two keys: of a fast typist, and of one who pauses at each key long enough to get suggestions. */
const KEY_MS = { fast: 60, slow: 170 } as const
const TYPED = 'counci'
const RESULTS = '/search?term=council'
const OTHER_TERM = 'library'
/** Pages that a visit goes through. */
const PASSED = ['/search', RESULTS, `/search?term=${OTHER_TERM}`] as const
/** Source: issue, Measured. */
const LIMITS = { requests: 2, scriptBytes: 30 * 1_024 } as const
/** Selectors of the number of results with the cards, and of the suggestions. */
const SHOWN = { results: '#search-count, [data-results]', suggestions: '#search-suggestions' } as const

interface Typing {
  /** From the last key until the suggestions are painted. */
  readonly waitMs: number
  readonly requests: number
  /** Requests that were aborted because the visitor typed on. */
  readonly aborted: number
}

/** One visit of each kind. Times in milliseconds, by the page's own clock. */
interface Visit {
  readonly fast: Typing
  readonly slow: Typing
  readonly enterMs: number
  readonly filterMs: number
  /** Scripts of search only, on a page of results whose slot is hydrated. */
  readonly scriptBytes: number
}

/** How long visitors of the search wait; null on a machine without a browser. */
export async function visitSearch(shell: Child, { plan, say }: Bench): Promise<readonly Visit[] | null> {
  const executablePath = findChromium()
  if (executablePath === null) {
    say('no Chromium on this machine: nothing is typed')
    return null
  }
  for (const address of PASSED) {
    const { tookMs } = await readPage(shell, address)
    if (tookMs === null) throw new Error(`${address} is refused by the platform`)
  }
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], executablePath })
  const visits: Visit[] = []
  try {
    for (let count = 0; count < plan.visits; count += 1)
      visits.push({
        fast: await typeAt(browser, shell.url, KEY_MS.fast),
        slow: await typeAt(browser, shell.url, KEY_MS.slow),
        enterMs: await searchAgain(browser, shell.url),
        ...(await chooseFilter(browser, shell.url)),
      })
  } finally {
    await browser.close()
  }
  return visits
}

const typeAt = (browser: Browser, url: string, delay: number): Promise<Typing> =>
  inNewPage(browser, `${url}/search`, async (page) => {
    const box = page.getByRole('main').getByRole('combobox')
    await box.click()
    const requests = recordRequests(page)
    const isSuggestion = (address: string) => address.includes('/suggestions')
    const waitMs = await timeToPaint(page, { event: 'keydown', selector: SHOWN.suggestions }, () =>
      box.pressSequentially(TYPED, { delay }),
    )
    await page.waitForLoadState('networkidle')
    const asked = requests.filter((request) => isSuggestion(request.url()))
    const aborted = asked.filter((request) => request.failure() !== null)
    return { waitMs, requests: asked.length, aborted: aborted.length }
  })

const searchAgain = (browser: Browser, url: string): Promise<number> =>
  inNewPage(browser, url + RESULTS, async (page) => {
    const box = page.getByRole('main').getByRole('combobox')
    await box.fill(OTHER_TERM)
    return timeToPaint(page, { event: 'keydown', selector: SHOWN.results }, () => box.press('Enter'))
  })

const chooseFilter = (
  browser: Browser,
  url: string,
): Promise<{ readonly filterMs: number; readonly scriptBytes: number }> =>
  inNewPage(browser, url + RESULTS, async (page, requests) => {
    const scripts = await measureScripts(requests)
    const filters = page.getByRole('main').getByRole('search', { name: 'Filters', exact: true })
    const option = filters.getByRole('checkbox').first()
    return {
      filterMs: await timeToPaint(page, { event: 'click', selector: SHOWN.results }, () => option.click()),
      scriptBytes: totalBytes(scripts.filter(({ address }) => address.startsWith('/_mfe/mfe-search/'))),
    }
  })

/** Run work on a page in a new browser context, once its slot is hydrated and the network is idle. */
async function inNewPage<T>(
  browser: Browser,
  address: string,
  work: (page: Page, requests: ReturnType<typeof recordRequests>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const requests = recordRequests(page)
    await page.goto(address)
    const slot = '[data-slot="main"]'
    await page
      .locator(`${slot}[data-hydrated], ${slot} [data-hydrated]`)
      .first()
      .waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    return await work(page, requests)
  } finally {
    await context.close()
  }
}

interface Sign {
  readonly event: 'keydown' | 'click'
  readonly selector: string
}

interface Seen {
  acted: number
  painted: number
}

/** From the last event of an action to the end of the frame in which the text of the observed element has changed. */
async function timeToPaint(page: Page, sign: Sign, act: () => Promise<void>): Promise<number> {
  await page.evaluate(({ event, selector }: Sign) => {
    const seen: Seen = { acted: 0, painted: 0 }
    const read = () => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join()
    let shown = read()
    addEventListener(event, ({ timeStamp }) => (seen.acted = timeStamp), { capture: true })
    new MutationObserver(() => {
      const now = read()
      if (now === shown || now === '') return
      shown = now
      // A timer that is set in a frame runs after the frame was painted.
      requestAnimationFrame(() => setTimeout(() => (seen.painted = performance.now())))
    }).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { seen })
  }, sign)
  await act()
  const waited = await page.waitForFunction(() => {
    const { acted, painted } = (globalThis as unknown as { readonly seen: Seen }).seen
    return painted > acted && acted > 0 ? painted - acted : null
  })
  return Number(await waited.jsonValue())
}

/** Rows of the visits. `callMs` is the delay of each call to the platform. */
export function rowsOfVisits(visits: readonly Visit[] | null, callMs: number): readonly Row[] {
  if (visits === null) return []
  const middle = (figure: (visit: Visit) => number) => median(visits.map(figure))
  const most = (figure: (visit: Visit) => number) => Math.max(...visits.map(figure))
  const row = (measure: string, value: number) => info(`${measure}, calls of ${callMs} ms`, ms(value))
  const { requests, scriptBytes } = LIMITS
  return [
    aimed(
      'search: its own scripts on a page of results',
      most((visit) => visit.scriptBytes),
      { atMost: scriptBytes },
      kilobytes,
    ),
    row(
      'six letters typed fast: from the last to painted suggestions',
      middle(({ fast }) => fast.waitMs),
    ),
    aimed(
      'six letters typed fast: requests',
      most(({ fast }) => fast.requests),
      { atMost: requests },
      whole,
    ),
    info(
      'six letters with a pause after each: requests; aborted',
      `${most(({ slow }) => slow.requests)}; ${most(({ slow }) => slow.aborted)}`,
    ),
    row(
      'from Enter to painted results',
      middle(({ enterMs }) => enterMs),
    ),
    row(
      'from a click on a filter to painted results',
      middle(({ filterMs }) => filterMs),
    ),
  ]
}
