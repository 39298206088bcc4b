import type { Locator } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }
/** Tolerance for borders and rounding, in pixels. */
const ROUNDING = 2

/** The rows of a box's children: how far the end of each row is from the end of the box, in pixels, and its number of children. */
const readRows = (box: Locator) =>
  box.evaluate((element) => {
    const end = element.getBoundingClientRect().right
    const rows = new Map<number, { gap: number; count: number; hasText: boolean }>()
    for (const child of element.children) {
      const { top, right, width } = child.getBoundingClientRect()
      if (width === 0) continue
      const row = rows.get(Math.round(top)) ?? { gap: Infinity, count: 0, hasText: false }
      const hasText = row.hasText || child.matches('.prose')
      rows.set(Math.round(top), { gap: Math.min(row.gap, end - right), count: row.count + 1, hasText })
    }
    return [...rows.values()]
  })

for (const width of [1440, 1100, 800])
  test(`every row of spotlights is full: one to six at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const list = page.getByRole('heading', { name: 'In the spotlight' }).locator('xpath=../ul')
    for (const count of [6, 5, 4, 3, 2, 1]) {
      await list.evaluate((element, wanted) => {
        while (element.children.length < wanted) element.append(element.children[0]!.cloneNode(true))
        while (element.children.length > wanted) element.lastElementChild!.remove()
      }, count)
      const rows = await readRows(list)
      expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(count)
      for (const { gap } of rows) expect(gap, `${count} spotlights`).toBeLessThan(ROUNDING)
    }
  })

for (const path of ['/', '/cy', '/services/bins-and-recycling', '/services/planning'])
  test(`no box stands beside an empty half of its row: ${path}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    const blocks = page.locator('main .prose:has(> :not(p))').first()
    const rows = await readRows(blocks)
    expect(rows.length).toBeGreaterThan(0)
    for (const { gap, count, hasText } of rows) if (!hasText || count > 1) expect(gap).toBeLessThan(ROUNDING)
  })

test('a cropped picture shows the focal point that its author has set', async ({ page }) => {
  await page.goto('/news/larrow-bridge-night-closures')
  const picture = page.getByRole('main').getByRole('img').first()
  expect(await picture.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('50% 100%')
})

test('on a phone a telephone number in a table is on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/services/council-tax/pay')
  const number = page.getByRole('table').getByRole('link', { name: '01632 960140' })
  await expect(number).toHaveAttribute('href', 'tel:01632960140')
  expect(await number.evaluate((link) => link.getClientRects().length)).toBe(1)
})

