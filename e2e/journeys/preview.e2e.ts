import type { Browser, Page } from '@playwright/test'
import { enlargeText, expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { previewToken, startAuthor, type Author } from '../support/author.ts'
import { startContentSystem, type ContentSystem } from '../support/content-system.ts'
import { PREVIEW_SECRET, previewLink } from '../support/preview-link.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { expectPage, markDocument, isMarked } from '../support/visit.ts'

/** An entry that was never published, and a published one with a newer draft. */
const DRAFT = '/preview/2e0a4d2e-5797-4d42-ac81-d5536664d415'
const CHANGED = '/services/bins-and-recycling/garden-waste'

// All tests share one shell, so they run in one worker.
test.describe.configure({ mode: 'default' })

let shell: TestShell
let cms: ContentSystem
let author: Author

test.beforeAll(async () => {
  cms = await startContentSystem()
  author = await startAuthor()
  shell = await startShell({
    options: () => ({
      previewAccessToken: previewToken(),
      preview: { secrets: [PREVIEW_SECRET], frameOrigins: [cms.origin] },
    }),
  })
})
test.afterAll(async () => {
  await shell?.stop()
  await cms?.stop()
})

const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

test('an author opens a preview link, sees the draft, browses the site, and leaves the preview', async ({
  page,
}) => {
  await page.goto(previewLink(shell.url, CHANGED))
  await expectPage(page, CHANGED, 'Garden waste collections 2027')
  await expect(bar(page)).toContainText('Draft with changes that are not published')
  await expect(bar(page)).toContainText('contentPage')

  await markDocument(page)
  await page.getByRole('link', { name: 'Bulky waste' }).click()
  await expectPage(page, '/services/bins-and-recycling/bulky-waste', /bulky|large/i)
  expect(await isMarked(page)).toBe(true)
  await expect(bar(page)).toContainText('Latest version, as published')

  await page.goto(`${shell.url}${CHANGED}`)
  await bar(page).getByRole('link', { name: 'Show published version' }).click()
  await expect(bar(page)).toContainText('Published version')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('2027')

  await bar(page).getByRole('button', { name: 'Exit preview' }).click()
  await expectPage(page, CHANGED, /Garden waste/)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('2027')
})

const AS_PUBLISHED = 'Latest version, as published'
/** One page of each content type, a form and the home page in both languages, and the status in the preview bar. */
const KINDS: readonly (readonly [path: string, type: string, status: string])[] = [
  ['/', 'homePage', 'Draft with changes that are not published'],
  ['/cy', 'homePage', 'Y fersiwn ddiweddaraf, fel y’i cyhoeddwyd'],
  ['/services/bins-and-recycling', 'landingPage', AS_PUBLISHED],
  ['/services/bins-and-recycling/collection-days', 'contentPage', AS_PUBLISHED],
  ['/contact/report-a-problem', 'contentPage', AS_PUBLISHED],
  ['/news', 'listingPage', AS_PUBLISHED],
  ['/news/local-plan-comments-open', 'newsArticle', AS_PUBLISHED],
  ['/documents/budget-book-2026-27', 'document', AS_PUBLISHED],
  ['/events/baby-rhyme-time', 'event', AS_PUBLISHED],
  ['/your-council/councillors/alun-treharne', 'councillor', AS_PUBLISHED],
  ['/planning/applications/2026-0286-lbc', 'planningApplication', AS_PUBLISHED],
  ['/libraries-and-leisure/central-library', 'venue', AS_PUBLISHED],
]

test('the bar shows the version of each kind of page, and when it was last changed', async ({ page }) => {
  await page.goto(previewLink(shell.url, '/'))
  for (const [path, type, status] of KINDS) {
    await page.goto(`${shell.url}${path}`)
    await expect(page.locator('[data-preview-status]'), path).toHaveText(status)
    const facts = page.locator('[data-preview-facts]')
    await expect(facts, path).toContainText(type)
    await expect(facts, path).toContainText(/(?:Last changed|Newidiwyd ddiwethaf) ?\d{1,2} \S+ 20\d\d/)
  }
})

test('the bar never covers the focused element: it is lower than the scroll padding for it', async ({
  page,
}) => {
  await page.goto(previewLink(shell.url, '/'))
  for (const width of [960, 1280])
    for (const [path] of KINDS) {
      await page.setViewportSize({ width, height: 1024 })
      await page.goto(`${shell.url}${path}`)
      const { height } = (await page.locator('.p-bar').boundingBox())!
      const room = await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop)
      expect(height, `${path} at ${width}`).toBeLessThanOrEqual(parseFloat(room))
    }
})

