import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { embedTest as test } from '../support/embed-site.ts'
import { expect } from '../support/test.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const TAG = '<tessera-form form-id="1001"><a href="#on-site">Report a problem on the site</a></tessera-form>'

/** The script of one version, which a page may load with its integrity. */
async function fixedVersion(url: string) {
  const followed = await (await fetch(`${url}/embed/forms.js`)).text()
  const address = url + (/from '(?:\.\.)?([^']+)'/.exec(followed)?.[1] ?? '')
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
  return { address, hash: createHash('sha384').update(bytes).digest('base64') }
}

test('a page may name one version of the script with its integrity', async ({
  page,
  embedSite: { url, host },
}) => {
  const { address, hash } = await fixedVersion(url)
  const tag = (integrity: string) =>
    `<script type="module" src="${address}" integrity="sha384-${integrity}" crossorigin></script>`
  await page.goto(host.show({ body: `<main><h1>Host</h1>${tag(hash)}${TAG}</main>` }))
  await expect(next(page)).toBeVisible()
})

test('a host configures an element by properties and styles it by custom properties, which do not affect the host', async ({
  page,
  embedSite: { url, host },
}) => {
  const style = '<style>tessera-form{--color-action:rgb(1, 2, 3)}</style>'
  await page.goto(
    host.show({
      head: style,
      body: `<main><h1>Host</h1><script type="module" src="${url}/embed/forms.js"></script>${TAG}</main>`,
    }),
  )
  await expect(next(page)).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  const element = page.locator('tessera-form')
  const set = (properties: object) =>
    element.evaluate((tag, given) => void Object.assign(tag, given), properties)
  expect(await element.evaluate((tag) => (tag as unknown as { formId: string }).formId)).toBe('1001')
  await set({ formId: '1002' })
  await expect(page.getByLabel(/Your message/)).toBeVisible()
  await expect(element).toHaveAttribute('form-id', '1002')
  await set({ formId: '1003', language: 'cy' })
  await expect(page.getByRole('button', { name: 'Anfon neges' })).toBeVisible()
})

test('a script updates and unmounts what it has mounted by the returned handle', async ({
  page,
  embedSite: { url, host },
}) => {
  await page.goto(host.show({ body: '<main><h1>Host</h1><div id="here"></div></main>' }))
  await page.evaluate(async (module) => {
    const { mountForm } = (await import(module)) as {
      readonly mountForm: (element: Element | null, options: object) => unknown
    }
    Object.assign(window, { mounted: mountForm(document.querySelector('#here'), { formId: '1001' }) })
  }, `${url}/embed/forms.js`)
  await expect(next(page)).toBeVisible()
  const call = (name: 'update' | 'unmount', options?: object) =>
    page.evaluate(
      ([method, given]) =>
        (window as unknown as { mounted: Record<string, (value?: object) => void> }).mounted[method]?.(given),
      [name, options] as const,
    )
  await call('update', { formId: '1003', language: 'cy' })
  await expect(page.getByRole('button', { name: 'Anfon neges' })).toBeVisible()
  await call('unmount')
  await expect(page.getByRole('button', { name: 'Anfon neges' })).toHaveCount(0)
  await expect(page.locator('#here')).toBeEmpty()
})
