import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { gzipBytes } from '../support/measure.ts'
import { ROOT } from '../support/environment.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

interface Received {
  readonly cookie: string | undefined
  readonly referer: string | undefined
  readonly body: string
}

/** A server that collects analytics events, on another site. */
async function startCollector() {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { cookie, referer } = request.headers
      received.push({ cookie, referer, body: Buffer.concat(parts).toString() })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/collect`,
    received,
    events: () =>
      received.flatMap(
        ({ body }) => (JSON.parse(body) as { events: readonly { event: string; path: string }[] }).events,
      ),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

const TITLE = 'May we count your visit?'
const banner = (page: Page) => page.getByRole('region', { name: TITLE })
const storedKeys = (page: Page) =>
  page.evaluate(() => [
    document.cookie,
    ...Object.keys(localStorage).filter((key) => key.includes('consent')),
  ])

test.describe('a site that counts visits', () => {
  test.describe.configure({ mode: 'serial' })
  let collector: Awaited<ReturnType<typeof startCollector>>
  let shell: TestShell
  test.beforeAll(async () => {
    collector = await startCollector()
    const file = path.join(ROOT, 'site.config.json')
    const { alias: _alias, ...site } = JSON.parse(readFileSync(file, 'utf8')) as { readonly alias: string }
    const analytics = { endpoint: collector.url, contentType: 'consentBanner' }
    shell = await startShell({ options: () => ({ site: { ...site, analytics } }) })
  })
  test.afterAll(async () => {
    await shell?.stop()
    await collector?.stop()
  })
  test.beforeEach(() => void collector.received.splice(0))

  test('before a choice nothing is sent or stored, whatever the visitor does, and nothing shifts', async ({
    page,
  }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(shell.url)) foreign.push(request.url())
    })
    await page.addInitScript(() => {
      const watched = window as unknown as { shifts: number }
      watched.shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) watched.shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${shell.url}/services`)
    await expect(banner(page)).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
    await page.getByRole('link', { name: 'News', exact: true }).first().click()
    await expect(page).toHaveURL(/\/news$/)
    await page.goto(`${shell.url}/contact/report-a-problem`)
    await page.locator('form input:visible').last().focus()
    await page.goto(`${shell.url}/search?term=bins`)
    await page.waitForLoadState('networkidle')
    expect(foreign).toEqual([])
    expect(collector.received).toEqual([])
    expect(await storedKeys(page)).toEqual([''])
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`the question is a region whose answers look alike, reached first by keyboard, and accessible: ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${shell.url}/services`)
      await expect(banner(page)).toBeVisible()
      const [accept, reject] = await Promise.all(
        ['Accept analytics', 'Reject analytics'].map((name) =>
          banner(page).getByRole('button', { name }).boundingBox(),
        ),
      )
      expect(accept?.height).toBe(reject?.height)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(banner(page).getByRole('link', { name: 'Privacy' })).toBeFocused()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })

  test('once accepted by keyboard, events name pages and forms by ids, never what was typed or searched for', async ({
    page,
  }) => {
    await page.goto(`${shell.url}/services`)
    await banner(page).getByRole('button', { name: 'Accept analytics' }).focus()
    await page.keyboard.press('Enter')
    await expect(banner(page)).toHaveCount(0)
    await expect(page.locator('#main')).toBeFocused()
    await page.goto(`${shell.url}/contact`)
    await expect(banner(page)).toHaveCount(0)
    const field = page.locator('form[id^="form-id-"] input[type="text"]:visible').first()
    await field.fill('Canary Person')
    // Typing before hydration is reported after hydration: a visitor who leaves earlier does not count as having begun.
    await hydrated(page, 'form-1002')
    await field.press('Tab')
    await page.goto(`${shell.url}/search?term=canary-term`)
    await page.waitForLoadState('networkidle')
    await page.goto('about:blank')
    await expect.poll(() => collector.events().map(({ event }) => event)).toContain('form.abandoned')
    await expect.poll(() => collector.events().map(({ path: told }) => told)).toContain('/search')
    expect(collector.events().map(({ event }) => event)).toContain('form.started')
    expect(JSON.stringify(collector.received)).not.toMatch(/canary/i)
    for (const { cookie, referer } of collector.received)
      expect([cookie, referer]).toEqual([undefined, undefined])
  })

  test('after a rejection nothing is asked or sent, and the choice can be changed in the footer of every page', async ({
    page,
  }) => {
    await page.goto(`${shell.url}/cy`)
    await page.getByRole('button', { name: 'Gwrthod dadansoddeg' }).click()
    await page.goto(`${shell.url}/services`)
    await page.waitForLoadState('networkidle')
    await expect(banner(page)).toHaveCount(0)
    expect(collector.received).toEqual([])
    await page.getByRole('button', { name: 'Your choice about analytics' }).click()
    await expect(banner(page).getByRole('heading')).toBeFocused()
    await banner(page).getByRole('button', { name: 'Accept analytics' }).click()
    await expect(page.getByRole('button', { name: 'Your choice about analytics' })).toBeFocused()
    await page.goto('about:blank')
    await expect.poll(() => collector.events()).toEqual([{ event: 'route.changed', path: '/services' }])
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('there is no question, no button, and nothing is sent', async ({ page }) => {
      await page.goto(`${shell.url}/services`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(banner(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Your choice about analytics' })).toHaveCount(0)
      expect(collector.received).toEqual([])
    })
  })
})

test('a site that counts nothing asks nothing and loads no code for it', async ({ page, request }) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.goto('/services')
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(0)
  for (const url of scripts) expect(await (await request.get(url)).text()).not.toContain('tessera-consent')
  const document = await (await request.get('/services')).text()
  expect(document).not.toMatch(/consent|analytics/)
  expect(gzipBytes(document)).toBeGreaterThan(0)
  expect((await request.get('/_consent/en-GB')).status()).toBe(404)
})
