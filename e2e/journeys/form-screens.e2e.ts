import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { answerPage, asksForSomething } from '../support/answer-form.ts'
import { LONG_FORM_PAGE } from '../support/pages.ts'
import { describeProblem } from '../support/report-form.ts'
import { expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** Every form of the demonstration, and the title of its error summary. */
const FORMS = [
  { slot: 'form-1001', path: '/contact/report-a-problem', problem: 'There is a problem' },
  { slot: 'form-1002', path: '/contact', problem: 'There is a problem' },
  { slot: 'form-1005', path: '/contact/book-an-appointment', problem: 'There is a problem' },
  {
    slot: 'form-1006',
    path: '/your-council/have-your-say/larrow-park-consultation',
    problem: 'There is a problem',
  },
  {
    slot: 'form-councilTaxQuestion',
    path: '/services/council-tax/ask-a-question',
    problem: 'There is a problem',
  },
  { slot: 'form-1003', path: '/cy/cysylltu', problem: 'Mae problem' },
  { slot: 'form-1004', path: '/cy/cysylltu/rhoi-gwybod-am-broblem', problem: 'Mae problem' },
  {
    slot: 'form-councilTaxQuestion',
    path: '/cy/gwasanaethau/treth-y-cyngor/gofyn-cwestiwn',
    problem: 'Mae problem',
  },
] as const

/** A window of 1280 pixels, zoomed to 400 %. */
const ZOOMED = { width: 320, height: 256 } as const
const PHONE = { width: 390, height: 844 } as const
/** With more pages than this, a form does not end. */
const MOST_PAGES = 6

/** Answer page after page and send the form; check each page, with its errors, and the confirmation. */
async function checkRemainingPages(page: Page, form: Locator, problem: string): Promise<void> {
  const goOn = form.locator('button[type="submit"]')
  const captcha = form.getByRole('checkbox', { name: 'I am not a robot' })
  // Read in one step, because the form disappears when it is sent.
  const where = () =>
    page.evaluate(() => {
      const reference = document.querySelector('[role="status"] strong')
      return reference ? 'sent' : document.querySelector('form [role="status"]')?.textContent
    })
  for (let left = MOST_PAGES; left > 0; left -= 1) {
    await answerPage(form)
    if (await captcha.isVisible()) await captcha.check()
    const before = await where()
    await goOn.click()
    await expect.poll(where).not.toBe(before)
    const isSent = (await where()) === 'sent'
    if (!isSent && (await asksForSomething(form))) {
      await goOn.click()
      await expect(page.getByRole('alert', { name: problem })).toBeVisible()
    }
    await expectAccessible(page)
    await expectNoOverflow(page)
    if (isSent) return
  }
  throw new Error('the form has no end')
}

for (const { slot, path, problem } of FORMS)
  test(`a form and its errors are accessible, at 400 % and in forced colours too, with nothing wider than the window, on every page and when it is sent: ${path}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    const form = (await hydrated(page, slot)).locator('form')
    await expectAccessible(page)
    await form.locator('button[type="submit"]').click()
    await expect(page.getByRole('alert', { name: problem })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(ZOOMED)
    // Waits until the page has the new width.
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const first = page.getByRole('alert', { name: problem }).getByRole('link').first()
    await first.click()
    // In forced colours a border has to show where a field is and which one is wrong.
    const wrong = form.locator('[aria-invalid="true"], fieldset:has(p)').first()
    await expect(wrong).toBeVisible()
    const border = await form
      .locator('input[type="text"], input[type="number"], select, textarea, input[type="radio"]')
      .first()
      .evaluate((control) => ({
        width: getComputedStyle(control).borderTopWidth,
        appearance: getComputedStyle(control).appearance,
      }))
    expect(border.width !== '0px' || border.appearance !== 'none').toBe(true)
    await expectNoOverflow(page)
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
    await page.setViewportSize(PHONE)
    await checkRemainingPages(page, form, problem)
  })

/** Least height of the buttons for the next and the previous page, in pixels. */
const TARGET = 44
/** Least height of every other control (WCAG 2.5.8). */
const SMALL_TARGET = 24

test('on a phone the button for the next page is above the one for the previous page, and no control is too small', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto(LONG_FORM_PAGE)
  const form = (await hydrated(page, 'form-1001')).locator('form')
  await describeProblem(page, 'Pothole or damaged road', 'Yes')
  await form.getByRole('button', { name: 'Next page' }).click()
  const back = form.getByRole('button', { name: 'Previous page' })
  await expect(back).toBeVisible()
  const [above, below] = [
    await form.getByRole('button', { name: 'Next page' }).boundingBox(),
    await back.boundingBox(),
  ]
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
  expect(above!.width).toBe(below!.width)
  for (const button of [above, below]) expect(button!.height).toBeGreaterThanOrEqual(TARGET)
  const pressed = form
    .locator('button:not([tabindex="-1"]), a, label:has(+ input), input + label, select')
    .filter({ visible: true })
  const heights = await pressed.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(8)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(SMALL_TARGET)
})

test('sending with errors scrolls to the first of them, also when its field had the focus already', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  for (const [path, slot, button] of [
    ['/contact', 'form-1002', 'Send message'],
    [LONG_FORM_PAGE, 'form-1001', 'Next page'],
  ] as const) {
    await page.goto(path)
    const form = (await hydrated(page, slot)).locator('form')
    const first = form.locator('input, select, textarea').filter({ visible: true }).first()
    await first.focus()
    await form.getByRole('button', { name: button }).click()
    await expect(first, path).toBeFocused()
    await expect(first, path).toBeInViewport({ ratio: 1 })
    await expect(form.locator(`[id="${await first.getAttribute('id')}-error"]`)).toBeInViewport({ ratio: 1 })
  }
})
