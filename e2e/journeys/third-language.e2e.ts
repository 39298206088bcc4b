import { readFileSync } from 'node:fs'
import path from 'node:path'
import { messages as account } from '../../scripts/testing/arabic/mfe-account/messages/ar.ts'
import { messages as content } from '../../scripts/testing/arabic/mfe-content/messages/ar.ts'
import { messages as forms } from '../../scripts/testing/arabic/mfe-forms/messages/ar.ts'
import { messages as search } from '../../scripts/testing/arabic/mfe-search/messages/ar.ts'
import { SEARCH_TERMS } from '../../scripts/testing/arabic/pages.ts'
import { messages as shell } from '../../scripts/testing/arabic/shell/messages/ar.ts'
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts'
import { arabicTest as test } from '../support/arabic-site.ts'
import { boxOf, expectArrowToLeft, expectBefore, expectTextAtRight } from '../support/mirrored.ts'
import { ROOT } from '../support/environment.ts'
import { answeredWith, expect } from '../support/test.ts'
import { expectPage, headerSearch, hydrated, isMarked, markDocument } from '../support/visit.ts'
import { foundOn } from '../support/product-words.ts'

const HOME = '/ar'
const CONTENT = '/ar/khadamat/dariba/dafa'
const FORM = '/ar/ittisal'
const LOGIN = '/ar/account/login'
const searchFor = (term: string) => `/ar/search?term=${encodeURIComponent(term)}`
const MANY = searchFor(SEARCH_TERMS.many)
/** A search for everything, which has several pages of results. */
const ALL = '/ar/search'
const PAGES = [
  HOME,
  '/ar/khadamat/dariba',
  CONTENT,
  '/ar/akhbar',
  '/ar/akhbar/jisr',
  MANY,
  FORM,
  LOGIN,
  '/ar/la-shay',
]
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }
/** The only files that adding a language may change. */
const CATALOGUES_AND_CONFIGURATION =
  /\/messages\/(ar|index)\.ts$|^site\.config\.json$|^mfe-search\/search\.texts\.ts$|^shared\/config\/site-words\.ts$|^platform\/content\/.*\.json$/

