import type { Browser, Page } from '@playwright/test'
import { endSession, signInAs } from '../support/account-site.ts'
import { formTest as test, type FormSite } from '../support/form-site.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { PEOPLE } from '../support/sign-in.ts'
import { answeredWith, expect } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })
const field = (page: Page, label: string | RegExp) => page.getByRole('textbox', { name: label })
const reference = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Form reference number is' }).locator('strong')
const draftOf = (page: Page, place: string) =>
  page.evaluate((key) => sessionStorage.getItem(`tessera-draft:${key}`) ?? '', place)

/** The gateway takes a form that is sent sooner for a bot's. */
const aMoment = (page: Page) => expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(400)

test('what was typed is restored when a crashed tab is reloaded', async ({ page, context }) => {
  await page.goto('/report')
  await hydrated(page, 'form-1001')
  await describeProblem(page, 'Bin not emptied', 'No')
  await expect.poll(() => draftOf(page, '1001/report')).toContain('A deep hole')
  // The browser process keeps a crashed tab's session storage, but not the page.
  const tab = await context.newCDPSession(page)
  const died = page.waitForEvent('crash')
  void tab.send('Page.crash').catch(() => undefined)
  await died
  await tab.send('Page.navigate', { url: page.url() })
  const shown = async (expression: string) => {
    const { result } = await tab.send('Runtime.evaluate', { expression, returnByValue: true })
    return String(result.value)
  }
  await expect.poll(() => shown('document.querySelector("form textarea")?.value')).toContain('A deep hole')
  await expect
    .poll(() => shown('document.querySelector("main").innerText'))
    .toContain('We have kept what you entered before.')
})

test('a form that is sent offline shows it, sends nothing by itself, and is stored once on another attempt', async ({
  page,
  context,
  stored,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const keys: (string | undefined)[] = []
  await page.route('**/postform/**', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The server receives the post before the connection breaks, but its answer never arrives.
    await route.fetch()
    await context.setOffline(true)
    return route.abort()
  })
  await page.goto('/ticket')
  await hydrated(page, 'form-2004')
  await field(page, /Number of the ticket/).fill('LK 4711')
  await aMoment(page)
  const send = page.getByRole('button', { name: 'Send: Parking ticket' })
  await send.click()
  const alert = page.getByRole('alert').filter({ hasText: 'There was an error submitting the form' })
  await expect(alert).toContainText('Network request failed')
  await expect(page.getByText('You are offline. Keep this page open')).toBeVisible()
  await send.click()
  await expect(alert).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You are online again.')).toBeVisible()
  const sentBefore = keys.length
  await expect(field(page, /Number of the ticket/)).toHaveValue('LK 4711')
  await send.click()
  await expect(reference(page)).toBeVisible()
  expect(keys).toHaveLength(sentBefore + 1)
  expect(new Set(keys).size).toBe(1)
  expect(await stored('2004')).toMatchObject([{ reference: await reference(page).textContent() }])
})

test('a page whose release is no longer kept is reloaded once, and what was typed is restored and can be sent', async ({
  page,
  stored,
  faults,
}) => {
  faults.allow(answeredWith(404))
  let isGone = false
  let documents = 0
  page.on('request', (request) => void (documents += request.isNavigationRequest() ? 1 : 0))
  await page.route('**/_mfe/mfe-forms/**', (route) =>
    isGone && documents === 1 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/ticket')
  await hydrated(page, 'form-2004')
  const number = field(page, /Number of the ticket/)
  isGone = true
  await number.fill('LK 4712')
  // Leaving the field loads the code that sends the form.
  await number.press('Tab')
  await expect(page.getByText('We have kept what you entered before.')).toBeVisible()
  await expect(number).toHaveValue('LK 4712')
  await aMoment(page)
  await page.getByRole('button', { name: 'Send: Parking ticket' }).click()
  await expect(reference(page)).toBeVisible()
  expect(documents).toBe(2)
  expect(await stored('2004')).toMatchObject([{ reference: await reference(page).textContent() }])
})

test.describe('a form that its author changes while it is filled in', () => {
  test.afterEach(({ formSite }) => formSite.changeForm(false))

  test('is shown in its new version with a notice, with and without script, and keeps the answers that are still valid', async ({
    page,
    browser,
    context,
    formSite,
    stored,
    faults,
  }) => {
    faults.allow(answeredWith(409))
    const reloaded = await context.newPage()
    const plain = await openWithoutScript(browser, formSite)
    for (const one of [page, reloaded, plain]) {
      await one.goto(`${formSite.url}/garden`)
      if (one !== plain) await hydrated(one, 'form-2005')
      await field(one, /Your name/).fill('Ada')
      await field(one, /Which plot/).fill('Twelve')
      await one.getByRole('radio', { name: 'Small' }).check()
    }
    await next(page).click()
    await field(page, /What will you grow/).fill('Beans')
    await expect.poll(() => draftOf(reloaded, '2005/garden')).toContain('Small'.toLowerCase())
    await formSite.changeForm(true)

    await page.getByRole('button', { name: 'Send: A plot to garden' }).click()
    await reloaded.reload()
    await next(plain).click()
    for (const one of [page, reloaded, plain]) {
      await expect(one.getByText('This form has been changed since you began.')).toBeVisible()
      await expect(field(one, /Your name/)).toHaveValue('Ada')
      await expect(field(one, /Which plot/)).toHaveCount(0)
      await expect(one.getByRole('radio', { checked: true })).toHaveCount(0)
      await field(one, /Since when do you wait/).fill('2024')
      await next(one).click()
    }
    await expect(field(page, /What will you grow/)).toHaveValue('Beans')
    for (const one of [page, reloaded, plain]) {
      await field(one, /What will you grow/).fill('Peas')
      await one.getByRole('button', { name: 'Send: A plot to garden' }).click()
      await expect(reference(one)).toBeVisible()
    }
    const posts = await stored('2005')
    expect(posts.map(({ version }) => version)).toEqual(['206', '206', '206'])
    await plain.context().close()
  })
})

const openWithoutScript = async (browser: Browser, { url }: FormSite): Promise<Page> =>
  (await browser.newContext({ javaScriptEnabled: false, baseURL: url })).newPage()

test('without script: a form for members whose session ends meanwhile has its answers again after another sign-in', async ({
  browser,
  formSite,
  stored,
}) => {
  const page = await openWithoutScript(browser, formSite)
  await page.goto('/members')
  await signInAs(page, ...PEOPLE.member)
  await describeProblem(page, 'Pothole or damaged road', 'Yes')
  await next(page).click()
  await field(page, /Street and nearest house number/).fill('12 Minster Yard')
  await page.getByLabel(/Date you saw it/).fill('2026-09-14')
  await endSession(page.context())
  await next(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to your account' })).toBeVisible()
  await signInAs(page, ...PEOPLE.member)
  // The posted answers are stored: the visitor continues there, and earlier pages still have their answers.
  await expect(field(page, 'First Name')).toBeVisible()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(field(page, /Street and nearest house number/)).toHaveValue('12 Minster Yard')
  await next(page).click()
  await fillInSender(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(reference(page)).toBeVisible()
  const [post, ...others] = await stored('1001')
  expect(others).toEqual([])
  expect(post?.answers).toContainEqual({
    question: 'Street and nearest house number',
    answer: '12 Minster Yard',
  })
  await page.context().close()
})
