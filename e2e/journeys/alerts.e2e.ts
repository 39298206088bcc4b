import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { startAuthor, type Author } from '../support/author.ts'
import { startSite, type TestSite } from '../support/start-site.ts'
import { expect, test } from '../support/test.ts'

const ICE = 'Ice on the higher roads'
const FLOOD = 'Flood warning for Weirside'

// These tests have a site of their own, because an alert is on every page of it.
test.describe('alerts above every page', () => {
  test.describe.configure({ mode: 'serial' })
  let site: TestSite
  let author: Author
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    site = await startSite()
    author = await startAuthor(site.platformUrl)
  })
  test.afterAll(() => site?.stop())

  const alertOf = (page: Page, title: string) => page.getByRole('region', { name: title })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`an alert is a region with a name, and passes the accessibility check: ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${site.url}/services`)
      await expect(alertOf(page, ICE)).toContainText('Leave more time for your journey.')
      await expect(alertOf(page, ICE).getByRole('link')).toHaveText('See which roads we grit')
      await expectAccessible(page)
    })

  test('dismissed by keyboard it disappears, the focus is in the content, and it is never drawn again', async ({
    page,
  }) => {
    await page.goto(`${site.url}/services`)
    const button = alertOf(page, ICE).getByRole('button', { name: `Hide ${ICE}` })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(alertOf(page, ICE)).toBeHidden()
    await expect(page.locator('#main')).toBeFocused()
    await page.addInitScript(watchLayout)
    for (const path of ['/news', '/cy']) {
      await page.goto(`${site.url}${path}`)
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[data-alert]')).toHaveCount(1)
      await expect(page.locator('[data-alert]')).toBeHidden()
      expect(await page.evaluate(() => (window as unknown as Watched).heights), path).toEqual([0])
      expect(await page.evaluate(() => (window as unknown as Watched).shifts), path).toBe(0)
    }
  })

  test('showing it shifts nothing', async ({ page }) => {
    await page.addInitScript(watchLayout)
    await page.goto(`${site.url}/services`)
    await page.waitForLoadState('networkidle')
    await expect(alertOf(page, ICE)).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as Watched).shifts)).toBe(0)
  })

  test('in a browser without storage it can be dismissed for the page', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Storage is switched off', 'SecurityError')
        },
      }),
    )
    await page.goto(`${site.url}/services`)
    await alertOf(page, ICE).getByRole('button').click()
    await expect(alertOf(page, ICE)).toBeHidden()
    await page.reload()
    await expect(alertOf(page, ICE)).toBeVisible()
  })

  test('a new one appears on the next page, is dismissed separately, and is shown again once changed', async ({
    page,
  }) => {
    await page.goto(`${site.url}/services`)
    const id = await author.write('alert', { title: FLOOD, level: 'severe', text: 'Move upstairs.' })
    await author.publish(id)
    await expect(async () => {
      await page.getByRole('link', { name: 'News', exact: true }).first().click()
      await expect(alertOf(page, FLOOD)).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await alertOf(page, FLOOD).getByRole('button').click()
    await expect(alertOf(page, FLOOD)).toBeHidden()
    await expect(alertOf(page, ICE).getByRole('button')).toBeFocused()
    await page.reload()
    await expect(alertOf(page, ICE)).toBeVisible()
    await expect(alertOf(page, FLOOD)).toBeHidden()

    await author.change(id, { title: FLOOD, level: 'severe', text: 'Leave your home.' })
    await author.publish(id)
    await expect(async () => {
      await page.reload()
      await expect(alertOf(page, FLOOD)).toContainText('Leave your home.', { timeout: 1_000 })
    }).toPass()
    await author.remove(id)
  })

  test('one that has ended since its page was cached is not shown, and the next page is without it', async ({
    page,
  }) => {
    const until = new Date(Date.now() + 3_600_000)
    const id = await author.write('alert', { title: 'Until noon', until: until.toISOString() })
    await author.publish(id)
    await expect(async () => {
      await page.goto(`${site.url}/services`)
      await expect(alertOf(page, 'Until noon')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.clock.setFixedTime(until)
    await page.reload()
    await expect(page.locator('[data-alert][data-until]')).toBeHidden()
    await expect(alertOf(page, ICE)).toBeVisible()
    await author.remove(id)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('it is shown, and has no button that does nothing', async ({ page }) => {
      await page.goto(`${site.url}/cy/gwasanaethau`)
      const alert = alertOf(page, 'Rhew ar y ffyrdd uwch')
      await expect(alert).toBeVisible()
      await expect(alert.getByRole('button')).toHaveCount(0)
    })
  })
})

interface Watched {
  /** Heights that the alert had in the frames so far. */
  heights: readonly number[]
  shifts: number
}

/** Runs in the page: records the height of alerts, frame by frame, and layout shifts. */
function watchLayout(): void {
  const watched = window as unknown as Watched
  const heights = new Set<number>()
  watched.heights = []
  watched.shifts = 0
  const look = () => {
    const alert = document.querySelector('[data-alert]')
    if (alert) heights.add(alert.getBoundingClientRect().height)
    watched.heights = [...heights]
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shifts += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
