import type { Page } from '@playwright/test'
import { FORM_PAGE } from '../support/pages.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, hydrated } from '../support/visit.ts'

/** The element with the focus: its words, and whether an outline or a shadow shows that it has it, its own or its card's. */
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

// Polled: the style of the focus is there a frame after the focus.
const expectVisibleFocus = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() => focusOf(page), { message: `focus on "${name}" can be seen`, timeout: 10_000 })
    .toMatchObject({ isMarked: true, isInView: true })

/** Expect to be on a page, with the focus on its heading: from there the next key goes on. */
async function expectArrival(page: Page, path: string, heading: string): Promise<void> {
  await expectPage(page, path, heading)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
}

/** Press Tab until the focus is on what is looked for; at every stop the focus can be seen. */
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

test('with the keyboard alone: the menu, a page, the search, a result', async ({ page }) => {
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
  await tabTo(page, /^Pay your council tax/)
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

test('with the keyboard alone on a telephone: the menu opens, is left with Escape, and gives the focus back', async ({
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

test('with the keyboard alone: a form is filled in and its errors are reached', async ({ page }) => {
  await page.goto(FORM_PAGE)
  // Before that its button is disabled, and Tab passes it by.
  await hydrated(page, 'form-1002')
  await tabTo(page, /^Send message$/)
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Oops' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Visitor')
  await expect(page.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Visitor')
})
