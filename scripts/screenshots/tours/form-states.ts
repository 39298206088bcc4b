import type { Page } from '@playwright/test'
import { expect } from '../expect.ts'
import type { Visit, ScreenTour } from '../screen.ts'
import { aPhotograph, FILE_INPUT, fillPage } from './fill-page.ts'
import { formIsLive, goOn } from './tour-form.ts'

const REPORT = '/contact/report-a-problem'
const BOOKING = '/contact/book-an-appointment'
const CAPTCHA_SCRIPT = '**/api/platform/captcha/api.js*'
/** A promise that is never settled. */
const NEVER = () => new Promise<never>(() => undefined)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Fill in all pages of the form, the last one included. */
async function fillForm(page: Page, path: string, pageCount: number): Promise<void> {
  await page.goto(path)
  await formIsLive(page)
  for (let number = 1; number < pageCount; number++) {
    await fillPage(page)
    await goOn(page)
  }
  await fillPage(page)
}

/** The messages about restored answers, and about the connection. */
async function tourRecovery({ page, context, take, open }: Visit): Promise<void> {
  await open(REPORT)
  await formIsLive(page)
  await fillPage(page)
  await goOn(page)
  await page.reload()
  await formIsLive(page)
  await take('answers restored')
  await button(page, 'Start again').first().click()
  await expect(button(page, 'Undo')).toBeVisible()
  await take('started again, with undo')
  await button(page, 'Undo').click()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await take('offline')
  await context.setOffline(false)
  await expect(page.getByText('You are online again.')).toBeVisible()
  await take('online again')
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage))
      if (value.includes('"contentVersionId"'))
        sessionStorage.setItem(key, value.replace(/("contentVersionId":")[^"]*/, '$1older'))
  })
  // The page itself would store its draft again when it is left.
  const kept = await page.evaluate(() => ({ ...sessionStorage }))
  await page.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) sessionStorage.setItem(key, value)
  }, kept)
  await page.reload()
  await formIsLive(page)
  await take('form changed by its author')
}

/** Errors while sending the form, and of the files that follow. */
async function tourSending({ page, take }: Visit): Promise<void> {
  await page.goto(REPORT)
  await formIsLive(page)
  await fillPage(page)
  await page.getByLabel(/Kind of problem/).selectOption('Pothole or damaged road')
  await goOn(page)
  const notTaken = { ...(await aPhotograph(page)), name: 'minster-yard.svg', mimeType: 'image/svg+xml' }
  await page.locator(FILE_INPUT).setInputFiles(notTaken)
  await take('a file that is not taken')
  await fillPage(page)
  await take('a file chosen')
  await goOn(page)
  await fillPage(page)
  const post = '**/postform/**'
  await page.route(post, (route) => route.abort())
  await button(page, 'Send report').click()
  await expect(page.getByRole('alert').filter({ hasText: 'There was an error' })).toBeVisible()
  await take('not sent')
  await page.unroute(post)
  await page.route(post, NEVER)
  await button(page, 'Send report').click()
  await expect(button(page, 'Send report')).toBeDisabled()
  await take('being sent')
}

async function tourUploads({ page, take }: Visit): Promise<void> {
  await page.goto(REPORT)
  await formIsLive(page)
  await fillPage(page)
  await page.getByLabel(/Kind of problem/).selectOption('Pothole or damaged road')
  await goOn(page)
  await fillPage(page)
  await goOn(page)
  await fillPage(page)
  const upload = (url: URL) => /UploadFile/i.test(url.href)
  const asked = page.waitForRequest((request) => upload(new URL(request.url())))
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  await page.route(upload, async (route) => {
    await held
    await route.abort()
  })
  await button(page, 'Send report').click()
  await asked
  await take('a file on its way')
  release(undefined)
  await expect(page.getByRole('alert')).toBeVisible()
  await take('a file that did not arrive')
}

/** Every state of a captcha but the empty one, which is a page of its form. */
async function tourCaptcha({ page, take }: Visit): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'I am not a robot' })
  const ask = (name: string, value: string) =>
    page.route(CAPTCHA_SCRIPT, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set(name, value)
      return route.continue({ url: url.href })
    })
  // Each time without a draft.
  await page.addInitScript(() => sessionStorage.clear())
  await page.route(CAPTCHA_SCRIPT, NEVER)
  await fillForm(page, BOOKING, 3)
  await take('being loaded')
  await page.unroute(CAPTCHA_SCRIPT)
  await page.route(CAPTCHA_SCRIPT, (route) => route.abort())
  await fillForm(page, BOOKING, 3)
  await expect(page.getByText('The captcha could not be loaded')).toBeVisible()
  await take('blocked')
  await page.unroute(CAPTCHA_SCRIPT)
  await ask('lifetimeMs', '700')
  await fillForm(page, BOOKING, 3)
  await box.check()
  await expect(page.getByText('The captcha has expired.')).toBeVisible()
  await take('expired')
  await page.unroute(CAPTCHA_SCRIPT)
  await ask('token', 'demo-refuse')
  await fillForm(page, BOOKING, 3)
  await box.check()
  await take('solved')
  await button(page, 'Ask for this appointment').click()
  await expect(page.getByText('The captcha was not accepted')).toBeVisible()
  await take('refused')
}

/** The focus on each kind of control, and opened help texts. */
async function tourFocus({ page, take, open }: Visit): Promise<void> {
  await open(REPORT)
  await formIsLive(page)
  await page.getByLabel(/Kind of problem/).focus()
  await take('focus on a list')
  await page.keyboard.press('Tab')
  await take('focus on a choice')
  await page.getByRole('textbox', { name: /What you have seen/ }).fill('x'.repeat(1_600))
  await page.keyboard.press('Tab')
  await take('too many characters')
  await button(page, 'Next page').focus()
  await take('focus on a button')
}

/** The layout for print. */
async function tourPrint({ page, take, open }: Visit): Promise<void> {
  await open(REPORT)
  await page.emulateMedia({ media: 'print' })
  await take('printed')
}

/** The states of a form while it is filled in and sent. */
export const FORM_STATE_TOURS: readonly ScreenTour[] = [
  { group: 'Form states: what was typed', go: tourRecovery },
  { group: 'Form states: sending', go: tourSending },
  { group: 'Form states: uploads', go: tourUploads },
  { group: 'Form states: captcha', go: tourCaptcha },
  { group: 'Form states: focus', go: tourFocus },
  { group: 'Form states: print', go: tourPrint },
  {
    group: 'Form states: no such form',
    site: 'all fields',
    go: async ({ page, take, open }) => {
      await open('/no-such-form')
      await expect(page.getByRole('alert')).toBeVisible()
      await take('cannot be shown')
    },
  },
]
