import { expect } from '../expect.ts'
import { ALL_PAGES, PAGE_KINDS } from '../../../e2e/support/pages.ts'
import type { Visit, ScreenTour } from '../screen.ts'

/** Every page type in one language. Forms have tours of their own. */
const pagesIn =
  (language: string) =>
  async ({ take, open }: Visit): Promise<void> => {
    for (const { kind, path, hasForm, language: own } of ALL_PAGES) {
      if (own !== language || hasForm) continue
      await open(path)
      await take(kind)
    }
  }

async function tourWithoutScript({ take, open }: Visit): Promise<void> {
  for (const { kind, path, hasForm } of PAGE_KINDS) {
    if (hasForm) continue
    await open(path)
    await take(kind)
  }
}

async function tourMenus({ page, take, open }: Visit): Promise<void> {
  await open('/services/council-tax/pay')
  for (const closed of await page.locator('header details > summary').all()) {
    if (!(await closed.isVisible())) continue
    await closed.click()
    await take(`opened: ${(await closed.innerText()).trim()}`)
    await closed.click()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.locator('header').locator('summary, button').filter({ visible: true }).first()
  await menu.click()
  await take('menu of a phone')
}

const FORMS_OF_ACCOUNTS = ['login', 'registration', 'forgot-password', 'reset-password', 'verify'] as const

async function tourAccounts({ page, take, open }: Visit): Promise<void> {
  for (const screen of FORMS_OF_ACCOUNTS) {
    await open(`/account/${screen}`)
    await take(screen)
    const send = page.locator('main form button[type="submit"]')
    if ((await send.count()) === 0) continue
    await expect(page.locator('[data-slot="main"][data-hydrated]')).toBeAttached()
    await send.first().click()
    const wrong = page.locator('main [role="alert"], main [aria-invalid="true"]').filter({ visible: true })
    await expect(wrong.first()).toBeVisible()
    await take(`${screen}, errors`)
  }
  await open('/account/login')
  await page.locator('main input[type="text"], main input[autocomplete="username"]').first().fill('nobody')
  await page.locator('main input[type="password"]').fill('not the password')
  await page.locator('main form button[type="submit"]').first().click()
  await expect(page.getByRole('alert')).toBeVisible()
  await take('login, refused')
}

const takeAll =
  (pages: Readonly<Record<string, string>>) =>
  async ({ take, open }: Visit): Promise<void> => {
    for (const [name, path] of Object.entries(pages)) {
      await open(path)
      await take(name)
    }
  }

async function tourStaff(visit: Visit): Promise<void> {
  await takeAll({
    'version page': '/version',
    'preview of changes': '/services/bins-and-recycling/garden-waste?versionStatus=latest',
    'preview of a draft': DRAFT,
  })(visit)
  await visit.page.getByRole('complementary', { name: 'Quality of this page' }).locator('summary').click()
  await visit.take('quality of a draft')
}

const DRAFT = '/preview/2e0a4d2e-5797-4d42-ac81-d5536664d415'

export const PAGE_TOURS: readonly ScreenTour[] = [
  { group: 'Pages', go: pagesIn('en-GB') },
  { group: 'Pages, Welsh', go: pagesIn('cy') },
  { group: 'Pages, without script', hasScript: false, go: tourWithoutScript },
  { group: 'Menus', go: tourMenus },
  { group: 'Account', go: tourAccounts },
  {
    group: 'Account, signed in',
    who: 'member',
    go: takeAll({
      home: '/',
      'members area': '/your-council/members-area',
      'my larkmoor': '/my-larkmoor',
      login: '/account/login',
      'change password': '/account/change-password',
    }),
  },
  {
    group: 'Account, without the right',
    who: 'visitor',
    go: takeAll({ 'access denied': '/account/access-denied?original_uri=/your-council/members-area' }),
  },
  { group: 'Staff', who: 'staff', go: tourStaff },
  {
    group: 'Outage',
    site: 'outage',
    go: takeAll({ 'out of order': '/services/council-tax', 'out of order, Welsh': '/cy/gwasanaethau' }),
  },
  {
    group: 'Pages, Arabic',
    site: 'arabic',
    go: takeAll({
      home: '/ar',
      content: '/ar/khadamat/dariba/dafa',
      news: '/ar/akhbar',
      search: '/ar/search',
      'sign in': '/ar/account/login',
      'not found': '/ar/la-shay',
    }),
  },
]
