import type { Page } from '@playwright/test'

/** A file for a visitor to send: a picture of what is in sight. */
export const aPhotograph = async (page: Page) => ({
  name: 'minster-yard.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
})

/** Where files are chosen; a phone has a second way, to its camera. */
export const FILE_INPUT = 'input[type="file"][name]'

/** What is typed into a control that says no more of itself than its type. */
const TYPED: Readonly<Record<string, string>> = {
  email: 'ada@post.example',
  tel: '01632 960100',
  url: 'https://www.larkmoor.example/map',
  number: '2',
  date: '2026-09-14',
  textarea: 'A deep hole, full of water since May.',
}
const POSTCODE = /post ?code|cod post/i
const ACCOUNT_NUMBER = /account number|rhif y cyfrif/i

/** Give every control of the form's page that has no answer one that is taken: of choices the first. */
export async function fillPage(page: Page): Promise<void> {
  const form = page.locator('main form[id^="form-id-"]')
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  const typed =
    'input[type="text"], input[type="email"], input[type="tel"], input[type="url"], input[type="number"], input[type="date"], textarea'
  for (const control of await form.locator(`:is(${typed}):not([tabindex="-1"]):visible`).all()) {
    const { kind, maxLength, placeholder, label } = await control.evaluate((element: HTMLInputElement) => ({
      kind: element.type,
      maxLength: element.maxLength,
      placeholder: element.placeholder,
      label: element.labels?.[0]?.textContent ?? '',
    }))
    await control.fill(TYPED[kind] ?? wordsFor(label, placeholder, maxLength))
  }
  for (const input of await form.locator(FILE_INPUT).all()) await input.setInputFiles(await aPhotograph(page))
  const groups = await form
    .locator('fieldset:has(input[type="radio"]), fieldset:has(input[type="checkbox"])')
    .all()
  for (const group of groups)
    await group.locator('input:is([type="radio"], [type="checkbox"])').first().check()
  for (const box of await form.locator('input[type="checkbox"]:visible').all())
    if (!(await box.evaluate((element) => element.closest('fieldset')))) await box.check()
}

/** A text field says by its label, its example or its length what it is for. */
function wordsFor(label: string, placeholder: string, maxLength: number): string {
  if (POSTCODE.test(label)) return 'LK1 1TH'
  if (ACCOUNT_NUMBER.test(label)) return '40012345'
  if (/^\d+$/.test(placeholder)) return placeholder
  return maxLength === 2 ? '10' : 'Ada'
}
