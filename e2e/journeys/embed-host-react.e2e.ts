import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { ALL_OF_REACT, buildFederatedHost, type FederatedHost } from '../support/federated-host.ts'
import { formTest as test, type FormSite } from '../support/form-site.ts'
import { addressOf, measureScripts, recordRequests, totalBytes } from '../support/measure.ts'
import { ROOT } from '../support/place.ts'
import { describeProblem, sayWho } from '../support/report-form.ts'
import { expect } from '../support/test.ts'

/** As React's developer tools do: every React DOM of the page says its version, and counts what it draws. */
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

/** Build a host, and open it; what it has asked the site for since. */
async function openHost(page: Page, { url, host }: FormSite, given: FederatedHost) {
  const built = await buildFederatedHost(url, given)
  const scripts = host.serve(built.folder)
  const requests = recordRequests(page)
  await page.goto(
    host.show({
      head: WATCHED,
      body: `<main><h1>Somebody else</h1><div class="application"></div></main><script type="module" src="${scripts}host.js"></script>`,
    }),
  )
  await expect(page.getByRole('heading', { name: /^React / })).toBeVisible()
  const ofSite = () => requests.filter((request) => request.url().startsWith(url))
  return { ...built, ofSite, embeds: () => namesOf(ofSite().map(addressOf)) }
}

/** Files of releases among some addresses, below the folder of embeds. */
const namesOf = (addresses: readonly string[]): readonly string[] =>
  addresses.flatMap((address) => /\/web\/embed\/(.*)$/.exec(address)?.[1] ?? []).toSorted()

const toggle = (page: Page, what: 'form' | 'search') =>
  page.getByRole('button', { name: `Toggle ${what}` }).click()
const kind = (page: Page) => page.getByRole('combobox', { name: /Kind of problem/ })
const next = (page: Page) => page.getByRole('button', { name: 'Next page' })

for (const federation of [2, 1] as const)
  test(`a form and a search are drawn by the React of a host that shares it (Module Federation ${federation}), and the form is sent; neither loads its own`, async ({
    page,
    formSite,
    stored,
  }) => {
    const host = await openHost(page, formSite, {
      shared: ALL_OF_REACT,
      ...(federation === 1 && { federation }),
    })
    await toggle(page, 'form')
    await expect(kind(page)).toBeEnabled()
    await page.waitForLoadState('networkidle')
    const scripts = await measureScripts(host.ofSite())
    expect(totalBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(26 * 1024)
    expect(host.embeds()).toEqual([
      expect.stringMatching(/^hosted\/[\da-f]{10}\.js$/),
      'hosted/form.js',
      'hosted/forms.js',
      'hosted/react.js',
    ])

    await toggle(page, 'search')
    const box = page.getByRole('combobox', { name: 'Search', exact: true })
    await box.fill('council')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('heading', { name: /results, showing 1 to/ })).toBeVisible()
    await expectAccessible(page)

    await describeProblem(page, 'Pothole or damaged road', 'Yes')
    await next(page).click()
    await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
    await page.getByLabel(/Date you saw it/).fill('2026-09-14')
    await next(page).click()
    await sayWho(page)
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Form reference number is' })).toBeFocused()
    expect(await stored('1001')).toHaveLength(1)

    expect(await renderers(page), 'one React DOM, which is the host’s').toEqual([OWN])
    const drawn = () =>
      page.evaluate(
        () => (window as never as { readonly drawn: Record<string, Set<unknown>> }).drawn['1']?.size,
      )
    expect(await drawn(), 'the host, the form and the search').toBe(3)
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
  test(`a form is drawn by a React of its own where the host shares ${what}`, async ({ page, formSite }) => {
    const host = await openHost(page, formSite, given)
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
