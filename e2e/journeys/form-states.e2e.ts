import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { formTest as test } from '../support/form-site.ts'
import { answeredWith, expect } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const isScript = (url: URL) => url.pathname === '/api/platform/captcha/api.js'

/** Set the token that the fake captcha gives, or its lifetime, by the query of its script. */
const ask = (page: Page, query: Readonly<Record<string, string>>) =>
  page.route(isScript, (route) => {
    const url = new URL(route.request().url())
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return route.continue({ url: url.href })
  })

/** A form with a captcha, and its texts: it has one page, so that each state is one step away. */
const LANGUAGES = [
  {
    language: 'English',
    path: '/pass',
    label: /^Name/,
    box: 'I am not a robot',
    send: 'Submit',
    again: 'Try again',
    unsolved: 'Please complete captcha before submitting',
    expired: 'The captcha has expired.',
    refused: 'The captcha was not accepted, or it was too long ago.',
    blocked: 'The captcha could not be loaded',
  },
  {
    language: 'Welsh',
    path: '/cy/tocyn',
    label: /^Enw/,
    box: 'Nid robot ydw i',
    send: 'Cyflwyno',
    again: 'Rhowch gynnig arall arni',
    unsolved: 'Cwblhewch y captcha cyn cyflwyno',
    expired: 'Mae’r captcha wedi dod i ben.',
    refused: 'Ni dderbyniwyd y captcha, neu roedd yn rhy hen.',
    blocked: 'Nid oedd modd llwytho’r captcha',
  },
] as const

for (const { language, path, ...words } of LANGUAGES)
  test(`a captcha has a message in its language when blocked, unsolved, expired, refused and solved, and is accessible in each state: ${language}`, async ({
    page,
    stored,
    faults,
  }) => {
    faults.allow(/ERR_FAILED|ERR_BLOCKED/)
    faults.allow(answeredWith(422))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const box = page.getByRole('checkbox', { name: words.box })
    const send = page.getByRole('button', { name: words.send, exact: true })
    await page.route(isScript, (route) => route.abort())
    await page.goto(path)
    await hydrated(page, 'form-pass')
    const alert = page.getByRole('alert').filter({ hasText: words.blocked })
    await expect(alert.getByRole('link', { name: '01632 960100' })).toBeVisible()
    await expectAccessible(page)

    await page.unroute(isScript)
    await ask(page, { lifetimeMs: '700' })
    await alert.getByRole('button', { name: words.again }).click()
    await expect(box).toBeVisible()
    await page.getByRole('textbox', { name: words.label }).fill('Ada')
    await send.click()
    await expect(page.getByRole('group', { name: /^Captcha/ })).toHaveAccessibleDescription(words.unsolved)
    await expectAccessible(page)
    await box.check()
    await expect(page.getByText(words.expired)).toBeVisible()
    await expect(box).not.toBeChecked()
    await expectAccessible(page)

    await page.unroute(isScript)
    await ask(page, { token: 'demo-refuse' })
    await page.reload()
    await hydrated(page, 'form-pass')
    await box.check()
    await send.click()
    await expect(page.getByRole('alert').filter({ hasText: words.refused })).toBeVisible()
    await expect(page.getByRole('textbox', { name: words.label })).toHaveValue('Ada')
    await expectAccessible(page)
    expect(await stored('pass')).toEqual([])

    await page.unroute(isScript)
    await page.reload()
    await hydrated(page, 'form-pass')
    await box.check()
    await expectAccessible(page)
    await send.click()
    await expect(page.locator('[role="status"] strong')).toBeVisible()
    await expectAccessible(page)
    expect(await stored('pass')).toHaveLength(1)
  })

test('on a site without a captcha key a form with a captcha shows and loads none, and its post is stored', async ({
  page,
  stored,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => isScript(new URL(request.url())) && scripts.push(request.url()))
  const answer = await page.goto('/ticket')
  expect(answer?.headers()['content-security-policy']).not.toContain('captcha')
  await hydrated(page, 'form-2004')
  await expect(page.getByRole('group', { name: /^Captcha/ })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: /Number of the ticket/ }).fill('LK 1')
  await page.getByRole('button', { name: 'Send: Parking ticket' }).click()
  await expect(page.getByText('Form reference number is')).toBeVisible()
  expect(scripts).toEqual([])
  expect(await stored('2004')).toHaveLength(1)
})

for (const [path, reason] of [
  ['/closed', 'Applications closed on 1 March.'],
  ['/cy/ar-gau', 'Caeodd y ceisiadau ar 1 Mawrth.'],
] as const)
  test(`a closed form shows the reason in place of its fields, with and without script: ${path}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const withoutScript = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })
    const plain = await withoutScript.newPage()
    for (const one of [page, plain]) {
      await one.goto(path)
      if (one === page) await hydrated(one, 'form-closedPass')
      await expect(one.getByRole('alert')).toHaveText(reason)
      await expect(one.locator('main form')).toHaveCount(0)
    }
    await expectAccessible(page)
    await withoutScript.close()
  })
