import type { Page } from '@playwright/test'
import { FORM_PAGE } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, headerSearch, hydrated, unfold } from '../support/visit.ts'

/** The focused element: its text, and whether an outline or a shadow on it or on its card shows the focus. */
const focusOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const isOutlined = (marked: Element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(marked)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    }
    const card = element.closest('main li')
    const box = element.getBoundingClientRect()
    return {
      text: (element.getAttribute('aria-label') ?? element.textContent ?? '')
        .trim()
        .replace(/\s+/g, ' ')
        .slice(0, 80),
      name: element.getAttribute('name'),
      isMarked: isOutlined(element) || (card !== null && isOutlined(card)),
      isInView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    }
  })

// Polled, because focus styles appear a frame after the focus.
const expectVisibleFocus = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() => focusOf(page), { message: `focus on "${name}" can be seen`, timeout: 10_000 })
    .toMatchObject({ isMarked: true, isInView: true })

/** Expect a page, with the focus on its heading: the next Tab continues from there. */
async function expectArrival(page: Page, path: string, heading: string): Promise<void> {
  await expectPage(page, path, heading)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

/** Press Tab until the wanted element has the focus, and check that every stop shows its focus. */
async function tabTo(page: Page, wanted: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press(key)
    const focus = await focusOf(page)
    await expectVisibleFocus(page, focus.text || String(focus.name))
    const names = [focus.text, focus.name ?? '']
    if (names.some((name) => (typeof wanted === 'string' ? name === wanted : wanted.test(name)))) return
    passed.push(focus.text || String(focus.name))
  }
  throw new Error(`No "${String(wanted)}" among ${passed.join(' | ')}`)
}

test('by keyboard: the menu, a page, the search, a result', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expectVisibleFocus(page, 'Skip to content')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto('/')
  await tabTo(page, 'Pages in Services')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Council tax')
  await page.keyboard.press('Enter')
  await expectArrival(page, '/services/council-tax', 'Council tax')
  await tabTo(page, 'Pay')
  await page.keyboard.press('Enter')
  await expectArrival(page, '/services/council-tax/pay', 'Pay your council tax')

  await tabTo(page, 'term', 'Shift+Tab')
  await page.keyboard.type('bins')
  await page.keyboard.press('Enter')
  await expectArrival(page, '/search?term=bins', 'Search')
  await tabTo(page, 'Find your collection day')
  await page.keyboard.press('Enter')
  await expectPage(page, '/services/bins-and-recycling/collection-days', 'Find your collection day')
})

test('a menu of the header is closed by Escape, by a click elsewhere, and by a navigation', async ({
  page,
}) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const unfolded = menu.locator('details[open]')
  await tabTo(page, 'Pages in Services')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Council tax')
  await page.keyboard.press('Escape')
  await expect(unfolded).toHaveCount(0)
  expect(await focusOf(page)).toMatchObject({ text: 'Pages in Services' })
  await page.keyboard.press('Enter')
  await expect(unfolded).toHaveCount(1)
  await page.mouse.click(4, 600)
  await expect(unfolded).toHaveCount(0)
  await unfold(page, 'Services')
  await expect(unfolded).toHaveCount(1)
  await headerSearch(page).focus()
  await expect(unfolded).toHaveCount(0)
})

for (const { height, width, isScripted } of [
  { height: 900, width: 1440, isScripted: true },
  { height: 900, width: 1440, isScripted: false },
  { height: 540, width: 960, isScripted: false },
])
  test(`every page of a menu can be reached on ${width} × ${height}, ${isScripted ? 'with' : 'without'} script`, async ({
    browser,
    baseURL,
  }) => {
    const page = await browser.newPage({
      baseURL,
      viewport: { width, height },
      javaScriptEnabled: isScripted,
    })
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const sections = menu.locator('details')
    const sizes: number[] = []
    for (let index = 0; index < (await sections.count()); index += 1) {
      await sections.nth(index).locator('summary').click()
      const panel = sections.nth(index).locator('ul')
      const box = await panel.boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height, 'in view').toBe(
        true,
      )
      const last = panel.getByRole('link').last()
      await last.focus()
      await expect(last).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => scrollY), 'the page has not moved').toBe(0)
      sizes.push(await panel.getByRole('link').count())
    }
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(16)
    await page.close()
  })

test('by keyboard on a phone: the menu opens, is closed with Escape, and returns the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await tabTo(page, 'Menu')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'News', exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  expect(await focusOf(page)).toMatchObject({ text: 'Menu' })
  await page.keyboard.press('Enter')
  await tabTo(page, 'News')
  await page.keyboard.press('Enter')
  await expectPage(page, '/news', 'News')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
})

test('on a phone the page behind the open menu can neither scroll nor get the focus, and the menu is closed when the focus leaves it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const link = page.locator('main a').filter({ visible: true }).first()
  expect(await link.evaluate(isReachable)).toBe(true)
  const width = () => page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().width)
  const before = await width()
  await page.locator('.f-open').press('Enter')
  await expect(menu).toBeVisible()
  expect(await width(), 'nothing moves').toBe(before)
  await page.mouse.move(200, 600)
  await page.mouse.wheel(0, 900)
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await link.evaluate(isReachable)).toBe(false)
  for (let stops = 0; stops < 20 && (await menu.isVisible()); stops += 1) {
    expect(await page.evaluate(() => document.querySelector('main')!.contains(document.activeElement))).toBe(
      false,
    )
    await page.keyboard.press('Tab')
  }
  await expect(menu).toBeHidden()
  await expectVisibleFocus(page, 'what comes after the menu')
  expect(await link.evaluate(isReachable)).toBe(true)
})

/** Whether an element can take the focus. */
function isReachable(element: Element): boolean {
  const before = document.activeElement as HTMLElement | null
  ;(element as HTMLElement).focus()
  const isFocused = document.activeElement === element
  before?.focus()
  return isFocused
}

test('by keyboard: a form is filled in and its errors are reached', async ({ page }) => {
  await page.goto(FORM_PAGE)
  // Before hydration the button is disabled, and Tab skips it.
  await hydrated(page, 'form-1002')
  await tabTo(page, /^Send message$/)
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Visitor')
  await expect(page.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Visitor')
})
