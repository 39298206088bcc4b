import type { Page } from '@playwright/test'

/** A file for an upload: a screenshot of the visible part of the page. */
export const aPhotograph = async (page: Page) => ({
  name: 'minster-yard.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
})

/** The file inputs; a phone has a second one, for its camera. */
export const FILE_INPUT = 'input[type="file"][name]'

/** Answers for controls that are only known by their type. */
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

/** Give every empty control of the form's page a valid answer: the first option of choices. */
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

/** An answer for a text field, from its label, its example or its length. */
function wordsFor(label: string, placeholder: string, maxLength: number): string {
  if (POSTCODE.test(label)) return 'LK1 1TH'
  if (ACCOUNT_NUMBER.test(label)) return '40012345'
  if (/^\d+$/.test(placeholder)) return placeholder
  return maxLength === 2 ? '10' : 'Ada'
}