test('on a phone the ways back and on share a row, with the numbers below, in every list', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  for (const path of ['/news', '/planning/applications', '/search?term=council']) {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}pageIndex=2`)
    const [next, previous] = [
      await page.getByRole('link', { name: 'Next', exact: true }).boundingBox(),
      await page.getByRole('link', { name: 'Previous', exact: true }).boundingBox(),
    ]
    expect(next!.y, path).toBe(previous!.y)
    expect(previous!.x + previous!.width, path).toBeLessThan(next!.x)
    expect(next!.width, path).toBeGreaterThan(PHONE.width * 0.4)
    const number = await page.getByRole('link', { name: 'Page 2', exact: true }).boundingBox()
    expect(next!.y + next!.height, path).toBeLessThanOrEqual(number!.y)
  }
  for (const path of ['/your-council/documents', '/your-council/councillors', '/events']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Next', exact: true }), path).toBeVisible()
  }
})

test('on a phone the tabs of a search are one line, with the selected one in view', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/search?term=library')
  const tabs = page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link')
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(5)
  expect(new Set(tops).size).toBe(1)
  await page.goto(String(await tabs.last().getAttribute('href')))
  await expect(tabs.last()).toHaveAttribute('aria-current', 'page')
  await expect(tabs.last()).toBeInViewport({ ratio: 0.9 })
})

test('on a phone the tab of a search that has the focus is seen whole, forwards and backwards', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/search?term=library')
  const tabs = page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link')
  const count = await tabs.count()
  await tabs.first().focus()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 1; step < count; step += 1) {
      await page.keyboard.press(key)
      const focused = tabs.nth(key === 'Tab' ? step : count - 1 - step)
      await expect(focused).toBeFocused()
      await expect(focused).toBeInViewport({ ratio: 0.99 })
    }
})

test('the filters of a list are printed without what removes them', async ({ page }) => {
  await page.goto('/search?term=bins&topic=0%2F1%2F1')
  const clear = page.getByRole('link', { name: 'Clear all filters' })
  const chip = page.getByRole('list', { name: 'Selected filters' }).getByRole('link').first()
  const cross = () => chip.evaluate((link) => getComputedStyle(link, '::after').display)
  await expect(clear).toBeVisible()
  expect(await cross()).not.toBe('none')
  await page.emulateMedia({ media: 'print' })
  await expect(clear).toBeHidden()
  await expect(chip).toBeVisible()
  expect(await cross()).toBe('none')
})

test('on a phone nothing is seen below the button of open filters', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/libraries-and-leisure')
  await page.getByText('Filters', { exact: true }).click()
  const button = page.getByRole('link', { name: /^Show \d+ results$/ })
  const strips = new Set<string>()
  for (const y of [400, 410, 420, 430, 440]) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
    const { x, y: top, width, height } = (await button.boundingBox())!
    const below = { x, y: top + height, width, height: PHONE.height - top - height }
    strips.add((await page.screenshot({ clip: below })).toString('base64'))
  }
  expect(strips.size).toBe(1)
})

test('at 320 pixels a shadow shows at each edge of the tabs that has more beyond it, and nowhere else', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/search?term=library')
  const line = page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('list')
  /** How much the left and the right edge of the line differ from its ground. */
  const shades = async () => {
    const shot = (await line.screenshot({ animations: 'disabled' })).toString('base64')
    return page.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')!
      context.drawImage(image, 0, 0)
      const at = (x: number) => context.getImageData(x, 4, 1, 1).data[0] ?? 0
      return [at(0), at(image.width - 1)].map((shade) => shade < 240)
    }, shot)
  }
  expect(await shades()).toEqual([false, true])
  await line.evaluate((list) => list.scrollTo({ left: 60, behavior: 'instant' }))
  expect(await shades()).toEqual([true, true])
  await page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link').last().focus()
  await line.evaluate((list) => list.scrollTo({ left: list.scrollWidth, behavior: 'instant' }))
  expect(await shades()).toEqual([true, false])
})

for (const [path, day] of [
  ['/libraries-and-leisure/central-library', 'Monday, Tuesday, Thursday'],
  ['/cy/llyfrgelloedd-a-hamdden/llyfrgell-ganolog', 'Dydd Llun, dydd Mawrth, dydd Iau'],
] as const)
  test(`opening hours stand beside their days, below one another: ${path} at 1440, 390 and 320 pixels`, async ({
    page,
  }) => {
    await page.goto(path)
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
      const lines = page.getByText(day, { exact: true }).locator('xpath=../../*[count(*)=2]')
      const places = await lines.evaluateAll((all) =>
        all.map(({ children: [days, hours] }) => {
          const [one, other] = [days!.getBoundingClientRect(), hours!.getBoundingClientRect()]
          return { edge: Math.round(other.right), isBeside: other.top === one.top && other.left >= one.right }
        }),
      )
      expect(places.length, `${width} pixels`).toBeGreaterThan(3)
      expect(places.every(({ isBeside }) => isBeside)).toBe(true)
      expect(new Set(places.map(({ edge }) => edge)).size).toBe(1)
    }
  })

for (const [path, search] of [
  ['/', 'Search this site'],
  ['/cy', 'Chwilio’r wefan'],
] as const)
  test(`on a phone the search and the tasks of the home page come first, above its picture: ${path}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path)
    await expect(page.getByRole('banner').getByPlaceholder(search)).toBeInViewport({ ratio: 1 })
    const tasks = page.getByRole('main').getByRole('list').first().getByRole('link')
    await expect(tasks.first()).toBeInViewport({ ratio: 1 })
    const [last, picture] = [tasks.last(), page.getByRole('main').getByRole('img').first()]
    expect((await last.boundingBox())!.y).toBeLessThan((await picture.boundingBox())!.y)
  })
