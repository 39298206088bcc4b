import { copyCheckout, type CheckoutCopy } from '../support/checkout-copy.ts'
import { FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { copyReleases, type ReleaseStoreCopy } from '../support/release-store.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, siteTest as test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

const CONTENT = {
  file: 'mfe-content/messages/en-GB.ts',
  old: 'In this section',
  new: 'Also in this part',
} as const
/** A change that fails in browsers only, at once or later: the release gate and the server can render it. */
const BROKEN = {
  file: 'mfe-forms/ui/form-page.tsx',
  old: '  const siteKey = ',
  new: `
  if (typeof window !== 'undefined') {
    const fail = () => { throw new Error('planted') }
    if (location.hash === '#later') setTimeout(fail)
    else fail()
  }
  const siteKey = `,
} as const
const FORM_SLOT = 'form-1002'
const SHARE = 50
const FIRST_VISITS = 60
const FAILING = [FORM_PAGE, `${FORM_PAGE}#later`]
/** A busy machine needs time to hydrate a form, and to evaluate the canary. */
const TIMEOUT_MS = 40_000

let checkout: CheckoutCopy
let store: ReleaseStoreCopy
let shell: TestShell

interface Versions {
  readonly shells: readonly { readonly canaries: Readonly<Record<string, { readonly state: string }>> }[]
}

test.describe('a release is shown to some of the visitors first', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  test.beforeAll(async () => {
    store = copyReleases()
    checkout = copyCheckout()
    shell = await startShell({ releases: store.folder })
  })
  test.afterAll(async () => {
    await shell?.stop()
    checkout?.remove()
    store?.remove()
  })

  const release = (...args: readonly string[]) => checkout.release(...args, '--to', store.folder)
  const read = async (bucket: number | null, path = PLAIN_PAGE) => {
    const cookie: Record<string, string> = bucket === null ? {} : { cookie: `site-canary=${bucket}` }
    const answer = await fetch(`${shell.url}${path}`, { headers: { accept: 'text/html', ...cookie } })
    return { body: await answer.text(), given: answer.headers.get('set-cookie') }
  }
  const state = async (app: string) => {
    const { shells } = (await (await fetch(`${shell.url}/health/versions`)).json()) as Versions
    return shells[0]?.canaries[app]?.state
  }

  test('its share of the visitors sees it, page after page, until it is promoted for all', async () => {
    expect((await read(null)).given).toBeNull()
    checkout.edit(CONTENT.file, CONTENT.old, CONTENT.new)
    expect(await release('mfe-content', '--canary', String(SHARE))).toContain(
      `${SHARE} % of the visitors see it`,
    )
    const seen = new Set<boolean>()
    for (let visit = 0; visit < FIRST_VISITS; visit += 1) {
      const { body, given } = await read(null)
      const bucket = Number(/^site-canary=(\d+);/.exec(given ?? '')?.[1])
      const isCanary = body.includes(CONTENT.new)
      expect([bucket < SHARE, body.includes(CONTENT.old)]).toEqual([isCanary, !isCanary])
      expect((await read(bucket)).body.includes(CONTENT.new)).toBe(isCanary)
      seen.add(isCanary)
    }
    expect(seen.size).toBe(2)
    expect(await release('promote', 'mfe-content', '--why', 'seen enough')).toContain('is live')
    for (const bucket of [null, 0, 99]) {
      const { body, given } = await read(bucket)
      expect([body.includes(CONTENT.new), given]).toEqual([true, null])
    }
    expect(await release('log', '--remote', 'mfe-content')).toContain('why: seen enough')
  })

  test("a canary that fails only in browsers is halted by the shell, and its visitors' next page has the live release", async ({
    context,
    page,
  }) => {
    checkout.edit(BROKEN.file, BROKEN.old, BROKEN.new)
    await release('mfe-forms', '--canary', '99', '--fewest', String(FAILING.length))
    await context.addCookies([{ name: 'site-canary', value: '0', url: shell.url }])
    const form = page.locator(`[data-slot="${FORM_SLOT}"]`)
    for (const path of FAILING) {
      const told = page.waitForRequest((request) => request.url().endsWith('/_canary'), {
        timeout: TIMEOUT_MS,
      })
      await page.goto('about:blank') // where only the fragment differs, no document is loaded
      await page.goto(`${shell.url}${path}`)
      await form.scrollIntoViewIfNeeded()
      await told
    }
    await expect.poll(() => state('mfe-forms'), { timeout: TIMEOUT_MS }).toBe('halted')
    await page.goto(`${shell.url}${FORM_PAGE}`)
    await hydrated(page, FORM_SLOT)
    expect(await release('halt', 'mfe-forms', '--why', 'it fails in browsers')).toContain('everybody sees')
    expect((await read(null, FORM_PAGE)).given).toBeNull()
  })
})
