import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { previewToken, startAuthor, type Author } from '../support/author.ts'
import { PREVIEW_SECRET, previewLink } from '../support/preview-link.ts'
import { platformUrl } from '../support/environment.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument } from '../support/visit.ts'

// All tests share one shell, so they run in one worker.
test.describe.configure({ mode: 'default' })

let shell: TestShell
let author: Author

test.beforeAll(async () => {
  author = await startAuthor()
  shell = await startShell({
    options: () => ({ previewAccessToken: previewToken(), preview: { secrets: [PREVIEW_SECRET] } }),
  })
})
test.afterAll(() => shell?.stop())

const panel = (page: Page) =>
  page.getByRole('complementary', { name: /^(Quality of this page|Ansawdd y dudalen hon)$/ })
const open = (page: Page) => panel(page).locator('summary').click()

const FAULTY = {
  title: 'A title that goes on and on until every search engine has cut it somewhere in the middle',
  body: [
    { type: 'heading', value: 'First' },
    {
      type: 'richText',
      value:
        '<h4>Too deep</h4><p><a href="/services/no-such-page">Gone</a> <a href="http://">Nowhere</a> <a href="/services">Here</a> <a href="/cy/search">Screen</a> <img src="/image-library/scenes/park.xa3871ef3.svg"></p>',
    },
    {
      type: 'accordion',
      value: { items: [{ heading: 'More', content: '<p><a href="/cy/dim-byd">Dim byd</a></p>' }] },
    },
  ],
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('an author sees every problem of a draft, with its entry and field', async ({ page }) => {
      const id = await author.write('contentPage', FAULTY)
      try {
        await page.goto(previewLink(shell.url, `/preview/${id}`))
        await expect(panel(page).locator('summary')).toHaveText('Quality of this page: 5 errors, 2 warnings')
        await page.keyboard.press('Tab')
        await panel(page).locator('summary').focus()
        await page.keyboard.press('Enter')
        const errors = panel(page).getByRole('region', { name: '5 errors' })
        for (const [text, field] of [
          ['Heading level jumps from h2 to h4: “Too deep”', 'body › 2. richText'],
          ['No alternative text: park.xa3871ef3.svg', 'body › 2. richText'],
          ['“Gone” leads to /services/no-such-page, where there is no page', 'body › 2. richText'],
          ['“Nowhere” has no address that can work', 'body › 2. richText'],
          ['“Dim byd” leads to /cy/dim-byd', 'body › 3. accordion › items › 1 › content'],
        ] as const)
          await expect(errors.getByRole('listitem').filter({ hasText: text })).toContainText(
            `(${id}), field ${field}`,
          )
        const warnings = panel(page).getByRole('region', { name: '2 warnings' })
        await expect(warnings).toContainText('Long title: 88 letters')
        await expect(warnings).toContainText('No description')
      } finally {
        await author.remove(id)
      }
    })
  })
}

test('the panel follows an author through the site, in both languages, and finds nothing on clean pages', async ({
  page,
}) => {
  await page.goto(previewLink(shell.url, '/services/bins-and-recycling/garden-waste'))
  await expect(panel(page).locator('summary')).toHaveText('Quality of this page: nothing to correct')
  await markDocument(page)
  await page.getByRole('link', { name: 'Bulky waste' }).click()
  await expectPage(page, '/services/bins-and-recycling/bulky-waste', /bulky|large/i)
  expect(await isMarked(page)).toBe(true)
  await expect(panel(page).locator('summary')).toHaveText('Quality of this page: nothing to correct')
  await page.goto(`${shell.url}/cy`)
  await open(page)
  await expect(panel(page)).toContainText('ni ddefnyddir unrhyw fformiwla ar gyfer yr iaith hon')
})

/** The numbers of yes and of all answers in the panel's summary; it has none before the first answer. */
async function usefulness(page: Page): Promise<readonly [yes: number, all: number]> {
  const text = await panel(page).locator('summary').innerText()
  const [, yes = 0, all = 0] = /useful to (\d+) of (\d+)$/.exec(text) ?? []
  return [Number(yes), Number(all)]
}

test("an author sees the counts of visitors' answers about a page, and no one else does", async ({
  page,
}) => {
  const path = '/services/council-tax/pay'
  const preview = previewLink(shell.url, path)
  await page.goto(preview)
  const [yes, all] = await usefulness(page)
  const token = { headers: { accesstoken: previewToken() } }
  const question = new URLSearchParams({
    form: '1009',
    about: 'Page',
    says: path,
    by: 'Is this page useful?',
  })
  const counts = `${platformUrl()}/api/platform/answers?${question}`
  expect((await page.request.get(counts)).status()).toBe(401)
  for (const answer of ['Yes', 'No']) {
    await page.goto(`${shell.url}${path}`)
    await page.getByRole('main').getByRole('link', { name: answer, exact: true }).click()
    await expect(page.getByText('Thank you for your answer.')).toBeVisible()
  }
  await page.goto(preview)
  expect(await usefulness(page)).toEqual([yes + 1, all + 2])
  await open(page)
  await expect(panel(page)).toContainText(`yes ${yes + 1}, no ${all - yes + 1}`)
  await expectAccessible(page)
  expect(await (await page.request.get(counts, token)).json()).toEqual({
    counts: { yes: yes + 1, no: all - yes + 1 },
  })
})

test('the accessibility check finds nothing in the open panel, wide and narrow', async ({ page }) => {
  // The faulty block that axe finds too is left out: its findings on the page would hide those in the panel.
  const [first, , more] = FAULTY.body
  const id = await author.write('contentPage', { ...FAULTY, body: [first, more] })
  try {
    await page.goto(previewLink(shell.url, '/'))
    for (const path of [`/preview/${id}`, '/cy'])
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(`${shell.url}${path}`)
        await open(page)
        await expectAccessible(page)
        await expectNoOverflow(page)
      }
  } finally {
    await author.remove(id)
  }
})

test('a visitor’s page has no markup, state or file of the panel', async ({ page }) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  for (const path of ['/', '/services/bins-and-recycling/garden-waste', '/cy']) {
    const answer = await page.goto(`${shell.url}${path}`)
    expect((await answer?.text())?.match(/quality|mfe-devinfo/g) ?? []).toHaveLength(0)
    const state = await page.request.get(`${shell.url}${path}?redux=true`)
    expect((await state.text()).match(/"quality"|mfe-devinfo/g) ?? []).toHaveLength(0)
  }
  await expect(panel(page)).toHaveCount(0)
  expect(files.filter((file) => file.includes('mfe-devinfo'))).toHaveLength(0)
})
