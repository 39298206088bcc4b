import {
  enlargeText,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoOverflow,
  expectNothingCutOff,
  expectWholeWords,
} from '../support/accessibility.ts'
import { ALL_PAGES, LONG_FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated, unfold } from '../support/visit.ts'

const NARROW = 390
const WIDE = 1280
/** The narrowest window that every page must fit into, in pixels. */
const NARROWEST = 320

for (const { kind, path, language, status = 200, hasForm } of ALL_PAGES) {
  test(`every kind of page answers in its language with one main heading, the accessibility check finds nothing, light and dark, narrow and wide, and nothing scrolls sideways at 320 pixels, nor at 390 with text twice as large, where words stay whole: ${kind} (${language})`, async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(404))
    faults.allow(answeredWith(403))
    await expectAccessibleEverywhere(page, async () => {
      const response = await page.goto(path)
      expect(response?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page).toHaveTitle(/./)
      if (!hasForm) return
      const slot = await page.locator('[data-slot^="form-"]').getAttribute('data-slot')
      await hydrated(page, slot ?? '')
    })
    await page.setViewportSize({ width: NARROWEST, height: 640 })
    await expectNoOverflow(page)
    await expectNothingCutOff(page)
    await enlargeText(page)
    await page.setViewportSize({ width: NARROW, height: 844 })
    await expect(page.locator('html')).toHaveCSS('font-size', '32px')
    await expectNoOverflow(page)
    await expectWholeWords(page)
  })
}

test('with text twice as large a search box on a phone has room for four letters at least', async ({
  page,
}) => {
  await page.setViewportSize({ width: NARROW, height: 844 })
  await enlargeText(page)
  await page.goto('/search?term=bins')
  const boxes = page.locator('input[name="term"]:visible')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) {
    const hidden = await box.evaluate((input) => input.scrollWidth - input.clientWidth)
    expect(hidden).toBeLessThanOrEqual(0)
  }
})

for (const path of [
  '/cy/account/login',
  '/cy/eich-cyngor/eich-cynghorydd',
  '/cy/eich-cyngor/beth-syn-digwydd',
])
  test(`with text twice as large a button with a long word is no wider than a window of 320 pixels: ${path}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: NARROWEST, height: 640 })
    await enlargeText(page)
    await page.goto(path)
    await expectNoOverflow(page)
  })

/** Names that authors give and a phone may have no room for. */
const NAMES = [
  [PLAIN_PAGE, 'main nav li a'],
  [PLAIN_PAGE, 'main section li a'],
  [PLAIN_PAGE, 'main summary'],
  [PLAIN_PAGE, '[data-alert] p'],
  [LONG_FORM_PAGE, 'main form :is(label, legend, h3)'],
  ['/search?term=council', 'main details li a > span:first-of-type'],
  ['/news?topic=0%2F1%2F5', 'main [data-focus-key^="chip "] > span'],
] as const

test.describe('without script, which would restore names', () => {
  test.use({ javaScriptEnabled: false })
  test('with text twice as large words of events without pictures stay whole on a phone', async ({
    page,
  }) => {
    await page.setViewportSize({ width: NARROW, height: 844 })
    await enlargeText(page)
    await page.goto('/events')
    const pictures = page.locator('main li img')
    await expect(pictures).not.toHaveCount(0)
    await pictures.evaluateAll((images) => images.forEach((image) => image.remove()))
    await expectWholeWords(page)
  })
  for (const [path, names] of NAMES)
    test(`a name of 70 letters is broken and nothing scrolls sideways on a phone: ${names}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: NARROW, height: 844 })
      await page.goto(path)
      await page.evaluate(() => {
        for (const closed of document.querySelectorAll<HTMLDetailsElement>('main details')) closed.open = true
      })
      await expect(page.locator(names)).not.toHaveCount(0)
      await page.locator(names).evaluateAll((elements) => {
        for (const element of elements) element.textContent = 'w'.repeat(70)
      })
      await expectNoOverflow(page)
    })
})

test('the accessibility check finds nothing in a form with errors', async ({ page }) => {
  await expectAccessibleEverywhere(page, async () => {
    await page.goto(LONG_FORM_PAGE)
    await hydrated(page, 'form-1001')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  })
})

