import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { embedTest as test } from '../support/embed-site.ts'
import { HOSTS } from '../support/hosts.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { expect } from '../support/test.ts'

/** A screenshot of the host's page without the embeds. */
const pixels = (page: Page) =>
  page.screenshot({ fullPage: true, mask: [page.locator('.embeds')], animations: 'disabled' })

/** Replaces the embeds' scripts: a host without embeds. */
const NOTHING = {
  contentType: 'text/javascript',
  headers: { 'access-control-allow-origin': '*' },
  body: 'const done = async () => {}; export const parcel = { bootstrap: done, mount: done, unmount: done }',
}

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })

async function fillIn(page: Page): Promise<void> {
  await describeProblem(page, 'Pothole or damaged road', 'No')
  await next(page).click()
  await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
  await page.getByLabel(/Date you saw it/).fill('2026-09-14')
  await next(page).click()
  await fillInSender(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Form reference number is' })).toBeFocused()
}

for (const { name, page: make, scheme } of HOSTS)
  test(`${name} looks the same, and visitors complete the form and the search there, by keyboard too`, async ({
    page,
    embedSite: { url, host },
  }) => {
    await page.emulateMedia({ colorScheme: scheme ?? 'light' })
    const address = host.show(make(url))
    await page.route(`${url}/embed/**`, (route) => route.fulfill(NOTHING))
    await page.goto(address)
    const before = await pixels(page)
    await page.unrouteAll()
    await page.goto(address)
    const box = page.getByRole('combobox', { name: 'Search the council' })
    const kind = page.getByLabel(/Kind of problem/)
    await expect(box).toBeVisible()
    await expect(kind).toBeVisible()
    expect((await pixels(page)).equals(before), 'the host looks as without the embeds').toBe(true)
    await expectAccessible(page)

    await page.locator('#host-field').focus()
    await page.keyboard.press('Tab')
    await expect(box).toBeFocused()
    await page.locator('#host-button').focus()
    await page.keyboard.press('Shift+Tab')
    await expect(next(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.locator('#host-button')).toBeFocused()

    await fillIn(page)
    await box.fill('council tax')
    await expect(page.getByRole('option').first()).toBeVisible()
    await box.press('Enter')
    await expect(page).toHaveURL(`${url}/search?term=council+tax`)
  })

test('where the site is down the element shows a short message with its link, and the host is unaffected', async ({
  page,
  faults,
  embedSite: { url, host },
}) => {
  faults.allow(/ERR_FAILED/)
  const [{ page: make } = HOSTS[0]!] = HOSTS
  const address = host.show(make(url))
  await page.route(`${url}/**`, (route) => route.abort())
  await page.goto(address)
  const before = await pixels(page)
  await expect(page.getByRole('link', { name: 'Report a problem' })).toBeVisible()
  await page.unrouteAll()
  await page.route(`${url}/embed/api/**`, (route) => route.abort())
  await page.route(/box\.js/, (route) => route.abort())
  await page.goto(address)
  await expect(page.getByText('This form cannot be shown here at the moment.')).toBeVisible()
  await expect(page.getByText('The search cannot be shown here at the moment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report a problem' })).toBeVisible()
  expect((await pixels(page)).equals(before)).toBe(true)
  await expectAccessible(page)
})

test('six embeds and two versions of the scripts work on one page, and script tags can set what is shown, in Welsh too', async ({
  page,
  embedSite: { url, host },
}) => {
  const two = ['forms', 'search'].map(
    (name) => `<script type="module" src="${url}/embed/${name}.js"></script>`,
  )
  const versioned = await (await fetch(`${url}/embed/forms.js`)).text()
  const [, entry = ''] = /from '\.\.([^']+)'/.exec(versioned) ?? []
  const forms = ['1001', '1002', '1004'].map(
    (id) => `<section><tessera-form form-id="${id}"></tessera-form></section>`,
  )
  const body = `<main><h1>Many</h1>${two.join('')}<script type="module" src="${url}${entry}?another"></script>${forms.join('')}
    <tessera-search label="One"></tessera-search><tessera-search mode="listing" config="events" page="/events"></tessera-search>
    <script type="module" src="${url}/embed/search.js" data-mode="box" data-language="cy" data-label="Chwilio’r cyngor"></script></main>`
  await page.goto(host.show({ body }))
  await page.setViewportSize({ width: 1280, height: 12_000 })
  await expect(page.locator('tessera-form form')).toHaveCount(3)
  await expect(page.getByRole('combobox', { name: 'One' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /results?, showing/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Chwilio’r cyngor' })).toBeVisible()
})

test('a form that is filled in and a search leave the host its names, its prototypes and its document: nothing is added beyond the elements', async ({
  page,
  embedSite: { url, host },
}) => {
  // All that a page can be changed in: names on its window, and the properties of each of its classes and their prototypes.
  const look = `<script>
    window.held = () => {
      const of = (name, thing) => Object.entries(Object.getOwnPropertyDescriptors(thing)).map(([key, { value, get, set }]) => [name + '.' + key, value ?? get ?? set])
      const classes = Object.getOwnPropertyNames(window).filter((name) => typeof window[name] === 'function' && window[name].prototype)
      return new Map([
        ...Object.getOwnPropertyNames(window).map((name) => [name, null]),
        ...classes.flatMap((name) => [...of(name, window[name]), ...of(name + '.prototype', window[name].prototype)]),
        ...['Math', 'JSON', 'Reflect', 'Intl'].flatMap((name) => of(name, window[name])),
        ...of('document', document),
        ...[...document.head.children].map((element) => [element.outerHTML, element]),
        ...[...document.documentElement.attributes, ...document.body.attributes].map(({ name, value }) => [name + '=' + value, null]),
      ])
    }
    window.before = new Map()
    window.changes = () => {
      const now = held()
      return [...now].filter(([name, thing]) => !before.has(name) || !Object.is(before.get(name), thing)).map(([name]) => name)
        .concat([...before.keys()].filter((name) => !now.has(name)))
    }
    window.before = held()
  </script>`
  const tags = ['forms', 'search'].map(
    (name) => `<script type="module" src="${url}/embed/${name}.js"></script>`,
  )
  await page.goto(
    host.show({
      body: `${look}<main><h1>Host</h1>${tags.join('')}<tessera-search label="Search the council" mode="results"></tessera-search><tessera-form form-id="1001"></tessera-form></main>`,
    }),
  )
  await expect(page.getByRole('combobox', { name: 'Search the council' })).toBeVisible()
  await fillIn(page)
  const added = await page.evaluate(() => (window as unknown as { changes: () => string[] }).changes())
  // React marks the document that it has added its listeners to (docs/decisions/0069).
  expect(added.filter((name) => !name.startsWith('document._reactListening'))).toEqual([])
})

test('a form that was added and removed a thousand times leaves nothing behind: no listener, no timer, no node', async ({
  page,
  embedSite: { url, host },
}) => {
  await page.goto(
    host.show({
      head: `<script>
        // Answers are kept by the host here: it is the browser's side that is looked at.
        const answers = new Map(), ask = fetch
        window.fetch = async (address, options) => {
          if (!answers.has(address)) answers.set(address, await (await ask(address, options)).text())
          return new Response(answers.get(address))
        }
        window.timers = new Set()
        const { setInterval: every, clearInterval: end } = window
        window.setInterval = (...given) => { const id = every(...given); timers.add(id); return id }
        window.clearInterval = (id) => { timers.delete(id); end(id) }
      </script>`,
      body: `<main><h1>Host</h1><div id="here"></div></main>`,
    }),
  )
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const mounts = (count: number) =>
    page.evaluate(
      async ({ module, times }) => {
        const { mountForm } = (await import(module)) as {
          readonly mountForm: (element: Element, options: object) => { readonly unmount: () => void }
        }
        for (let time = 0; time < times; time += 1) {
          const element = document.createElement('div')
          document.getElementById('here')?.append(element)
          const { unmount } = mountForm(element, { formId: '1001' })
          // Every tenth form is rendered completely; the others are removed while they load.
          while (time % 10 === 0 && !element.shadowRoot?.querySelector('form'))
            await new Promise((resolve) => requestAnimationFrame(resolve))
          unmount()
          element.remove()
        }
      },
      { module: `${url}/embed/forms.js`, times: count },
    )
  const count = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN
    const timers = await page.evaluate(
      () => (window as never as { readonly timers: Set<number> }).timers.size,
    )
    return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize'), timers }
  }
  await mounts(50)
  const before = await count()
  await mounts(1_000)
  const after = await count()
  expect(after.timers).toBe(0)
  expect(after.listeners - before.listeners).toBeLessThanOrEqual(0)
  expect(after.nodes - before.nodes).toBeLessThan(100)
  expect(after.heap - before.heap).toBeLessThan(2_000_000)
})
