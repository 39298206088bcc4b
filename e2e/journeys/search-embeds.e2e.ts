import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { protectedEntries } from '../support/demo-content.ts'
import { embedTest as test, type EmbedSite } from '../support/embed-site.ts'
import { addressOf, measureScripts, recordRequests, totalBytes } from '../support/measure.ts'
import { expect } from '../support/test.ts'

const tag = ({ url }: Pick<EmbedSite, 'url'>, attributes: string) =>
  `<script type="module" src="${url}/embed/search.js"></script><tessera-search ${attributes}><a href="${url}/search">Search the council’s site</a></tessera-search>`

const hostPage = (html: string) => `<main><h1>Somebody else</h1><p>Words of the host.</p>${html}</main>`

/** Records the events of embeds that bubble to the host's document; the host prevents redirects. */
const RECORD_EVENTS = `<script>
  window.recordedEvents = []
  for (const name of ['performed', 'result', 'error', 'redirect'])
    document.addEventListener('search:' + name, (event) => { recordedEvents.push([event.type, event.detail]); if (name === 'redirect') event.preventDefault() })
</script>`
const recordedEvents = (page: Page) =>
  page.evaluate(
    () => (window as never as { readonly recordedEvents: readonly [string, object][] }).recordedEvents,
  )

test('a search box on a page of another site suggests pages, opens them by keyboard, and searches on the site', async ({
  page,
  embedSite,
}) => {
  await page.goto(
    embedSite.host.show({
      head: RECORD_EVENTS,
      body: hostPage(tag(embedSite, 'label="Search the council"')),
    }),
  )
  const box = page.getByRole('combobox', { name: 'Search the council' })
  await box.fill('counc')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await box.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await box.press('Enter')
  await expect.poll(() => recordedEvents(page)).toHaveLength(2)
  const [[name, { url }], [, redirect]] = (await recordedEvents(page)) as unknown as [
    [string, { url: string }],
    [string, object],
  ]
  expect([name, redirect]).toEqual(['search:result', { url }])
  expect(url.startsWith(`${embedSite.url}/`)).toBe(true)
  expect((await page.request.get(url)).status()).toBe(200)

  await box.fill('council tax')
  await box.press('Escape')
  await box.press('Enter')
  await expect(page).toHaveURL(`${embedSite.url}/search?term=council+tax`)
  await expect(page.getByRole('heading', { name: /results, showing/ })).toBeVisible()
})

