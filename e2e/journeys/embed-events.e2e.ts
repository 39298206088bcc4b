import type { Page } from '@playwright/test'
import { embedTest as test, type EmbedSite } from '../support/embed-site.ts'
import { addressOf, recordRequests } from '../support/measure.ts'
import { expect } from '../support/test.ts'

const form = ({ url }: Pick<EmbedSite, 'url'>) =>
  `<script type="module" src="${url}/embed/forms.js"></script><tessera-form form-id="1001"><a href="${url}/contact/report-a-problem">Report a problem on the site</a></tessera-form>`
const search = ({ url }: Pick<EmbedSite, 'url'>, attributes: string) =>
  `<script type="module" src="${url}/embed/search.js"></script><tessera-search ${attributes}><a href="${url}/search">Search the site</a></tessera-search>`
const hostPage = (html: string) => `<main><h1>Somebody else</h1><p>Words of the host.</p>${html}</main>`

/** Records the events of embeds on the host's document across its pages; the host itself prevents the redirect. */
const RECORD_EVENTS = `<script>
  for (const name of ['form:start', 'form:abandoned', 'search:performed', 'search:result', 'search:redirect', 'search:error'])
    document.addEventListener(name, (event) => {
      const recordedEvents = JSON.parse(sessionStorage.recordedEvents ?? '[]')
      sessionStorage.recordedEvents = JSON.stringify([...recordedEvents, [event.type, event.detail]])
      if (name === 'search:redirect') event.preventDefault()
    })
</script>`
const recordedEvents = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage['recordedEvents'] ?? '[]') as readonly [string, object][])

test('leaving a form after typing sends its host an event with the field and without the answer', async ({
  page,
  embedSite,
}) => {
  const { host } = embedSite
  const elsewhere = host.show({ body: hostPage('') })
  await page.goto(host.show({ head: RECORD_EVENTS, body: hostPage(form(embedSite)) }))
  const kind = page.getByRole('combobox', { name: /Kind of problem/ })
  await kind.selectOption('Pothole or damaged road')
  await kind.press('Tab')
  await expect.poll(() => recordedEvents(page)).toHaveLength(1)
  await page.goto(elsewhere)
  const [start, abandoned, ...more] = await recordedEvents(page)
  expect(start?.[0]).toBe('form:start')
  expect(abandoned).toEqual(['form:abandoned', { formId: '1001', pageIndex: 0, fieldId: expect.any(String) }])
  expect(more).toEqual([])
  expect(JSON.stringify(abandoned)).not.toMatch(/pothole/i)

  await page.goto(host.show({ head: RECORD_EVENTS, body: hostPage(form(embedSite)) }))
  await expect(page.getByRole('combobox', { name: /Kind of problem/ })).toBeEnabled()
  await page.goto(elsewhere)
  expect(await recordedEvents(page), 'one that nobody touched is not abandoned').toHaveLength(2)
})

test('a search sends its host events of the search, the opened result and its address, and the host can prevent the navigation', async ({
  page,
  embedSite,
}) => {
  await page.goto(
    embedSite.host.show({
      head: RECORD_EVENTS,
      body: hostPage(search(embedSite, 'mode="results" config="news"')),
    }),
  )
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('council')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(async () => (await recordedEvents(page)).length).toBeGreaterThan(1)
  const performed = (await recordedEvents(page)).at(-1)
  expect(performed).toEqual(['search:performed', { config: 'news', totalCount: expect.any(Number) }])

  const result = page.getByRole('listitem').getByRole('heading').getByRole('link').first()
  const url = await result.getAttribute('href')
  await result.click({ modifiers: ['ControlOrMeta'] })
  await expect
    .poll(async () => (await recordedEvents(page)).at(-1))
    .toEqual(['search:result', { url, position: 1 }])
  expect(JSON.stringify(await recordedEvents(page))).not.toMatch(/"council"/)
})

test('a search box sends its host an event when it is sent, without what was typed', async ({
  page,
  embedSite,
}) => {
  await page.goto(
    embedSite.host.show({ head: RECORD_EVENTS, body: hostPage(search(embedSite, 'label="Box"')) }),
  )
  await page.getByRole('combobox', { name: 'Box' }).fill('bins')
  await page.getByRole('combobox', { name: 'Box' }).press('Enter')
  await expect(page).toHaveURL(`${embedSite.url}/search?term=bins`)
  await page.goto(embedSite.host.show({ body: hostPage('') }))
  expect(await recordedEvents(page)).toEqual([['search:performed', { config: null }]])
})

test('a search that the site does not have sends its host an error event, and its link stays', async ({
  page,
  embedSite,
  faults,
}) => {
  faults.allow(/404|no-such-search/)
  await page.goto(
    embedSite.host.show({
      head: RECORD_EVENTS,
      body: hostPage(search(embedSite, 'mode="results" config="no-such-search"')),
    }),
  )
  await expect.poll(() => recordedEvents(page)).toEqual([['search:error', expect.any(Object)]])
  await expect(page.getByRole('link', { name: 'Search the site' })).toBeVisible()
})

test('a form requests only its entry script before it is seen', async ({ page, embedSite }) => {
  const requests = recordRequests(page)
  await page.goto(
    embedSite.host.show({ body: hostPage(`<div style="height:300vh"></div>${form(embedSite)}`) }),
  )
  await page.waitForLoadState('networkidle')
  const asked = () => requests.map(addressOf).filter((address) => address.includes('/embed/'))
  expect(asked()).toEqual(['/embed/forms.js', expect.stringMatching(/\/web\/embed\/forms\.js$/)])
  await page.locator('tessera-form').scrollIntoViewIfNeeded()
  await expect(page.getByRole('combobox', { name: /Kind of problem/ })).toBeEnabled()
  expect(asked().length).toBeGreaterThan(4)
})

test('without script an embed is the link that it holds, which leads to the form and the search of the site', async ({
  browser,
  embedSite,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const address = embedSite.host.show({
    body: hostPage(form(embedSite) + search(embedSite, 'mode="results"')),
  })
  await page.goto(address)
  await page.getByRole('link', { name: 'Report a problem on the site' }).click()
  await expect(page.getByRole('combobox', { name: /Kind of problem/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeVisible()
  await page.goto(address)
  await page.getByRole('link', { name: 'Search the site' }).click()
  await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).last()).toBeVisible()
  await context.close()
})
