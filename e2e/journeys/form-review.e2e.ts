import type { Page } from '@playwright/test'
import { answeredWith, expect, test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const CONSULTATION = '/your-council/have-your-say/larrow-park-consultation'

const step = (page: Page, number: number) =>
  page.getByRole('status').filter({ hasText: `Step ${number} / 5` })
const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const answers = (page: Page) => page.getByRole('heading', { name: 'Check your answers' })
const answerTo = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .getByRole('definition')
    .first()
const change = (page: Page, label: string) => page.getByRole('button', { name: `Change ${label}` })
const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name: choice, exact: true }).check()

/** A visitor who never comes to the park gets no questions about today's visit or about the plans. */
async function answerShortly(page: Page): Promise<void> {
  await choose(page, 'How often do you come to Larrow Park?', 'Never')
  await page.getByLabel(/How do you get there/).selectOption('On foot')
  await next(page).click()
  await page.getByRole('textbox', { name: /What you would change first/ }).fill('More benches\nand a tap')
  await next(page).click()
  await expect(answers(page)).toBeVisible()
}

async function expectWayBack(page: Page): Promise<void> {
  await expect(step(page, 5)).toBeVisible()
  await expect(answerTo(page, 'How do you get there?')).toHaveText('On foot')
  await expect(answerTo(page, 'What you would change first').locator('p')).toHaveText([
    'More benches',
    'and a tap',
  ])
  await expect(answerTo(page, 'How old are you?')).toHaveText('Not answered')
  await expect(page.getByText('I feel safe in the park after dark')).toHaveCount(0)

  await change(page, 'How do you get there?').click()
  await expect(page.getByLabel(/How do you get there/)).toHaveValue('foot')
  await page.getByLabel(/How do you get there/).selectOption('By bus')
  await next(page).click()
  await expect(answerTo(page, 'How do you get there?')).toHaveText('By bus')
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await expect(page.getByText('Form reference number is')).toBeVisible()
}

test('answers are shown before they are sent, and each can be changed from there', async ({ page }) => {
  await page.goto(CONSULTATION)
  await hydrated(page, 'form-1006')
  await answerShortly(page)
  await expect(answers(page)).toBeFocused()
  await expectWayBack(page)
  await expect(answers(page)).toBeFocused()
  await change(page, 'What you would change first').press('Enter')
  await expect(page.getByRole('textbox', { name: /What you would change first/ })).toBeFocused()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(answers(page)).toBeFocused()
  await send(page)
})

test('an untouched form is not printed; one with answers is printed with them', async ({ page }) => {
  await page.goto(CONSULTATION)
  await hydrated(page, 'form-1006')
  const form = page.locator('[data-slot="form-1006"]')
  const expectPrinted = async (isPrinted: boolean) => {
    await page.emulateMedia({ media: 'print' })
    await expect(form).toBeVisible({ visible: isPrinted })
    await page.emulateMedia({ media: 'screen' })
  }
  await expectPrinted(false)
  await choose(page, 'How often do you come to Larrow Park?', 'Never')
  await expectPrinted(true)
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values(sessionStorage))))
    .toContain('values')
  await page.reload()
  await hydrated(page, 'form-1006')
  await expect(form).toContainText('We have kept what you entered before.')
  await expectPrinted(true)
  await answerShortly(page)
  await expectPrinted(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('term').first()).toBeVisible()
  await expect(form.getByRole('button'), 'what does nothing on paper').toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await send(page)
  const outcome = page.locator(':focus')
  await expect(outcome).toContainText('Form reference number is')
  await page.emulateMedia({ media: 'print' })
  await expect(outcome).toHaveCSS('outline-style', 'none')
})

test('a changed answer leads through the pages that it adds, and then back to the review', async ({
  page,
}) => {
  await page.goto(CONSULTATION)
  await hydrated(page, 'form-1006')
  await answerShortly(page)
  await change(page, 'How often do you come to Larrow Park?').click()
  await choose(page, 'How often do you come to Larrow Park?', 'Every day')
  await next(page).click()
  await expect(step(page, 2)).toBeVisible()
  for (const fieldset of await page.locator('fieldset').all())
    await fieldset.getByRole('radio').first().check()
  await next(page).click()
  await expect(step(page, 3)).toBeVisible()
  for (const fieldset of await page.locator('fieldset').all())
    await fieldset.getByRole('radio').first().check()
  await next(page).click()
  await expect(answers(page)).toBeVisible()
  await expect(answerTo(page, 'There should be a café in the pavilion')).toHaveText('Strongly agree')
  await send(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('answers are shown before they are sent, and each can be changed from there', async ({ page }) => {
    await page.goto(CONSULTATION)
    await answerShortly(page)
    await expectWayBack(page)
    await change(page, 'What you would change first').click()
    await expect(page).toHaveURL(/#ctrl_15-/)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(answers(page)).toBeVisible()
    await send(page)
  })
})

test('errors of the content system are shown at their question, which gets the focus, and can be corrected there', async ({
  page,
  faults,
}) => {
  faults.allow(answeredWith(422))
  await page.goto('/services/council-tax/ask-a-question')
  await hydrated(page, 'form-councilTaxQuestion')
  await page.getByRole('radio', { name: 'My bill' }).check()
  await page.getByRole('textbox', { name: /Your question/ }).fill('May I pay each week?')
  await next(page).click()
  await page.getByLabel(/How many adults/).fill('2')
  await page.getByLabel(/When did you move in/).fill('2999-04-01')
  await next(page).click()
  await page.getByRole('textbox', { name: /Your name/ }).fill('Ada')
  await page.getByRole('textbox', { name: /Email address/ }).fill('ada@post.example')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
  await next(page).click()
  await page.getByRole('button', { name: 'Send question' }).click()
  const since = page.getByLabel(/When did you move in/)
  await expect(since).toBeFocused()
  await expect(since).toHaveAccessibleDescription(/Enter a date in the past/)
  await expect(page.getByLabel(/How many adults/)).toHaveValue('2')
  await since.fill('2019-04-01')
  await next(page).click()
  await expect(answerTo(page, 'Your name')).toHaveText('Ada')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Form reference number is')).toBeVisible()
})
