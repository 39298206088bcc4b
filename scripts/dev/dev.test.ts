import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import { until as isSoon } from '@tessera/shared/testing'
import type { TestCheckout } from '../testing/a-checkout.ts'
import { aDevSite, type DevSite } from '../testing/a-dev-site.ts'

const LONG_MS = 120_000
/** A change has to be seen within this. */
const SEEN_MS = 40_000

let checkout: TestCheckout
let site: DevSite
let page: Page
let url = ''
const complaints: string[] = []

/** A component of the test's own beside the slot of a remote, in a file that is there to be changed. */
function plant(remote: string, slot: string, component: string): (text: string) => void {
  const folder = `${remote}/ui`
  const write = (text: string) =>
    checkout.write(
      `${folder}/planted.tsx`,
      `export function Planted() {\n  return <p data-planted="${remote}">${text}</p>\n}\n`,
    )
  checkout.write(`${folder}/original-${slot}.tsx`, checkout.read(`${folder}/${slot}.tsx`))
  checkout.write(
    `${folder}/${slot}.tsx`,
    `import type { ComponentProps } from 'react'
import { ${component} as Original } from './original-${slot}.tsx'
import { Planted } from './planted.tsx'
export function ${component}(props: ComponentProps<typeof Original>) {
  return <><Planted /><Original {...props} /></>
}
`,
  )
  write('one')
  return write
}

const planted = (remote: string) => page.locator(`[data-planted="${remote}"]`)
/** The panel of what is wrong says this. The compiler checks everything before the first change. */
async function panelSays(hasText: string | RegExp, timeout = SEEN_MS): Promise<void> {
  const panel = page.locator('#tessera-problems')
  await panel
    .filter({ hasText })
    .waitFor({ timeout })
    .catch(async (error: unknown) => {
      throw new Error(`The panel says: ${(await panel.allTextContents()).join('')}`, { cause: error })
    })
}
const panelIsGone = () => page.locator('#tessera-problems').waitFor({ state: 'detached', timeout: SEEN_MS })
/** Put a statement before the loader of pages. The result restores it. */
function changeLoader(statement: string): () => void {
  const file = 'mfe-content/state/load.ts'
  const before = checkout.read(file)
  const start = '  const { route, slot } = request\n'
  checkout.edit(file, start, `${start}  if (slot) { ${statement} }\n`)
  return () => checkout.write(file, before)
}
const contactPage = async () => (await fetch(`${url}/contact`)).text()
/** Asked twice: the server may close the connection of the request before while this one comes. */
const serverSays = async (text: string) => (await contactPage().catch(contactPage)).includes(text)

const until = (what: () => Promise<boolean>): Promise<void> =>
  isSoon(what, SEEN_MS).catch((error: unknown) => {
    throw new Error(`${String(error)}; printed so far:\n${site.printed()}`, { cause: error })
  })

async function seen(remote: string, text: string): Promise<void> {
  await planted(remote).filter({ hasText: text }).waitFor({ timeout: SEEN_MS })
}

let changeForms: (text: string) => void
let changeContent: (text: string) => void

