import type { Page } from '@playwright/test'
import { ALL_PAGES, PAGE_KINDS } from '../support/pages.ts'
import { startPiecemealProxy } from '../support/piecemeal-proxy.ts'
import { answeredWith, expect, test } from '../support/test.ts'

type Watched = typeof window & { shifts: readonly string[] }

/** Runs in the page: what moves without a visitor having done anything, by what moved. */
function watchShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        readonly value: number
        readonly sources: readonly { readonly node: Node | null }[]
      }
      shifts.push(`${value}: ${sources.map(({ node }) => node?.textContent?.trim().slice(0, 60)).join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: down to its end, so that what is loaded or hydrated when it is seen is. */
async function readToTheEnd(): Promise<void> {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y)
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }
}

const SCREENS = [
  [390, 844],
  [1440, 900],
] as const

for (const [width, height] of SCREENS)
  test(`no layout shift on any kind of page while it is loaded and scrolled to its end: ${width} pixels wide`, async ({
    page,
    faults,
  }) => {
    test.setTimeout(180_000)
    for (const status of [403, 404]) faults.allow(answeredWith(status))
    await page.context().addInitScript(watchShifts)
    const left = [...ALL_PAGES]
    const readThem = async (tab: Page): Promise<void> => {
      await tab.setViewportSize({ width, height })
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        await tab.goto(next.path)
        await tab.evaluate(readToTheEnd)
        await tab.waitForLoadState('networkidle')
        expect([next.path, await tab.evaluate(() => (window as Watched).shifts)]).toEqual([next.path, []])
      }
    }
    // Two tabs, because each page is waited for until the network has been quiet for half a second. No more: a busy machine paints
    // a page before it is parsed.
    await Promise.all([page, await page.context().newPage()].map(readThem))
    expect(left).toEqual([])
  })

for (const [width, height] of SCREENS)
  test(`no layout shift while a document arrives in pieces: ${width} pixels wide`, async ({
    page,
    faults,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    for (const status of [403, 404]) faults.allow(answeredWith(status))
    const proxy = await startPiecemealProxy(new URL(baseURL!))
    try {
      await page.addInitScript(watchShifts)
      await page.setViewportSize({ width, height })
      const moved: unknown[] = []
      for (const { path } of PAGE_KINDS) {
        await page.goto(proxy.url + path)
        const shifts = await page.evaluate(() => (window as Watched).shifts)
        if (shifts.length > 0) moved.push([path, ...shifts])
      }
      expect(moved).toEqual([])
    } finally {
      proxy.stop()
    }
  })

test('a details element takes no space before its summary has arrived', async ({ page }) => {
  await page.goto('/news')
  const unfolding = page.locator('header details').first()
  await expect(unfolding).toBeVisible()
  await unfolding.evaluate((details) => details.querySelector('summary')!.remove())
  await expect(unfolding).toBeHidden()
})

test('an alert takes no space before its button has arrived', async ({ page }) => {
  await page.goto('/news')
  const text = page.locator('[data-alert] .a-text').first()
  await expect(text).toBeVisible()
  await text.evaluate((before) => before.nextElementSibling!.remove())
  await expect(text).toBeHidden()
})

test('the measurement finds a layout shift', async ({ page }) => {
  await page.addInitScript(watchShifts)
  await page.goto('/news')
  await page.evaluate(() => {
    const late = document.createElement('p')
    late.style.height = '200px'
    document.querySelector('main')!.before(late)
  })
  await expect.poll(() => page.evaluate(() => (window as Watched).shifts.length)).toBeGreaterThan(0)
})
