import { expectAccessible } from '../support/accessibility.ts'
import { embedTest as test } from '../support/embed-site.ts'
import { buildReactHost } from '../support/react-host.ts'
import { describeProblem } from '../support/report-form.ts'
import { expect } from '../support/test.ts'

test('an application of React 19 installs the package, is checked against its types, and shows form and search; the federated module shares nothing', async ({
  page,
  embedSite: { url, host },
}) => {
  const application = await buildReactHost(url)
  expect(application.faults).toEqual([])
  expect(application.installed, 'no React inside').toEqual(['@tessera/embed'])
  const scripts = host.serve(application.folder)
  await page.goto(
    host.show({
      body: `<main><h1>Somebody else</h1><h2>The council</h2><div class="embeds"></div><div class="federated"></div></main><script type="module" src="${scripts}application.js"></script>`,
    }),
  )
  await expect(page.getByRole('combobox', { name: 'Search the council' })).toBeVisible()
  await describeProblem(page, 'Pothole or damaged road', 'No')
  await expect(page.locator('#told')).toHaveText('form:start')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.locator('#told')).toHaveText('form:page')
  await expect(page.getByRole('textbox', { name: /Street and nearest house number/ })).toBeFocused()
  const federated = page.getByRole('combobox', { name: 'Search by federation' })
  await federated.fill('council')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(page.getByLabel(/Kind of problem/)).toBeVisible()
  application.remove()
})
