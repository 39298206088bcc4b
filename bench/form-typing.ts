import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../e2e/support/chromium.ts'
import { addressOf, measureScripts, recordRequests, totalBytes } from '../e2e/support/measure.ts'
import type { Child } from './child.ts'
import { FORM_PAGES, LARGE_FORMS, LEAST_LETTERS } from './form-seed.ts'
import { median } from './load.ts'
import type { Bench } from './plan.ts'
import { aimed, info, kilobytes, ms, type Row } from './report.ts'

const TEXT_FIELD = 'main form input[type="text"][id^="ctrl_"]'
/** The slowdown of the processor, and the pause of a typist between two keys in milliseconds. */
const [SLOWER, KEY_MS] = [4, 120]
/** The project's targets. */
const LIMITS = { keyMs: 50, codeBytes: 25 * 1_024, pageBytes: 150 * 1_024 } as const

/** From a key to the frame that shows the changed error, in milliseconds by the page's own clock. */
interface Typed {
  /** In a form of 30 pages: on its first page, and on its last with all pages before it filled in. */
  readonly first: readonly number[]
  readonly last: readonly number[]
  /** In the form with all fields on one page. */
  readonly onePage: readonly number[]
}
/** Scripts of a page with a form after gzip, in bytes: before it is filled in, and after a field lost focus. */
interface FormScripts {
  readonly page: number
  readonly own: Readonly<Record<'entry' | 'words' | 'code', number>>
  readonly late: number
}
/** The measurements of forms in a browser. */
export interface FormVisits {
  readonly typed: Typed
  readonly scripts: FormScripts
}

/** Type into large forms on a slow processor, and measure the scripts of an ordinary one; null on a machine without a browser. */
export async function visitForms(shell: Child, { plan, say }: Bench): Promise<FormVisits | null> {
  const executablePath = findChromium()
  if (executablePath === null) {
    say('no Chromium on this machine: nothing is typed')
    return null
  }
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], executablePath })
  try {
    const { pages, page } = LARGE_FORMS
    const [first = [], last = []] = await typeOnPages(
      browser,
      shell.url + pages.path,
      [0, pages.pages - 1],
      plan.keys,
    )
    const [onePage = []] = await typeOnPages(browser, shell.url + page.path, [0], plan.keys)
    return { typed: { first, last, onePage }, scripts: await weighScripts(browser, shell.url) }
  } finally {
    await browser.close()
  }
}

/** Go through a form page by page, and type into the last field of the pages in `places`. */
const typeOnPages = (
  browser: Browser,
  url: string,
  places: readonly number[],
  keys: number,
): Promise<readonly (readonly number[])[]> =>
  inForm(browser, url, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const times: (readonly number[])[] = []
    for (let place = 0; ; place += 1) {
      const field = page.locator(TEXT_FIELD).last()
      if (places.includes(place)) times.push(await typeInto(page, field, keys))
      if (place === Math.max(...places)) return times
      await goOn(page)
    }
  })

/** Each key changes the error: an empty field is required, one letter is too short. */
async function typeInto(page: Page, field: Locator, keys: number): Promise<readonly number[]> {
  await field.focus()
  await page.keyboard.press('Tab')
  await field.focus()
  await page.locator(`[id="${await field.getAttribute('id')}-error"]`).waitFor()
  await field.evaluate(recordKeys)
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 2 === 0 ? 'a' : 'Backspace')
    await page.waitForFunction(isPainted, key + 1)
    await page.waitForTimeout(KEY_MS)
  }
  const times = await page.evaluate(() => (globalThis as unknown as { readonly painted: number[] }).painted)
  await field.fill('a'.repeat(LEAST_LETTERS))
  return times
}