test.describe('Arabic, added to a copy of this checkout', () => {
  // All tests share one site.
  test.describe.configure({ mode: 'default' })

  test('changes only catalogues, configuration and content, and two lines in each index', ({
    arabicSite: { touched, checkout },
  }) => {
    expect(touched.filter((file) => !CATALOGUES_AND_CONFIGURATION.test(file))).toEqual([])
    const indexes = touched.filter((file) => file.endsWith('/index.ts'))
    expect(indexes.length).toBe(7)
    for (const file of indexes) {
      const before = readFileSync(path.join(ROOT, file), 'utf8').split('\n')
      const after = checkout.read(file).split('\n')
      expect(
        after.filter((line) => !before.includes(line)),
        file,
      ).toHaveLength(2)
      expect(
        before.filter((line) => !after.includes(line)),
        file,
      ).toHaveLength(1)
    }
  })

  test('is on every page, from right to left, without a word of another language', async ({
    page,
    faults,
    foreign,
  }) => {
    faults.allow(answeredWith(404))
    expect(foreign.length).toBeGreaterThan(300)
    expect(foreign).toEqual(
      expect.arrayContaining(['Search this site', 'is a required field', 'Tudalen flaenorol']),
    )
    for (const address of PAGES) {
      await page.goto(address)
      await expect(page.locator('html'), address).toHaveAttribute('lang', 'ar')
      await expect(page.locator('html'), address).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('navigation', { name: shell.mainMenu })).toBeVisible()
      expect(await foundOn(page, foreign), address).toEqual([])
    }
    await page.goto('/')
    await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl')
    expect(await foundOn(page, foreign)).toContain('Search this site')
  })

  test('is offered by its own name beside the two others, and given to search engines', async ({
    page,
    arabicSite,
  }) => {
    const others = () =>
      page.getByRole('banner').getByRole('navigation').locator('[hreflang]').allTextContents()
    await page.goto('/services/council-tax/pay')
    expect(await others()).toEqual(['Cymraeg', 'العربية'])
    await page.getByRole('link', { name: 'العربية' }).click()
    await expectPage(page, CONTENT, 'ادفع ضريبة المجلس')
    expect(await others()).toEqual(['English', 'Cymraeg'])
    const links = page.locator('link[rel="alternate"][hreflang]')
    expect(
      await links.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
      ),
    ).toEqual(
      expect.arrayContaining([
        ['ar', `${arabicSite.url}${CONTENT}`],
        ['cy', `${arabicSite.url}/cy/gwasanaethau/treth-y-cyngor/talu`],
        ['en-GB', `${arabicSite.url}/services/council-tax/pay`],
      ]),
    )
    await page.getByRole('link', { name: 'Cymraeg' }).click()
    expect(await others()).toEqual(['English', 'العربية'])
  })

  test('has its own plural forms: one, two, few, many and no results', async ({ page }) => {
    const { one, two, few, many } = SEARCH_TERMS
    const said = page.locator('#search-count')
    const count = async (term: string, expected: string | RegExp) => {
      await page.goto(searchFor(term))
      await expect(said, term).toHaveText(expected)
    }
    await count(one, 'نتيجة واحدة')
    await count(two, 'نتيجتان')
    await count(few, /^([3-9]|10) نتائج، المعروض من 1 إلى \1$/)
    await count(many, /^(1[1-9]|2\d) نتيجةً، المعروض من 1 إلى (1[1-9]|20)$/)
    await page.goto(searchFor('لاشيء'))
    await expect(page.getByRole('heading', { name: search.noResults('لاشيء') })).toBeVisible()
  })

  test('stays while a visitor navigates, and formats its dates', async ({ page, foreign }) => {
    await page.goto(HOME)
    await markDocument(page)
    const menu = page.getByRole('navigation', { name: shell.mainMenu })
    await menu.getByRole('link', { name: 'الفعاليات', exact: true }).click()
    await expectPage(page, '/ar/faaliyat', 'الفعاليات')
    await expect(page.getByText('السبت، 28 نوفمبر 2026، 16:30')).toBeVisible()
    await expect(page.getByRole('heading', { name: search.count(1, 1, 1) })).toBeVisible()
    expect(await isMarked(page)).toBe(true)
    expect(await foundOn(page, foreign)).toEqual([])
  })

  test('is the only catalogue that a browser loads', async ({ page }) => {
    const code: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) code.push(response.text())
    })
    await page.goto(FORM)
    await hydrated(page, 'form-1019')
    const scripts = (await Promise.all(code)).join('\n')
    expect(scripts).toContain(forms.errorTitle)
    expect(scripts).toContain(shell.slotMissing)
    for (const words of ['is a required field', 'yn faes gofynnol', 'This part of the page is not available'])
      expect(scripts).not.toContain(words)
  })

  test('has form errors with links to their fields, on the side where lines begin', async ({
    page,
    foreign,
  }) => {
    await page.goto(FORM)
    await hydrated(page, 'form-1019')
    await page.getByRole('textbox', { name: 'رسالتك' }).fill('قصيرة')
    await page.getByRole('button', { name: 'إرسال الرسالة' }).click()
    await expect(page.getByRole('heading', { name: forms.errorTitle })).toBeVisible()
    await expect(page.getByRole('link', { name: forms.required('البريد الإلكتروني') })).toBeVisible()
    await expect(page.getByRole('link', { name: 'يجب ألا يقل حقل «رسالتك» عن 10 أحرف' })).toBeVisible()
    const email = page.getByRole('textbox', { name: 'البريد الإلكتروني' })
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    const field = page.locator('main form[method="post"] div').filter({ has: email }).last()
    await expect(field).toHaveCSS('border-right-width', '4px')
    await expect(field).toHaveCSS('border-left-width', '0px')
    expect(await foundOn(page, foreign)).toEqual([])
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size)
      await expectNoOverflow(page)
      await expectAccessible(page)
    }
  })

  test('has a message for a refused sign-in', async ({ page, faults, foreign }) => {
    faults.allow(answeredWith(401))
    await page.goto(LOGIN)
    await hydrated(page, 'main')
    await page.getByLabel(account.labels.username).fill('nobody@post.example')
    await page.getByLabel(account.labels.password, { exact: true }).fill('five tall green ladders')
    await page.getByRole('main').getByRole('button', { name: account.forms['sign-in'].submit }).click()
    await expect(page.getByRole('heading', { name: account.problem })).toBeVisible()
    await expect(page.getByRole('link', { name: account.issues.credentials })).toBeVisible()
    expect(await foundOn(page, foreign)).toEqual([])
    const show = page.getByRole('button', { name: account.password.showLabel })
    expect((await boxOf(show)).left).toBeLessThan(
      (await boxOf(page.getByLabel(account.labels.username))).left + 20,
    )
    await expectAccessible(page)
  })

  for (const size of [PHONE, DESKTOP])
    test(`is mirrored and accessible, ${size.width} pixels wide`, async ({ page }) => {
      await page.setViewportSize(size)
      await page.goto(HOME)
      const banner = page.getByRole('banner')
      const logo = banner.getByRole('link', { name: shell.home })
      expect((await boxOf(logo)).right).toBeGreaterThan(size.width - 50)
      await expectBefore(logo, banner.getByRole('navigation', { name: shell.languages }))
      await expectTextAtRight(page.getByRole('heading', { level: 1 }))
      await expectArrowToLeft(page.getByRole('link', { name: 'ادفع ضريبة المجلس' }).first(), '::after')
      await expectNoOverflow(page)
      await expectAccessible(page)

      await page.goto(MANY)
      await expectNoOverflow(page)
      await page.goto(ALL)
      const pages = page.getByRole('navigation', { name: search.pagination })
      await pages.getByRole('link', { name: search.next }).click()
      await expect(page).toHaveURL(/pageIndex=2/)
      const current = pages.locator('[aria-current]')
      await expect(current).toHaveText('2')
      await expectBefore(pages.getByRole('listitem').first(), current)
      await expectNoOverflow(page)
      await expectAccessible(page)

      await page.goto(CONTENT)
      await expectTextAtRight(page.getByRole('heading', { level: 1 }))
      const trail = page.getByRole('navigation', { name: content.breadcrumb }).getByRole('listitem')
      await expectBefore(trail.nth(0), trail.nth(1))
      await expectArrowToLeft(trail.nth(1), '::before')
      await expectNoOverflow(page)
      await expectAccessible(page)
    })

  test('has its menus on the other side', async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await page.goto(CONTENT)
    await expectBefore(
      page.getByRole('heading', { name: 'طرق الدفع' }),
      page.getByRole('navigation', { name: content.inThisSection }),
    )
    const menu = page.getByRole('navigation', { name: shell.mainMenu })
    const unfold = menu.locator('summary', { hasText: shell.pagesIn('الخدمات') })
    await expectBefore(menu.getByRole('link', { name: 'الخدمات' }), unfold)
    await expectBefore(unfold, menu.getByRole('link', { name: 'الأخبار' }))
    await unfold.click()
    const panel = await boxOf(menu.locator('details ul'))
    expect(panel.right).toBeLessThanOrEqual(DESKTOP.width)
    expect(panel.right).toBeGreaterThan((await boxOf(unfold)).right)
    await expectNoOverflow(page)

    await page.setViewportSize(PHONE)
    await page.goto(HOME)
    await page.getByRole('button', { name: shell.menu }).click()
    const close = page.getByRole('button', { name: shell.closeMenu })
    await expect(close).toBeVisible()
    expect((await boxOf(close)).left).toBeLessThan(50)
    expect((await boxOf(unfold)).left).toBeLessThan(50)
    await expectAccessible(page)
  })

  test('may be the primary language of a site: its paths have no prefix, those of the others theirs', async ({
    page,
    faults,
    foreign,
    arabicFirstSite: { url },
  }) => {
    faults.allow(answeredWith(404))
    const [path, english] = [CONTENT.replace('/ar', ''), '/en-GB/services/council-tax/pay']
    for (const address of PAGES.map((one) => one.replace('/ar', '') || '/')) {
      await page.goto(url + address)
      await expect(page.locator('html'), address).toHaveAttribute('lang', 'ar')
      await expect(page.locator('html'), address).toHaveAttribute('dir', 'rtl')
      expect(await foundOn(page, foreign), address).toEqual([])
      await expect(page.getByRole('contentinfo').getByText('مبنى بلدية لاركمور'), address).toBeVisible()
    }
    await page.goto(url + path)
    const alternate = (language: string) =>
      page.locator(`link[rel="alternate"][hreflang="${language}"]`).getAttribute('href')
    expect([await alternate('x-default'), await alternate('en-GB')]).toEqual([url + path, url + english])
    await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
    await expectPage(page, english, 'Pay your council tax')
    await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl')
    await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click()
    await expectPage(page, path, 'ادفع ضريبة المجلس')
    await page.goto(`${url}/la-shay`)
    await expect(page.getByRole('navigation', { name: shell.mainMenu })).toBeVisible()
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('has search, paging, pages, and a refused sign-in', async ({ page, faults, foreign }) => {
      faults.allow(answeredWith(401))
      await page.goto(HOME)
      const box = headerSearch(page)
      await box.fill(SEARCH_TERMS.many)
      await box.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: search.title })).toBeVisible()
      expect(await foundOn(page, foreign)).toEqual([])
      await page.goto(ALL)
      await page.getByRole('link', { name: search.next }).click()
      await expect(page.locator('#search-count')).toHaveText(/المعروض من 21 إلى 40$/)
      expect(await foundOn(page, foreign)).toEqual([])
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await page.goto(FORM)
      await expect(page.locator('main form')).toContainText(forms.requiredMarker)
      expect(await foundOn(page, foreign)).toEqual([])
      await page.goto(LOGIN)
      await page.getByLabel(account.labels.username).fill('nobody@post.example')
      await page.getByLabel(account.labels.password, { exact: true }).fill('five tall green ladders')
      await page.getByRole('main').getByRole('button', { name: account.forms['sign-in'].submit }).click()
      await expect(page.getByText(account.issues.credentials).first()).toBeVisible()
      expect(await foundOn(page, foreign)).toEqual([])
      await expectNoOverflow(page)
    })
  })
})
