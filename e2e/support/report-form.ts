import type { Page } from '@playwright/test'

/** Fill in the first page of the report. */
export async function describeProblem(page: Page, kind: string, isDangerous: 'Yes' | 'No'): Promise<void> {
  await page.getByLabel(/Kind of problem/).selectOption(kind)
  await page
    .getByRole('group', { name: /Could somebody be hurt/ })
    .getByRole('radio', { name: isDangerous, exact: true })
    .check()
  await page
    .getByRole('textbox', { name: /What you have seen/ })
    .fill('A deep hole beside the kerb, full of water.')
  await page.getByRole('radio', { name: 'Yes, tell me what happens' }).check()
}

/** Fill in the last page of the report with Ada's details. */
export async function fillInSender(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Visitor')
  await page.getByRole('textbox', { name: /Email address/ }).fill('ada@post.example')
  await page.getByRole('checkbox', { name: /I have read/ }).check()
}