/** Runs in the page: records the time from each key event to the end of the frame in which the field's error has changed. */
function recordKeys(field: Element): void {
  const painted: number[] = []
  Object.assign(globalThis, { painted })
  const read = () => document.getElementById(`${field.id}-error`)?.textContent ?? ''
  let [shown, pressed] = [read(), 0]
  field.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp))
  new MutationObserver(() => {
    const now = read()
    if (now === shown || now === '') return
    shown = now
    const from = pressed
    // A timer that is set in a frame runs after the frame was painted.
    requestAnimationFrame(() => setTimeout(() => painted.push(performance.now() - from)))
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

const isPainted = (count: number): boolean =>
  (globalThis as unknown as { readonly painted: readonly number[] }).painted.length >= count

/** Submit by the Enter key: a mouse pointer on the button would change its colour whenever an error moves it. */
async function goOn(page: Page): Promise<void> {
  const field = page.locator(TEXT_FIELD).last()
  const before = await field.getAttribute('id')
  await field.press('Enter')
  await page.waitForFunction(([selector, id]) => [...document.querySelectorAll(selector)].at(-1)?.id !== id, [
    TEXT_FIELD,
    before,
  ] as const)
}

const weighScripts = (browser: Browser, url: string): Promise<FormScripts> =>
  inForm(browser, url + (FORM_PAGES[0] ?? ''), async (page, requests) => {
    const before = await measureScripts(requests)
    await page.locator('main form input:visible').first().focus()
    const late = page.waitForRequest((request) => isOwn(addressOf(request)))
    await page.keyboard.press('Tab')
    await (await late).response()
    const own = before.filter(({ address }) => isOwn(address)).toSorted((a, b) => b.bytes - a.bytes)
    const entry = own.filter(({ address }) => address.endsWith('/remoteEntry.js'))
    const [code, ...words] = own.filter((file) => !entry.includes(file))
    const after = await measureScripts(requests)
    return {
      page: totalBytes(before),
      own: { entry: totalBytes(entry), code: code?.bytes ?? NaN, words: totalBytes(words) },
      late: totalBytes(after) - totalBytes(before),
    }
  })

const isOwn = (address: string): boolean => /^\/_mfe\/mfe-forms\/.*\.js$/.test(address)

/** Run work on a page in a new browser context, once its form is hydrated and the network is idle. */
async function inForm<T>(
  browser: Browser,
  address: string,
  work: (page: Page, requests: ReturnType<typeof recordRequests>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const requests = recordRequests(page)
    await page.goto(address)
    await page.locator('main form').scrollIntoViewIfNeeded()
    await page.locator('main form button[type="submit"]:enabled').waitFor()
    await page
      .locator('[data-slot^="form-"][data-hydrated], [data-slot^="form-"] [data-hydrated]')
      .waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    return await work(page, requests)
  } finally {
    await context.close()
  }
}

/** Rows of the visits. */
export function rowsOfForms({ typed, scripts }: FormVisits): readonly Row[] {
  const { pages, fieldsOfPage } = LARGE_FORMS.pages
  const large = `${pages} pages of ${fieldsOfPage} fields, a quarter of the processor`
  const { keyMs, codeBytes, pageBytes } = LIMITS
  const own = Object.values(scripts.own).reduce((sum, bytes) => sum + bytes, 0)
  return [
    aimed(`key to painted error, ${large}: median`, median(typed.first), { atMost: keyMs }, ms),
    aimed('… 95 of 100 keys', percentile(typed.first, 0.95), { atMost: keyMs }, ms),
    aimed('… on the last page: median', median(typed.last), { atMost: keyMs }, ms),
    aimed('… 95 of 100 keys', percentile(typed.last, 0.95), { atMost: keyMs }, ms),
    info(
      '… all 300 on one page: median; 95 of 100',
      `${ms(median(typed.onePage))}; ${ms(percentile(typed.onePage, 0.95))}`,
    ),
    aimed('scripts of mfe-forms alone, gzip', own, { atMost: codeBytes }, kilobytes),
    info(
      '… its entry; words; code',
      (['entry', 'words', 'code'] as const).map((name) => kilobytes(scripts.own[name])).join('; '),
    ),
    info('… once a field was left', kilobytes(scripts.late)),
    aimed('scripts of a page with a form, gzip', scripts.page, { atMost: pageBytes }, kilobytes),
  ]
}

/** The value that a part of all values does not exceed. */
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(part * values.length) - 1] ?? Number.NaN
