import type { CDPSession } from '@playwright/test'
import { formTest as test } from '../support/form-site.ts'
import { expect } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** Role and name of the fields of form 2006 in the accessibility tree. Groups are listed here, their parts below. */
const FIELDS = [
  { type: 'TextBox', role: 'textbox', name: 'Nickname (required)' },
  { type: 'Number', role: 'spinbutton', name: 'Shoe size (required)' },
  { type: 'Website', role: 'textbox', name: 'Home page (required)' },
  { type: 'Email', role: 'textbox', name: 'Post box (required)' },
  { type: 'Phone', role: 'textbox', name: 'Telephone (required)' },
  { type: 'Multiline', role: 'textbox', name: 'Story (required)' },
  { type: 'Date', role: 'Date', name: 'Birthday (required)' },
  { type: 'Dropdown', role: 'combobox', name: 'Colour (required)' },
  { type: 'Upload', role: 'button', name: 'Photograph (required) Choose file' },
  { type: 'Radio', role: 'group', name: 'Meal (required)' },
  { type: 'Checkbox', role: 'group', name: 'Days (required)' },
  { type: 'Name', role: 'group', name: 'Full name' },
  { type: 'Address', role: 'group', name: 'Home' },
  { type: 'Time', role: 'group', name: 'Alarm' },
] as const

/** The parts of groups, and the error of each when it is empty. */
const PARTS = [
  { role: 'radio', name: 'Soup' },
  { role: 'checkbox', name: 'Friday' },
  { role: 'textbox', name: 'First Name (required)', error: 'First Name is a required field' },
  { role: 'textbox', name: 'Last Name (required)', error: 'Last Name is a required field' },
  { role: 'textbox', name: 'Street address (required)', error: 'Street is a required field' },
  { role: 'textbox', name: 'Postcode (required)', error: 'Postcode is a required field' },
  { role: 'textbox', name: 'City (optional)' },
  { role: 'textbox', name: 'Hours (required)', error: 'Hours is a required field' },
  { role: 'textbox', name: 'Minutes (required)', error: 'Minutes is a required field' },
  { role: 'combobox', name: 'AM/PM' },
] as const

interface TreeNode {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly isInvalid: boolean
}

/** The accessibility tree of the document as Chromium has it. */
async function readTree(session: CDPSession): Promise<readonly TreeNode[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      isInvalid: properties.some((one) => one.name === 'invalid' && one.value.value !== 'false'),
    }))
}

const find = (tree: readonly TreeNode[], role: string, name: string): TreeNode | undefined =>
  tree.find((node) => node.role === role && node.name === name)

test('fields of every type have their name, hint and error in the accessibility tree', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await page.goto('/everything')
  await hydrated(page, 'form-2006')
  // Before hydration it is the browser's own file control.
  await expect(page.getByText('Choose file', { exact: true })).toBeVisible()
  const before = await readTree(session)
  for (const { type, role, name } of FIELDS) {
    const node = find(before, role, name)
    expect(node?.description, `${type} has its hint`).toContain(`Hint for ${type}.`)
    expect(node?.isInvalid, `${type} is not wrong yet`).toBe(false)
  }
  for (const { role, name } of PARTS) expect(find(before, role, name), name).toBeDefined()
  expect(before.filter(({ role, name }) => role === 'heading' && name === 'About you')).toHaveLength(1)
  expect(JSON.stringify(before), 'nobody is told of a hidden field').not.toContain('campaign')

  await page.getByRole('button', { name: 'Send: Everything' }).click()
  const summary = page.getByRole('alert', { name: 'Oops' })
  await expect(summary).toBeVisible()
  await expect(summary.getByRole('link')).toHaveCount(17)
  const after = await readTree(session)
  for (const { type, role, name } of FIELDS) {
    const node = find(after, role, name)
    expect(node?.description, `${type} keeps its hint`).toContain(`Hint for ${type}.`)
    // In names, addresses and times each part has an error of its own.
    if (['Name', 'Address', 'Time'].includes(type)) continue
    const label = name.replace(/ \(required\).*$/, '')
    expect(node?.description, `${type} has its error`).toContain(`${label} is a required field`)
    // ARIA has no `aria-invalid` for groups.
    if (role !== 'group') expect(node?.isInvalid, `${type} is said to be wrong`).toBe(true)
  }
  for (const part of PARTS) {
    if (!('error' in part)) continue
    const node = find(after, part.role, part.name)
    expect(node, part.name).toMatchObject({ description: part.error, isInvalid: true })
  }
})
