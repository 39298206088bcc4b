import { createHash } from 'node:crypto'
import { answerPage } from '../support/answer-form.ts'
import { copyCheckout, type CheckoutCopy } from '../support/checkout-copy.ts'
import { inlinedState } from '../support/measure.ts'
import { FORM_PAGE, PLAIN_PAGE } from '../support/pages.ts'
import { copyReleases, type ReleaseStoreCopy } from '../support/release-store.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, siteTest as test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** Words of each remote on the form page, and their replacement in the newer version. */
const CONTENT = {
  file: 'mfe-content/messages/en-GB.ts',
  old: 'In this section',
  new: 'Also in this part',
} as const
const FORMS = {
  file: 'mfe-forms/messages/en-GB.ts',
  old: '(required)',
  new: '(needed)',
} as const
const REQUESTS = 400
const AT_ONCE = 8
/** A busy shell needs time to try a candidate. */
const SWITCH_MS = 40_000
const SHOWN_MS = 5_000

let checkout: CheckoutCopy
let store: ReleaseStoreCopy
let shell: TestShell

test.describe('a remote is released while the site runs', () => {
  test.describe.configure({ mode: 'serial', timeout: 90_000 })
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

  const read = async (path: string) =>
    (await fetch(`${shell.url}${path}`, { headers: { accept: 'text/html' } })).text()
  /** The page once it has these words. The release command has waited for the shell already; a slow machine needs longer. */
  const shown = async (words: string): Promise<string> => {
    await expect.poll(() => read(PLAIN_PAGE), { timeout: SHOWN_MS }).toContain(words)
    return read(PLAIN_PAGE)
  }
  const versionOf = (printed: string) => / (\S+) is live/.exec(printed)?.[1] ?? ''

  test('the next request shows the release, and after a rollback the release before it', async () => {
    expect(await read(PLAIN_PAGE)).toContain(CONTENT.old)
    checkout.edit(CONTENT.file, CONTENT.old, CONTENT.new)
    const before = store.live('mfe-content')
    const version = versionOf(await checkout.release('mfe-content', '--to', store.folder))
    expect(version).not.toBe(before)
    const released = await shown(CONTENT.new)
    expect(released).toContain(`/_mfe/mfe-content/${version}/web/`)
    expect(released).not.toContain(before)

    expect(await checkout.release('mfe-content', '--rollback', '--to', store.folder)).toContain(before)
    const rolledBack = await shown(CONTENT.old)
    expect(rolledBack).not.toContain(version)
  })

  test('files of the earlier version stay for pages that are still open', async () => {
    const page = await read(PLAIN_PAGE)
    const sheet = /\/_mfe\/mfe-content\/[^"]+\.css/.exec(page)?.[0] ?? ''
    await checkout.release('mfe-content', '--to', store.folder)
    await shown(CONTENT.new)
    expect((await fetch(`${shell.url}${sheet}`)).status).toBe(200)
    await checkout.release('mfe-content', '--rollback', '--to', store.folder)
  })

  test('a release under load loses no request, and no page mixes two versions', async () => {
    checkout.edit(FORMS.file, FORMS.old, FORMS.new)
    await checkout.release('mfe-forms', '--to', store.folder)
    await checkout.release('mfe-forms', '--rollback', '--to', store.folder)
    const versions = new Map<string, string>()
    const giveUpAt = Date.now() + SWITCH_MS
    const isSwitched = () => [CONTENT.new, FORMS.new].every((words) => [...versions.values()].includes(words))
    let asked = 0
    const visit = async () => {
      while (asked < REQUESTS || (!isSwitched() && Date.now() < giveUpAt)) {
        asked += 1
        const answer = await fetch(`${shell.url}${FORM_PAGE}?n=${asked}`, {
          headers: { accept: 'text/html' },
        })
        expect(answer.status).toBe(200)
        noteVersions(await answer.text(), versions)
      }
    }
    const release = async () => {
      await checkout.release('mfe-content', '--to', store.folder)
      await checkout.release('mfe-forms', '--to', store.folder)
    }
    await Promise.all([release(), ...Array.from({ length: AT_ONCE }, visit)])
    expect([...versions.values()].toSorted(), 'each version has its own words').toEqual(
      [CONTENT.new, CONTENT.old, FORMS.new, FORMS.old].toSorted(),
    )
    expect(await read(FORM_PAGE)).toContain(CONTENT.new)
    expect(await read(FORM_PAGE)).toContain(FORMS.new)
  })

  test('what a visitor types into a form during a release is kept in the next release, and can be sent from the open page', async ({
    page,
  }) => {
    const open = async (url?: string) => {
      await (url === undefined ? page.reload() : page.goto(url))
      return (await hydrated(page, 'form-1002')).locator('form')
    }
    const switchTo = async (words: string) => {
      const goBack = words === FORMS.old ? ['--rollback'] : []
      await checkout.release('mfe-forms', ...goBack, '--to', store.folder)
      await expect.poll(() => read(FORM_PAGE), { timeout: SHOWN_MS }).toContain(words)
    }
    const form = await open(`${shell.url}${FORM_PAGE}`)
    await expect(form).toContainText(FORMS.new)
    await form.getByRole('textbox', { name: 'First Name' }).fill('Ada')
    await switchTo(FORMS.old)
    await form.getByRole('textbox', { name: 'Last Name' }).fill('Visitor')
    await expect(form, 'it goes on with the code that it came with').toContainText(FORMS.new)
    await open()
    await expect(form).toContainText(FORMS.old)
    await expect(form.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada')
    await expect(form.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Visitor')
    await answerPage(form)
    await switchTo(FORMS.new)
    await form.locator('button[type="submit"]').click()
    await expect(page.getByText('Form reference number is')).toBeVisible()
  })

  test('every file that a page names exists and has the integrity that the page states', async () => {
    const html = await read(FORM_PAGE)
    const boot = /<link id="boot"[^>]*href="([^"]+)" integrity="([^"]+)"/.exec(html)
    const { page } = JSON.parse(inlinedState(html)) as {
      readonly page: {
        readonly releases: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>
      }
    }
    const files = [
      [boot?.[1] ?? '', boot?.[2] ?? ''],
      ...Object.entries(page.releases).map(([app, { version, integrity }]) => [
        `/_mfe/${app}/${version}/web/remoteEntry.js`,
        integrity,
      ]),
    ] as const
    expect(files.length).toBeGreaterThan(1)
    for (const [address, integrity] of files) {
      const bytes = Buffer.from(await (await fetch(`${shell.url}${address}`)).arrayBuffer())
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, address).toBe(integrity)
    }
  })

  test('a candidate that was changed after it was signed never becomes live', async () => {
    const good = store.live('mfe-content')
    checkout.edit(CONTENT.file, CONTENT.new, 'Words that nobody shall read')
    const printed = await checkout.release('mfe-content', '--to', store.folder)
    await checkout.release('mfe-content', '--rollback', '--to', store.folder)
    expect(store.live('mfe-content')).toBe(good)
    const bad = `${versionOf(printed)}`
    // A running shell has a copy of what it has verified; a shell that starts later has not.
    store.tamper('mfe-content', bad, /^node\/.*\.js$/)
    const later = await startShell({ releases: store.folder })
    try {
      store.name('mfe-content', bad)
      await expect.poll(() => later.readLog(), { timeout: 10_000 }).toMatch(/release refused/)
      const html = await (await fetch(`${later.url}${PLAIN_PAGE}`)).text()
      expect(html).toContain(CONTENT.new)
      expect(html).toContain(good)
      expect(html).not.toContain(bad)
    } finally {
      await later.stop()
    }
  })
})

/** Record the words of each version; a page that mixes two versions of a remote fails. */
function noteVersions(html: string, versions: Map<string, string>): void {
  const { page } = JSON.parse(inlinedState(html)) as {
    readonly page: { readonly releases: Readonly<Record<string, { readonly version: string }>> }
  }
  for (const [app, words] of [
    ['mfe-content', CONTENT],
    ['mfe-forms', FORMS],
  ] as const) {
    const named = new Set(
      [...html.matchAll(new RegExp(`/_mfe/${app}/([^/]+)/`, 'g'))].map(([, version]) => version),
    )
    const inState = page.releases[app]?.version
    if (inState !== undefined) named.add(inState)
    expect([...named], `versions of ${app} on one page`).toHaveLength(1)
    const key = `${app} ${[...named].join()}`
    const shown = [words.old, words.new].filter((text) => html.includes(text))
    expect(shown, `words of ${key}`).toEqual([versions.get(key) ?? shown[0]])
    versions.set(key, shown[0] ?? '')
  }
}