test('a box of the search is at most 12 KB of JavaScript, styles and words in it, and nothing but its entry before it is seen', async ({
  page,
  embedSite,
}) => {
  const requests = recordRequests(page)
  await page.goto(
    embedSite.host.show({
      body: hostPage(`<div style="height:200vh"></div>${tag(embedSite, 'label="Box"')}`),
    }),
  )
  await page.waitForLoadState('networkidle')
  const names = () => requests.map(addressOf).filter((address) => address.includes('/web/embed/'))
  expect(names()).toEqual([expect.stringMatching(/\/search\.js$/)])
  await page.locator('tessera-search').scrollIntoViewIfNeeded()
  await expect(page.getByRole('combobox', { name: 'Box' })).toBeVisible()
  const scripts = await measureScripts(requests)
  expect(scripts.length).toBeGreaterThan(2)
  expect(totalBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(12 * 1024)
})

test('a search with results on a page of another site can be filtered and paged, and its results lead to the site', async ({
  page,
  embedSite,
}) => {
  await page.goto(
    embedSite.host.show({ head: RECORD_EVENTS, body: hostPage(tag(embedSite, 'mode="results"')) }),
  )
  const box = page.getByRole('combobox', { name: 'Search', exact: true })
  const heading = page.getByRole('heading', { name: /results, showing 1 to/ })
  const everything = await heading.textContent()
  await box.fill('council')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(heading).not.toHaveText(everything ?? '')
  // Results that are being replaced are faded, so their contrast cannot be checked.
  await expect(page.getByRole('region', { name: /results, showing 1 to/ })).toHaveCSS('opacity', '1')
  await expectAccessible(page)
  const before = await heading.textContent()
  await page.getByRole('link', { name: /^News/ }).first().click()
  await expect(heading).not.toHaveText(before ?? '')
  await expect(page.getByRole('link', { name: /^News/ }).first()).toBeFocused()
  const news = await heading.textContent()
  await page.getByRole('search', { name: 'Filters' }).getByRole('checkbox').first().click()
  await expect(heading).not.toHaveText(news ?? '')
  await page.getByRole('link', { name: 'Clear all filters' }).click()
  await expect(heading).toHaveText(news ?? '')
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL(/127\.0\.0\.1/)

  const result = page.getByRole('listitem').getByRole('heading').getByRole('link').first()
  await expect(result).toHaveAttribute('href', new RegExp(`^${embedSite.url}/`))
  const events = await recordedEvents(page)
  expect(JSON.stringify(events)).not.toMatch(/council/i)
  await result.click()
  await expect(page).toHaveURL(new RegExp(`^${embedSite.url}/`))
})

test('a listing on a page of another site has the filters of the site, and the controls lead there without script', async ({
  page,
  embedSite,
}) => {
  await page.goto(
    embedSite.host.show({
      body: hostPage(tag(embedSite, 'mode="listing" config="planning" page="/planning/applications"')),
    }),
  )
  const heading = page.getByRole('heading', { name: /results?, showing 1 to/ })
  await expect(heading).toBeVisible()
  const next = page.getByRole('link', { name: 'Page 2' })
  await expect(next).toHaveAttribute('href', `${embedSite.url}/planning/applications?pageIndex=2`)
  await next.click()
  await expect(page.getByRole('heading', { name: /results, showing 21 to/ })).toBeFocused()
  await expectAccessible(page)
})

test('cards on a page of another site have the pictures of the site, with room for them before they come; refused by its policy, none', async ({
  page,
  faults,
  embedSite,
}) => {
  faults.allow(/img-src/)
  const body = hostPage(tag(embedSite, 'mode="listing" config="events" page="/events"'))
  await page.goto(embedSite.host.show({ body }))
  const pictures = page.locator('tessera-search li img')
  await expect(pictures.first()).toBeVisible()
  const shown = () =>
    pictures.first().evaluate((image: HTMLImageElement) => ({
      // The browser chooses the file of the srcset only later.
      origin: URL.parse(image.currentSrc)?.origin,
      isThere: image.complete && image.naturalWidth > 0,
      facts: [image.alt, image.hasAttribute('width'), image.hasAttribute('height')],
    }))
  await expect.poll(shown).toEqual({ origin: embedSite.url, isThere: true, facts: ['', true, true] })

  const { url } = embedSite
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; img-src data:`
  await page.goto(embedSite.host.show({ body, headers: { 'content-security-policy': policy } }))
  await expect(page.getByRole('heading', { name: /results?, showing 1 to/ })).toBeVisible()
  await expect(pictures.first()).toBeHidden()
  await expectAccessible(page)
})

test('the button below open filters has no block of colour around it on a page of another site', async ({
  page,
  embedSite,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const body = hostPage(tag(embedSite, 'mode="listing" config="events" page="/events"'))
  await page.goto(embedSite.host.show({ body }))
  await page.getByText('Filters', { exact: true }).click()
  const button = page.getByRole('link', { name: /^Show \d+ results$/ })
  await expect(button).toHaveCSS('box-shadow', /^rgba\(0, 0, 0, 0\) /)
})

test('answers to another site have no content for members, and sites without permission get none', async ({
  request,
  embedSite,
}) => {
  const { url, host } = embedSite
  const ask = (origin: string, name: string, term: string) =>
    request.get(
      `${url}/embed/api/data/mfe-search/${name}?${new URLSearchParams({ language: 'en-GB', term }).toString()}`,
      { headers: { origin, 'sec-fetch-site': 'cross-site' } },
    )
  for (const name of ['embedded', 'suggestions', 'rest'])
    expect((await ask('https://evil.example', name, 'council')).status(), name).toBe(403)
  const entries = protectedEntries()
  expect(entries.length).toBeGreaterThan(0)
  for (const { id, sentences } of entries)
    for (const name of ['embedded', 'suggestions']) {
      // Without its end, because the answer repeats the term.
      const answer = await ask(host.url, name, (sentences[0] ?? '').slice(0, -3))
      expect([answer.status(), answer.headers()['access-control-allow-origin']]).toEqual([200, host.url])
      const text = await answer.text()
      for (const secret of [id, ...sentences]) expect(text).not.toContain(secret)
    }
})

test('in a frame of its host a search opens results in the whole window, or in a new one where the frame may not do that', async ({
  page,
  faults,
  embedSite,
}) => {
  const { host, url } = embedSite
  const framed = (attributes: string, sandbox = '') => {
    const inner = host.show({ body: hostPage(tag(embedSite, attributes)) })
    return host.show({ body: `<iframe ${sandbox} src="${inner}" width="900" height="900"></iframe>` })
  }
  const frame = page.frameLocator('iframe')
  const search = async () => {
    const box = frame.getByRole('combobox', { name: 'Search', exact: true })
    await box.fill('council tax')
    await box.press('Enter')
  }
  const result = () => frame.getByRole('listitem').getByRole('heading').getByRole('link').first()

  await page.goto(framed(''))
  await search()
  await expect(page).toHaveURL(`${url}/search?term=council+tax`)
  await page.goto(framed('mode="results"'))
  await result().click()
  await expect(page).toHaveURL(new RegExp(`^${url}/`))

  faults.allow(/Unsafe attempt to initiate navigation|is sandboxed|frame attempting navigation/)
  const may = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
  const sandboxed = framed('', `sandbox="${may}"`)
  await page.goto(sandboxed)
  const opened = page.waitForEvent('popup')
  await search()
  await expect(await opened).toHaveURL(`${url}/search?term=council+tax`)
  await expect(page).toHaveURL(sandboxed)
})

test('a marker of the map leads to its card, without changing the address and the history of the host', async ({
  page,
  embedSite,
}) => {
  const address = embedSite.host.show({
    body: hostPage(tag(embedSite, 'mode="listing" config="venues" page="/libraries-and-leisure/find"')),
  })
  await page.goto(address)
  const marker = page.locator('tessera-search svg a').last()
  const steps = await page.evaluate(() => history.length)
  await marker.click()
  const id = (await marker.getAttribute('href'))?.slice(1) ?? ''
  await expect(page.locator(`tessera-search [id="${id}"]`)).toBeFocused()
  await expect(page.locator(`tessera-search [id="${id}"]`)).toBeInViewport()
  await expect(page).toHaveURL(address)
  expect(await page.evaluate(() => history.length)).toBe(steps)
})
