import { expect, type Locator, type Page } from '@playwright/test'

/** Mark the document, to check later whether it is still the same one. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset['visit'] = 'first'
  })

/** Whether the document is the marked one: no navigation has loaded another. */
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset['visit'] === 'first')

/** Expect a page by its address and its main heading. */
export async function expectPage(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path)
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** The main menu of a wide window: open the list of a section's pages. */
export async function unfold(page: Page, section: string): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.locator('summary', { hasText: `Pages in ${section}` }).click()
  return menu
}

/** Wait until a slot is hydrated. */
export async function hydrated(page: Page, slotId: string): Promise<Locator> {
  const slot = page.locator(`[data-slot="${slotId}"]`)
  await slot.scrollIntoViewIfNeeded()
  await expect(
    slot.locator('[data-hydrated]').or(page.locator(`[data-slot="${slotId}"][data-hydrated]`)),
  ).toBeAttached()
  return slot
}

/** The search field of the header: a search box, and a combobox after its first use. */
export const headerSearch = (page: Page): Locator => page.locator('#site-search')
