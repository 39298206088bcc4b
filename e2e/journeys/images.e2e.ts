import type { Page } from '@playwright/test'
import { readDocument } from '../support/measure.ts'
import { ALL_PAGES } from '../support/pages.ts'
import { expect, siteTest, test } from '../support/test.ts'

/** A photograph on the page, and the file that the browser has chosen for it. */
interface Shown {
  readonly source: string
  /** Width of a file that would be exactly as sharp as the screen, in pixels. */
  readonly idealWidth: number
}

/** The loaded photographs of the page. */
const photographs = (page: Page): Promise<readonly Shown[]> =>
  page.locator('main img[srcset]:visible').evaluateAll((images) =>
    (images as HTMLImageElement[]).map((image) => {
      const own = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
      // Where an image covers a box of another shape, a part of it is cut off, so it needs more than the width of the box.
      const covered = Math.max(image.clientWidth, image.clientHeight * own)
      return { source: image.currentSrc, idealWidth: Math.round(covered * devicePixelRatio) }
    }),
  )

/** A page whose photograph is in its header, which phones neither load nor show. */
const HEAD_OF_A_SECTION = '/services/environment'
/** Pages with photographs in text, in cards, in the header of a section, and in a figure. */
const WITH_PHOTOGRAPHS = [
  '/news/skate-park-opens',
  '/events/christmas-market-2026',
  HEAD_OF_A_SECTION,
  '/services/roads-and-parking/winter-gritting',
  '/news?year=2025-01-01--2025-12-31',
]

for (const width of [320, 390, 768, 1440])
  test(`the file of a photograph is at most 1.2 times as large as one of the ideal width: ${width} pixels wide`, async ({
    browser,
    site,
    request,
  }) => {
    test.slow()
    for (const path of WITH_PHOTOGRAPHS) {
      // Chromium reuses a larger file that it has cached, so each page has a new browser context.
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${site}${path}`)
      const images = page.locator('main img[srcset]:visible')
      if (path === HEAD_OF_A_SECTION && width < 640) {
        const head = page.locator('main img').first()
        await expect(head).toBeHidden()
        expect(await head.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/^data:/)
      } else expect(await images.count(), path).toBeGreaterThan(0)
      for (const image of await images.all()) {
        await image.scrollIntoViewIfNeeded()
        await expect
          .poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
          .toBeGreaterThan(0)
      }
      for (const { source, idealWidth } of await photographs(page)) {
        const chosen = await request.get(source)
        expect(chosen.headers()['content-type'], source).toBe('image/avif')
        const ideal = await request.get(source.replace(/w=\d+/, `w=${idealWidth}`))
        const share = (await chosen.body()).length / (await ideal.body()).length
        expect(share, `${source} on ${path} for ${idealWidth}`).toBeLessThanOrEqual(1.2)
        // It is not blurred either: the file has at least nine tenths of the ideal width.
        expect(Number(/w=(\d+)/.exec(source)?.[1]), source).toBeGreaterThanOrEqual(idealWidth * 0.9)
      }
      await context.close()
    }
  })

test('a browser without AVIF gets WebP', async ({ page, request }) => {
  await page.goto('/news/skate-park-opens')
  const source = (await page.locator('main img[srcset]').first().getAttribute('srcset')) ?? ''
  const [first = ''] = source.split(' ')
  const answer = await request.get(first)
  expect(answer.headers()['content-type']).toBe('image/webp')
  expect(answer.headers()['cache-control']).toContain('max-age=31536000')
})

test('every kind of page has an image for link previews, in both languages', async ({ page, request }) => {
  test.slow()
  await page.goto('/')
  for (const { kind, path, language } of ALL_PAGES) {
    const html = await readDocument(request, path)
    const meta = (name: string) =>
      new RegExp(`<meta property="og:image${name}" content="([^"]+)"`)
        .exec(html)?.[1]
        ?.replaceAll('&amp;', '&')
    const { pathname, search } = new URL(meta('') ?? '')
    const what = `${kind} (${language})`
    expect([meta(':width'), meta(':height')], what).toEqual(['1200', '630'])
    expect(meta(':alt'), what).toBeDefined()
    const image = await page.evaluate(readImage, `${pathname}${search}`)
    expect(image.size, what).toEqual([1200, 630])
    expect(image.type, what).toMatch(/^image\/(png|jpeg)$/)
  }
})

/** Runs in the browser: reads the properties of an image. */
async function readImage(address: string) {
  const image = await (await fetch(address)).blob()
  const { width, height } = await createImageBitmap(image)
  return { size: [width, height], type: image.type }
}

siteTest('the card of a page without a picture is kept by caches for good', async ({ request }) => {
  const html = await (
    await request.get('/planning/applications/2025-0411-out', { headers: { accept: 'text/html' } })
  ).text()
  const card = /property="og:image" content="[^"]*?(\/_share\/[^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await request.get(card)
  expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
})
