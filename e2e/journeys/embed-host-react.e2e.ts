import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { embedTest as test, type EmbedSite } from '../support/embed-site.ts'
import {
  ALL_OF_REACT,
  buildFederatedHost,
  federatedPage,
  type FederatedHost,
} from '../support/federated-host.ts'
import { addressOf, measureScripts, recordRequests, totalBytes } from '../support/measure.ts'
import { ROOT } from '../support/environment.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { expect } from '../support/test.ts'

/** Like React's developer tools: records the version of every React DOM on the page, and the elements that it renders into. */
const WATCHED = `<script>
  window.renderers = []
  window.drawn = {}
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: ({ version }) => renderers.push(version),
    onCommitFiberRoot: (id, { containerInfo }) => { drawn[id] = (drawn[id] ?? new Set()).add(containerInfo) },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  }
</script>`
const renderers = (page: Page) =>
  page.evaluate(() => (window as never as { readonly renderers: readonly string[] }).renderers)

const versionOf = (folder: string): string =>
  (
    JSON.parse(readFileSync(path.join(ROOT, folder, 'node_modules/react/package.json'), 'utf8')) as {
      readonly version: string
    }
  ).version
const [OWN, OF_18] = [versionOf('.'), versionOf('e2e/hosts')]

/** Build a host and open it; gives the requests that it sends to the site from then on. */
async function openHost(page: Page, { url, host }: EmbedSite, given: FederatedHost) {
  const built = await buildFederatedHost(url, given)
  const requests = recordRequests(page)
  await page.goto(host.show({ ...federatedPage(host.serve(built.folder)), head: WATCHED }))
  await expect(page.getByRole('heading', { name: /^React / })).toBeVisible()
  const ofSite = () => requests.filter((request) => request.url().startsWith(url))
  return { ...built, ofSite, embeds: () => namesOf(ofSite().map(addressOf)) }
}

/** The names of released files of embeds among some addresses. */
const namesOf = (addresses: readonly string[]): readonly string[] =>
  addresses.flatMap((address) => /\/web\/embed\/(.*)$/.exec(address)?.[1] ?? []).toSorted()

const toggle = (page: Page, what: 'form' | 'search') =>
  page.getByRole('button', { name: `Toggle ${what}` }).click()
const kind = (page: Page) => page.getByRole('combobox', { name: /Kind of problem/ })
const next = (page: Page) => page.getByRole('button', { name: 'Next page' })

/** How many elements each React DOM has rendered into, by its number. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    Object.entries((window as never as { readonly drawn: Record<string, Set<unknown>> }).drawn).map(
      ([id, elements]) => [id, elements.size],
    ),
  )

for (const federation of [2, 1] as const)
  test(`a form is rendered by the React that its host shares (Module Federation ${federation}), and can be completed, without loading React`, async ({
    page,
    embedSite,
  }) => {
    const host = await openHost(page, embedSite, {
      shared: ALL_OF_REACT,
      ...(federation === 1 && { federation }),
    })
    await toggle(page, 'form')
    await expect(kind(page)).toBeEnabled()
    await page.waitForLoadState('networkidle')
    const scripts = await measureScripts(host.ofSite())
    expect(scripts).toHaveLength(6)
    expect(totalBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(25_000)
    expect(host.embeds()).toEqual([
      'hosted/form.js',
      'hosted/forms.js',
      // Only the messages of one language are loaded.
      expect.stringMatching(/^hosted\/messages-en-GB-ts\.[\da-f]{10}\.js$/),
      'hosted/react.js',
    ])
    await describeProblem(page, 'Pothole or damaged road', 'Yes')
    await next(page).click()
    await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
    await page.getByLabel(/Date you saw it/).fill('2026-09-14')
    await expectAccessible(page)
    await next(page).click()
    await fillInSender(page)
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Form reference number is' })).toBeFocused()
    expect(await renderers(page), 'one React DOM, which is the host’s').toEqual([OWN])
    expect(await drawn(page), 'it draws the host and the form').toEqual([['1', 2]])
    expect(host.embeds().filter((name) => !name.startsWith('hosted/'))).toEqual([])
    host.remove()
  })

test('a form and a search of one host use its React, and leave nothing behind when they are removed', async ({
  page,
  embedSite,
}) => {
  await page.setViewportSize({ width: 1280, height: 12_000 })
  const host = await openHost(page, embedSite, { shared: ALL_OF_REACT })
  const results = page.getByRole('heading', { name: /results, showing 1 to/ })
  const comeAndGo = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      for (const what of ['form', 'search'] as const) await toggle(page, what)
      await expect(kind(page)).toBeEnabled()
      await expect(results).toBeVisible()
      for (const what of ['form', 'search'] as const) await toggle(page, what)
      await expect(page.locator('#form, #search')).toHaveCount(0)
    }
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const count = async () => {
    await page.evaluate(() => ((window as never as { drawn: object }).drawn = {}))
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN
    return { nodes: of('Nodes'), listeners: of('JSEventListeners') }
  }
  await comeAndGo(3)
  expect(await drawn(page), 'the host, three forms and three searches').toEqual([['1', 7]])
  const before = await count()
  await comeAndGo(10)
  const after = await count()
  expect(after.listeners - before.listeners).toBeLessThanOrEqual(0)
  expect(after.nodes - before.nodes).toBeLessThan(100)
  expect(await renderers(page)).toEqual([OWN])
  expect(host.embeds().filter((name) => !name.startsWith('hosted/'))).toEqual([])
  host.remove()
})

const HOSTS: readonly (readonly [what: string, host: FederatedHost, version: string])[] = [
  ['React 18', { shared: ALL_OF_REACT, react: 18 }, OF_18],
  ['nothing', {}, OWN],
  [
    'React and React DOM, but not react-dom/client',
    { shared: { react: { singleton: true }, 'react-dom': { singleton: true } } },
    OWN,
  ],
]

for (const [what, given, version] of HOSTS)
  test(`a form loads its own React where the host shares ${what}`, async ({ page, embedSite }) => {
    const host = await openHost(page, embedSite, given)
    await expect(page.getByRole('heading', { name: `React ${version}` })).toBeVisible()
    await toggle(page, 'form')
    await expect(kind(page)).toBeEnabled()
    await describeProblem(page, 'Pothole or damaged road', 'No')
    await next(page).click()
    await expect(page.getByRole('textbox', { name: /Street and nearest house number/ })).toBeFocused()
    expect(await renderers(page), 'the host’s, and that of the form').toEqual([version, OWN])
    expect(host.embeds().filter((name) => name.startsWith('hosted/'))).toEqual(['hosted/react.js'])
    expect(host.embeds()).toContain('form.js')
    host.remove()
  })