beforeAll(async () => {
  site = await aDevSite((fresh) => {
    checkout = fresh
    changeForms = plant('mfe-forms', 'form-slot', 'FormSlot')
    changeContent = plant('mfe-content', 'content-slot', 'ContentSlot')
  }, [])
  ;({ url } = site)
  page = await site.browser.newPage()
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${url}/contact`)
  await page.locator('[data-slot^="form-"]').scrollIntoViewIfNeeded()
  await page.locator('[data-slot^="form-"][data-hydrated]').waitFor({ timeout: SEEN_MS })
}, LONG_MS)

afterAll(async () => {
  await site?.remove()
})

describe('npm run dev', () => {
  it('prints one address', () => {
    expect(site.printed()).toContain(`Site in development: ${url}\n`)
  })

  it('updates a form in place: nothing that was typed is lost, and the server follows', async () => {
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.locator('form input[type="text"]').first().fill('Ada')
    changeForms('two')
    await seen('mfe-forms', 'two')
    await until(() => serverSays('data-planted="mfe-forms">two'))
  })

  it('shows what the server now says where nothing is mounted, and leaves the form inside alone', async () => {
    changeContent('two')
    await seen('mfe-content', 'two')
    expect(await serverSays('data-planted="mfe-content">two')).toBe(true)
    expect(await page.locator('form input[type="text"]').first().inputValue()).toBe('Ada')
    changeForms('three')
    await seen('mfe-forms', 'three')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('shows a changed style without a new document', async () => {
    const colour = () => page.locator('footer').evaluate((footer) => getComputedStyle(footer).outlineColor)
    checkout.write(
      'shell/document/frame.css',
      `${checkout.read('shell/document/frame.css')}\nfooter { outline-color: rgb(1, 2, 3); }\n`,
    )
    await until(async () => (await colour()) === 'rgb(1, 2, 3)')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('updates a remote in place that came after React had started', async () => {
    await page.locator('main nav a[href="/"]').first().click()
    await page.locator('[data-slot="main"][data-hydrated]').waitFor({ timeout: SEEN_MS })
    changeContent('after a navigation')
    await seen('mfe-content', 'after a navigation')
    await until(() => serverSays('after a navigation'))
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('catches up in place when a change comes before the page has fetched the one before', async () => {
    const asked = page.waitForRequest('**/*.hot-update.json', { timeout: SEEN_MS })
    const answered = Promise.withResolvers<null>()
    const hold = (route: Route) => answered.promise.then(() => route.continue())
    await page.route('**/*.hot-update.json', hold, { times: 1 })
    changeContent('nearly')
    await asked
    changeContent('two')
    await until(() => serverSays('data-planted="mfe-content">two'))
    answered.resolve(null)
    await seen('mfe-content', 'two')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('says what does not compile, and keeps serving what did', async () => {
    const before = site.printed().length
    changeContent('{')
    await until(async () => site.printed().slice(before).includes('planted.tsx'))
    await panelSays(/mfe-content · does not compile\nmfe-content\/ui\/planted\.tsx/)
    expect(await serverSays('data-planted="mfe-content">two')).toBe(true)
    changeContent('three')
    await seen('mfe-content', 'three')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  })

  it('says that a remote that is being made needs a new start, and goes on with the others', async () => {
    const folder = path.join(checkout.root, 'mfe-weather')
    mkdirSync(folder)
    checkout.write('mfe-weather/manifest.ts', '')
    changeContent('two')
    await panelSays('mfe-weather · does not compile\nThis remote came after the start')
    await seen('mfe-content', 'two')
    rmSync(folder, { recursive: true })
    changeContent('three')
    await panelIsGone()
    await seen('mfe-content', 'three')
  })

  it(
    'shows type errors and what lint finds, with file and line, until they are mended',
    async () => {
      changeContent("{(() => { const two: number = '2'; return two == 2 ? 'mistyped' : 'mistyped' })()}")
      await seen('mfe-content', 'mistyped')
      await panelSays(/mfe-content · type error\nmfe-content\/ui\/planted\.tsx:2\n.*TS2322/, LONG_MS)
      await panelSays(/mfe-content · lint\n.*:2\n.*eqeqeq/, LONG_MS)
      changeContent('three')
      await panelIsGone()
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    },
    3 * LONG_MS,
  )

  it('says what the server refuses, keeps serving what it had, and takes the next change', async () => {
    await until(() => serverSays('data-planted="mfe-content">three'))
    changeContent("{(() => { throw new Error('broken on purpose') })()}")
    await until(async () => site.printed().includes('mfe-content: the server keeps its last output.'))
    expect(site.printed()).toContain('broken on purpose')
    await panelSays(/mfe-content · on the server\nmfe-content\/ui\/planted\.tsx:2\n.*broken on purpose/)
    expect(await serverSays('data-planted="mfe-content">three')).toBe(true)
    changeContent('four')
    await seen('mfe-content', 'four')
    await until(() => serverSays('data-planted="mfe-content">four'))
  })

  it('restarts the shell when its own code has changed, and the page comes again by itself', async () => {
    const file = 'shell/http/server.server.ts'
    checkout.write(file, checkout.read(file).replace("'strict-origin-when-cross-origin'", "'no-referrer'"))
    await until(async () => (await fetch(url)).headers.get('referrer-policy') === 'no-referrer')
    await page.waitForFunction(() => !('isSameDocument' in window), null, { timeout: SEEN_MS })
    await seen('mfe-content', 'four')
  })

  it('says in an open page that the shell does not start, until it does', async () => {
    const file = 'shell/http/server.server.ts'
    const before = checkout.read(file)
    checkout.write(file, `${before}\nthrow new Error('starts nothing')\n`)
    await panelSays('shell · on the server\nThe shell ended before it was ready').finally(() =>
      checkout.write(file, before),
    )
    await panelIsGone()
    expect((await fetch(`${url}/contact`)).status).toBe(200)
  })

  it('restarts the platform with its code, and answers again', async () => {
    const file = 'platform/create-platform.ts'
    checkout.write(file, `${checkout.read(file)}\n`)
    await until(async () => site.printed().includes('Restarting the platform'))
    expect((await fetch(`${url}/contact`)).status).toBe(200)
  })

  it('shows what a loader throws, with its place in the sources, until it no longer does', async () => {
    const mend = changeLoader("throw new Error('loads nothing')")
    await panelSays(
      /mfe-content · on the server\nmfe-content\/state\/load\.ts:\d+\nloads nothing\nat load/,
    ).finally(mend)
    await panelIsGone()
  })

  it('does not show what code throws that has been changed since', async () => {
    const askedByPage = () =>
      page.waitForRequest((request) => request.resourceType() === 'xhr', { timeout: SEEN_MS })
    const opened = askedByPage()
    await page.goto(url)
    await (await opened).response()
    const asked = askedByPage()
    const mend = changeLoader(
      "await new Promise((done) => setTimeout(done, 6_000)); throw new Error('loads too late')",
    )
    const request = await asked.finally(mend)
    await request.response()
    await page.waitForTimeout(2_000)
    await panelIsGone()
  })

  it('shows what a component throws in the page, with its place in the sources', async () => {
    await page.goto(`${url}/contact`)
    await page.locator('main nav a[href="/"]').first().click()
    await page.locator('[data-slot="main"][data-hydrated]').waitFor({ timeout: SEEN_MS })
    await seen('mfe-content', 'four')
    changeContent("{(() => { if ('document' in globalThis) throw new Error('draws nothing'); return '' })()}")
    await panelSays(
      /mfe-content · in the page\nmfe-content\/ui\/planted\.tsx:2\nError: draws nothing\n[^]*at Planted/,
    )
    changeContent('four')
    await panelIsGone()
  })

  it('gives server and browser the same markup, names of styles included', () => {
    expect(complaints.filter((line) => line.includes('hydrat'))).toEqual([])
  })

  it('breaks no rule of the content security policy', () => {
    expect(complaints.filter((line) => /Content Security Policy|Trusted/.test(line))).toEqual([])
  })

  it('ends with everything it has started', async () => {
    const ended = once(site.process, 'exit')
    site.process.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    await expect(fetch(url)).rejects.toThrow()
  })
})