test('what a shadow lifts off the page has an edge in forced colours', async ({ page }) => {
  for (const path of ['/', PLAIN_PAGE, '/libraries-and-leisure/central-library', '/account/login']) {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(path)
    await unfold(page, 'Services')
    const lifted = await page.locator('body *').evaluateAll((elements) =>
      elements.flatMap((element, index) => {
        const { boxShadow, display } = getComputedStyle(element)
        return boxShadow === 'none' || boxShadow.includes('inset') || display === 'none' ? [] : [index]
      }),
    )
    expect(lifted).not.toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    const withoutEdge = await page.locator('body *').evaluateAll(
      (elements, indices) =>
        indices
          .map((index) => elements[index])
          .filter((element) => element && getComputedStyle(element).borderTopWidth === '0px')
          .map((element) => element?.outerHTML.slice(0, 80)),
      lifted,
    )
    expect(withoutEdge).toEqual([])
  }
})

test('in forced colours a bar at the top shows that a page is on its way', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(PLAIN_PAGE)
  await page.route('**/*redux=true*', () => undefined)
  await page.getByRole('link', { name: 'Events' }).first().click()
  await expect(page.locator('html')).toHaveClass('is-loading')
  const [bar, ground] = await page.evaluate(() => {
    const { content, height, backgroundColor } = getComputedStyle(document.body, '::before')
    return [{ content, height, backgroundColor }, getComputedStyle(document.body).backgroundColor] as const
  })
  expect(bar.content).not.toBe('none')
  expect(bar.height).toBe('3px')
  expect(bar.backgroundColor).not.toBe(ground)
})

test('the accessibility check finds nothing in the open menu, wide and narrow', async ({ page }) => {
  await page.goto('/')
  await unfold(page, 'Services')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('link', { name: 'News', exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

/** States of search pages: chosen filters, nothing found, tabs, and narrowed listings; in both languages. */
const STATES_OF_SEARCH = [
  ['a filter is chosen', '/search?term=council&topic=0%2F1%2F5', /^Filters/],
  ['a filter is chosen (cy)', '/cy/search?term=cyngor&topic=0%2F1%2F5', /^Hidlwyr/],
  ['nothing is left by a filter', '/search/news?term=council&year=1990-01-01--1990-12-31', /^Filters/],
  ['nothing is found (cy)', '/cy/search/news?term=zzzqqq', null],
  ['a tab with two kinds', '/search/venues?term=library', /^Filters/],
  ['a listing is narrowed', '/planning/applications?status=Refused', /^Filters/],
  ['a listing is narrowed (cy)', '/cy/cynllunio/ceisiadau?status=Refused', /^Hidlwyr/],
  ['a later page of documents', '/your-council/documents?pageIndex=2', /^Filters/],
] as const

for (const [state, path, filters] of STATES_OF_SEARCH)
  test(`the accessibility check finds nothing, and nothing is wider than the window, where ${state}`, async ({
    page,
  }) => {
    await expectAccessibleEverywhere(page, () => page.goto(path), [WIDE, NARROW, NARROWEST])
    await expectNoOverflow(page)
    // A page without results has no filters.
    if (filters === null) return expect(page.locator('main details')).toHaveCount(0)
    // On a narrow screen the filters are inside a `details` element.
    await page.locator('main summary', { hasText: filters }).first().click()
    await expect(page.locator('main details[open]').first()).toBeVisible()
    // This check is of the dark colour scheme, in which the first one has left the page.
    await expectAccessible(page)
    await expectNoOverflow(page)
  })

for (const [path, typed] of [
  ['/search', 'council'],
  ['/cy/search', 'cyngor'],
] as const)
  test(`the accessibility check finds nothing in open suggestions: ${path}`, async ({ page }) => {
    const box = page.locator('#search-term')
    const open = async () => {
      await page.goto(path)
      await hydrated(page, 'main')
      await box.fill(typed)
      await expect(page.getByRole('option').first()).toBeVisible()
      await box.press('ArrowDown')
      await expect(page.getByRole('option', { selected: true })).toBeVisible()
    }
    await expectAccessibleEverywhere(page, open, [WIDE, NARROW, NARROWEST])
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    await expectNoOverflow(page)
  })
