import type { Locator } from '@playwright/test'

/** Valid answers for required controls, by their type: enough for every form of the demonstration. */
const TYPED: Readonly<Record<string, string>> = {
  email: 'ada@post.example',
  date: '2026-09-14',
  number: '2',
  textarea: 'A deep hole beside the kerb, full of water.',
}
const ANY_TEXT = 'Ada Visitor'
/** A number that is valid for hours and for minutes. */
const ANY_CLOCK = '10'

/** Required controls of a page, and groups with a required choice. */
const typed = (form: Locator) => form.locator(':is(input, textarea, select)[aria-required="true"]')
const groups = (form: Locator) =>
  form.locator('fieldset:has(input:is([type="radio"], [type="checkbox"]))').filter({
    has: form.page().locator('legend', { hasText: /\((required|gofynnol)\)/ }),
  })

/** Whether a page of a form has required fields. */
export const asksForSomething = async (form: Locator): Promise<boolean> =>
  (await typed(form).count()) + (await groups(form).count()) > 0

/** Answer all required fields on the current page of a form, by the first choice where there are several. */
export async function answerPage(form: Locator): Promise<void> {
  for (const control of await typed(form).all()) {
    const [tag, type, isClock] = await control.evaluate((element: HTMLInputElement) => [
      element.localName,
      element.type,
      element.inputMode === 'numeric',
    ])
    if (tag === 'select') await control.selectOption({ index: 1 })
    else if (type === 'checkbox') await control.check()
    else await control.fill(TYPED[String(type)] ?? (isClock ? ANY_CLOCK : ANY_TEXT))
  }
  for (const group of await groups(form).all()) await group.locator('input').first().check()
}