test('on a page without an entry the bar says that there is none', async ({ page }) => {
  await page.goto(previewLink(shell.url, '/search?term=bin'))
  await expect(bar(page)).toContainText('this page has no entry of its own')
  await expect(bar(page)).not.toContainText('as published')
})

test('a visitor never sees a draft, and is asked to sign in', async ({ page }) => {
  for (const address of [DRAFT, `${DRAFT}?versionStatus=latest`]) {
    await page.goto(`${shell.url}${address}`)
    await expect(page).toHaveURL(/\/account\/login\?redirect_uri=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  }
  await page.goto(`${shell.url}${CHANGED}?versionStatus=latest`)
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('2027')
  await expect(bar(page)).toHaveCount(0)
})

test('a preview works without script: the bar, the other version, leaving it', async ({ browser }) => {
  const page = await withoutScript(browser)
  await page.goto(previewLink(shell.url, CHANGED))
  await bar(page).getByRole('link', { name: 'Show published version' }).click()
  await bar(page).getByRole('link', { name: 'Show latest version' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2027')
  await bar(page).getByRole('button', { name: 'Exit preview' }).click()
  await expect(bar(page)).toHaveCount(0)
  await page.context().close()
})

const withoutScript = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: false })).newPage()

test('an invalid preview link shows the message about expired links', async ({ page, faults }) => {
  faults.allow(answeredWith(403))
  await page.goto(`${shell.url}/preview-session?token=abc.def`)
  await expect(page.getByRole('main')).toContainText('This preview link has expired')
})

test('the accessibility check finds nothing in the preview bar, wide and narrow, in both languages, and with text twice as large it fits a window of 320 pixels', async ({
  page,
}) => {
  await page.goto(previewLink(shell.url, DRAFT))
  for (const path of [DRAFT, '/cy']) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${shell.url}${path}`)
      await expectAccessible(page)
      await expectNoOverflow(page)
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await enlargeText(page)
  await expectNoOverflow(page)
})

test("an author's change appears in the content system's frame, at the same scroll position", async ({
  page,
}) => {
  const text = (year: number) => ({ title: `Draft of ${year}`, summary: 'x' })
  const id = await author.write('contentPage', text(2030))
  try {
    await page.goto(cms.framing(previewLink(shell.url, `/preview/${id}`)))
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Draft of 2030')
    await expect(preview.getByRole('complementary', { name: 'Preview' })).toContainText(
      'Draft, not published yet',
    )
    await expect
      .poll(() => receivedMessages(page))
      .toContainEqual({ origin: shell.url, data: { type: 'LIVE_ENTRY_READY', entryId: id } })

    await author.change(id, text(2031))
    await postMessageAsHost(page, {
      type: 'LIVE_ENTRY_UPDATE',
      entryId: id,
      entry: { title: 'Words of the message' },
    })
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Draft of 2031')
    await expect(preview.getByText('Words of the message')).toHaveCount(0)
  } finally {
    await author.remove(id)
  }
})

const receivedMessages = (page: Page) =>
  page.evaluate(() => (window as unknown as { receivedMessages: object[] }).receivedMessages)
const postMessageAsHost = (page: Page, data: object) =>
  page.evaluate(
    (message) =>
      (window as unknown as { postMessageAsHost: (data: object) => void }).postMessageAsHost(message),
    data,
  )

test('no other site can show a preview in a frame, and pages of the site are never in one', async ({
  page,
  faults,
}) => {
  faults.allow(/frame-ancestors|Refused to (frame|display)|Framing/)
  const other = await startContentSystem()
  try {
    await page.goto(other.framing(previewLink(shell.url, DRAFT)))
    await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0)
    await page.context().clearCookies()
    await page.goto(cms.framing(`${shell.url}/services`))
    await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0)
  } finally {
    await other.stop()
  }
})
