import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { signInContext } from '../support/sign-in.ts'
import { answeredWith, expect, test } from '../support/test.ts'
import { expectPage, isMarked, markDocument } from '../support/visit.ts'

const MEMBERS = '/your-council/members-area'
const CONTENT = '/services/council-tax'
const MISSING = '/services/council-tax/there-is-no-such-page'

/** Follow a link to a path, which is added to the page like a link that an author wrote. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href, textContent: 'a link of an author' })
    document.querySelector('main')?.append(link)
  }, path)
  await page.getByRole('link', { name: 'a link of an author' }).click()
}

/** The browser's requests from now on: documents and page states. */
function watchRequests(page: Page): { readonly documents: () => string[]; readonly states: () => string[] } {
  const asked: { readonly type: string; readonly path: string }[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push({ type: request.resourceType(), path: `${pathname}${search}` })
  })
  const of = (type: string) => asked.filter((one) => one.type === type).map(({ path }) => path)
  return {
    documents: () => of('document'),
    states: () => of('fetch').filter((path) => path.includes('redux=true')),
  }
}

test.describe('who may see a page (specification 4, Access and routing)', () => {
  test('a link to a page for members leads a visitor who is not signed in to sign-in, with the return address, in one step', async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(401))
    await page.goto(CONTENT)
    const asked = watchRequests(page)
    await follow(page, MEMBERS)
    const signIn = `/account/login?redirect_uri=${encodeURIComponent(MEMBERS)}`
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === signIn)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(asked.documents()).toEqual([signIn])
    await page.goBack()
    await expect(page).toHaveURL((url) => url.pathname === CONTENT)
  })

  test('a link to a page of other groups leads to access denied, which names the page', async ({
    page,
    context,
    site,
    faults,
  }) => {
    faults.allow(answeredWith(403))
    await signInContext(context, site, 'visitor')
    await page.goto(CONTENT)
    const asked = watchRequests(page)
    await follow(page, MEMBERS)
    const denied = `/account/access-denied?original_uri=${encodeURIComponent(MEMBERS)}`
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === denied)
    expect(asked.documents()).toEqual([denied])
  })

  test('a link to a page for members shows it to a member, without loading a document', async ({
    page,
    context,
    site,
  }) => {
    await signInContext(context, site, 'member')
    await page.goto(CONTENT)
    await markDocument(page)
    await follow(page, MEMBERS)
    await expectPage(page, MEMBERS, /Members/)
    expect(await isMarked(page)).toBe(true)
  })
})

test.describe('a page that is not there (specification 4, Access and routing)', () => {
  test('after a page with an entry the document is loaded, once for each path and never in a loop', async ({
    page,
    faults,
  }) => {
    faults.allow(answeredWith(404))
    await page.goto(CONTENT)
    const asked = watchRequests(page)
    await follow(page, MISSING)
    await expectPage(page, MISSING, 'Page Not Found')
    await page.goto(CONTENT)
    await markDocument(page)
    await follow(page, MISSING)
    await expectPage(page, MISSING, 'Page Not Found')
    await expect(page).toHaveTitle(/^Page Not Found/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await isMarked(page), 'the second time nothing was loaded').toBe(true)
    expect(asked.documents()).toEqual([MISSING, CONTENT])
    await expectAccessible(page)
    await page.goBack()
    await expectPage(page, CONTENT, 'Council tax')
    expect(await isMarked(page)).toBe(true)
  })

  test('after a page without an entry the message is shown in place', async ({ page, faults }) => {
    faults.allow(answeredWith(404))
    await page.goto('/search?term=bins')
    const asked = watchRequests(page)
    await follow(page, MISSING)
    await expectPage(page, MISSING, 'Page Not Found')
    expect(asked.documents()).toEqual([])
    // Other links are ignored: the pointer may rest on another link of the new page, which the browser then prefetches.
    expect(asked.states().filter((url) => url.startsWith(MISSING))).toEqual([`${MISSING}?redux=true`])
  })
})

test.describe('a server that fails (specification 4, Access and routing)', () => {
  for (const { what, body, type } of [
    { what: 'with the state of an error', body: '{}', type: 'application/json' },
    { what: 'with something else', body: 'The site is busy.', type: 'text/plain' },
  ])
    test(`${what} is shown in place, with an error number and another try, and the document is not requested`, async ({
      page,
      faults,
    }) => {
      faults.allow(answeredWith(503))
      const target = '/services/council-tax/pay'
      await page.goto(CONTENT)
      await markDocument(page)
      const asked = watchRequests(page)
      await page.route('**/pay?redux=true', (route) =>
        route.fulfill({ status: 503, body, contentType: type, headers: { 'x-request-id': 'quote-me' } }),
      )
      await follow(page, target)
      await expectPage(page, target, 'Sorry, something went wrong')
      await expect(page.getByRole('main')).toContainText('quote-me')
      await expect(page).toHaveTitle(/^Sorry, something went wrong/)
      await expectAccessible(page)
      await page.unroute('**/pay?redux=true')
      await page.getByRole('main').getByRole('link', { name: 'Try again' }).click()
      await expectPage(page, target, 'Pay your council tax')
      expect(await isMarked(page)).toBe(true)
      expect(asked.documents()).toEqual([])
    })
})
