import type { Locator, Page } from '@playwright/test'
import { formTest as test, type StoredPost } from '../support/form-site.ts'
import { answeredWith, expect } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** A page with two forms; the first is on it again below the second. */
const PAGE = '/cards'
const SLOTS = ['form-2002', 'form-2003', 'form-2002-2'] as const

const place = (page: Page, slot: (typeof SLOTS)[number]) => page.locator(`[data-slot="${slot}"]`)
const send = (form: Locator) => form.locator('button[type="submit"]')
const done = (form: Locator) => form.getByRole('status').filter({ hasText: 'Form reference number is' })
const isWrong = '[aria-invalid="true"]'

/** Types the name as slowly as a person: a form that is sent within 200 ms of its page is refused. */
async function fillCard(form: Locator, name: string, kind: 'Adult' | 'Child'): Promise<void> {
  await form.getByLabel(/Name on the card/).clear()
  await form.getByLabel(/Name on the card/).pressSequentially(name, { delay: 100 })
  await form.getByLabel(/Email address/).fill(`${name.toLowerCase()}@post.example`)
  await form.getByRole('radio', { name: kind }).check()
}

/** Every id in the document is unique, and every reference to an id leads to an element of the same form. */
async function expectOwnIds(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    const strays = [...document.querySelectorAll('[data-slot^="form-"] form')].flatMap((form) =>
      [...form.querySelectorAll('label[for], [aria-describedby], [aria-labelledby], a[href^="#"]')]
        .flatMap((one) => [
          one.getAttribute('for') ?? '',
          one.getAttribute('href')?.slice(1) ?? '',
          ...(one.getAttribute('aria-describedby') ?? '').split(' '),
          ...(one.getAttribute('aria-labelledby') ?? '').split(' '),
        ])
        .filter((id) => id !== '' && !form.contains(document.getElementById(id))),
    )
    return { twice, strays }
  })
  expect(found).toEqual({ twice: [], strays: [] })
}

/** The names on the stored cards, the oldest first. */
const namesOn = (posts: readonly StoredPost[]): readonly (string | undefined)[] =>
  posts.map(({ answers }) => answers.find(({ question }) => question === 'Name on the card')?.answer)

test('two forms, and the same form twice, on one page: answers, errors, focus, ids, drafts and posts are separate', async ({
  page,
  stored,
}) => {
  await page.goto(PAGE)
  const [first, other, again] = SLOTS.map((slot) => place(page, slot)) as [Locator, Locator, Locator]
  for (const slot of SLOTS) await hydrated(page, slot)
  await expectOwnIds(page)

  await send(again).click()
  await expect(again.getByLabel(/Name on the card/)).toBeFocused()
  await expect(again.locator(isWrong)).not.toHaveCount(0)
  for (const untouched of [first, other]) await expect(untouched.locator(isWrong)).toHaveCount(0)
  await again
    .getByRole('alert')
    .getByRole('link', { name: /Email address/ })
    .click()
  await expect(again.getByLabel(/Email address/)).toBeFocused()
  await send(other).click()
  await expect(other.getByLabel(/Instrument/)).toBeFocused()
  await expect(first.locator(isWrong)).toHaveCount(0)
  await expectOwnIds(page)

  await fillCard(first, 'Ada', 'Adult')
  await fillCard(again, 'Bob', 'Child')
  await other.getByLabel(/Instrument/).fill('Viola')
  await other.getByLabel(/Email address/).fill('viola@post.example')
  await page.reload()
  for (const slot of SLOTS) await hydrated(page, slot)
  for (const [form, name, kind] of [
    [first, 'Ada', 'Adult'],
    [again, 'Bob', 'Child'],
  ] as const) {
    await expect(form.getByLabel(/Name on the card/)).toHaveValue(name)
    await expect(form.getByRole('radio', { checked: true })).toHaveAccessibleName(kind)
  }
  await send(again).click()
  await expect(done(again)).toBeVisible()
  await expect(done(first)).toHaveCount(0)
  await expect(first.getByLabel(/Name on the card/)).toHaveValue('Ada')
  await send(first).click()
  await expect(done(first)).toBeVisible()
  await expect(other.getByLabel(/Instrument/)).toHaveValue('Viola')
  await send(other).click()
  await expect(done(other)).toContainText('Thank you: Music lessons.')
  expect(namesOn(await stored('2002'))).toEqual(['Bob', 'Ada'])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('two forms, and the same form twice, on one page: answers, errors, ids and posts are separate', async ({
    page,
    stored,
    faults,
  }) => {
    faults.allow(answeredWith(422))
    await page.goto(PAGE)
    const [first, other, again] = SLOTS.map((slot) => place(page, slot)) as [Locator, Locator, Locator]
    await expectOwnIds(page)
    await again.getByLabel(/Name on the card/).fill('Cleo')
    await send(again).click()
    await expect(again.getByRole('alert').getByRole('link')).toHaveCount(2)
    await expect(again.getByLabel(/Name on the card/)).toHaveValue('Cleo')
    for (const untouched of [first, other]) {
      await expect(untouched.getByRole('alert')).toHaveCount(0)
      await expect(untouched.locator(isWrong)).toHaveCount(0)
    }
    await expect(first.getByLabel(/Name on the card/)).toHaveValue('')
    await expectOwnIds(page)
    await fillCard(again, 'Cleo', 'Child')
    await send(again).click()
    await expect(done(again)).toBeVisible()
    await expect(done(first)).toHaveCount(0)
    await fillCard(first, 'Dan', 'Adult')
    await send(first).click()
    await expect(done(first)).toBeVisible()
    await expect(done(again)).toHaveCount(0)
    expect(namesOn(await stored('2002'))).toEqual(['Cleo', 'Dan'])
  })
})
