import type { Locator, Page } from '@playwright/test'
import { until } from '@tessera/shared/testing'
import { aDevSite, type DevSite } from '../testing/a-dev-site.ts'

const LONG_MS = 120_000
/** A change has to be seen within this. */
const SEEN_MS = 40_000

let site: DevSite
const complaints: string[] = []

beforeAll(async () => {
  site = await aDevSite()
}, LONG_MS)
afterAll(() => site?.remove())

/** A page that is open in a browser, with something typed into it. */
interface OpenPage {
  readonly path: string
  /** What must be interactive before somebody types. */
  readonly slot: string
  readonly field: string
}

const FORM = { slot: '[data-slot^="form-"]', field: 'form[id] input[type="text"] >> nth=0' }
const ENGLISH_FORM: OpenPage = { ...FORM, path: '/contact' }
const WELSH_FORM: OpenPage = { ...FORM, path: '/cy/cysylltu' }
const SEARCH = { slot: '[data-slot="main"]', field: '#search-term' }
const ENGLISH_SEARCH: OpenPage = { ...SEARCH, path: '/search?term=bins' }
const WELSH_SEARCH: OpenPage = { ...SEARCH, path: '/cy/search?term=biniau' }

const TYPED = 'parks and gardens'

async function openAndType({ path, slot, field }: OpenPage): Promise<Page> {
  const page = await site.browser.newPage()
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(site.url + path)
  await page.locator(slot).first().scrollIntoViewIfNeeded()
  await page.locator(`${slot}[data-hydrated]`).first().waitFor({ timeout: SEEN_MS })
  await page.locator(field).fill(TYPED)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  return page
}

const sees = (text: string) => (page: Page) =>
  page.getByText(text).first().waitFor({ state: 'attached', timeout: SEEN_MS })
const has = (selector: string) => (page: Page) =>
  page.locator(selector).first().waitFor({ state: 'attached', timeout: SEEN_MS })
const hasNo = (selector: string) => (page: Page) =>
  page.locator(selector).first().waitFor({ state: 'detached', timeout: SEEN_MS })
const isOutlined = async (page: Page) => {
  const isSeen = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('form, form *')].some(
        (element) => getComputedStyle(element).outlineColor === 'rgb(1, 2, 3)',
      ),
    )
  await until(isSeen, SEEN_MS)
}
const writeBack = (input: Locator) =>
  until(async () => {
    await input.fill(TYPED)
    return (await input.inputValue()) === TYPED
  })
/**
 * Typing goes through the epic as it now is, and through it alone. Each change is one event; one that falls into the moment in which the field is
 * drawn anew is made again. What was there before is there each time.
 */
const countsTyping =
  ({ field }: OpenPage) =>
  async (page: Page) => {
    const input = page.locator(field)
    const count = () => page.evaluate(() => Number(document.documentElement.dataset['typed'] ?? 0))
    const write = async (text: string) => {
      expect(await input.inputValue()).toContain(TYPED)
      await input.fill(text)
    }
    await until(async () => {
      const before = await count()
      await write(`${TYPED}s`)
      await write(TYPED)
      return until(async () => (await count()) === before + 2, 2_000).then(
        () => true,
        () => false,
      )
    }, SEEN_MS)
    await writeBack(input)
  }
const COUNT = `document.documentElement.dataset['typed'] = String(Number(document.documentElement.dataset['typed'] ?? 0) + 1)\n`
const OUTLINE = '{\n  outline-color: rgb(1, 2, 3);'

/** What is changed: a file, what stands there, what comes in its place, and how it is seen. */
type Change = readonly [
  what: string,
  open: OpenPage,
  file: string,
  from: string,
  to: string,
  isSeen: (page: Page) => Promise<unknown>,
]

const FORMS_CHANGES: readonly Change[] = [
  ['words', ENGLISH_FORM, 'messages/en-GB.ts', "'(optional)'", "'(as you like)'", sees('(as you like)')],
  [
    'words in Welsh',
    WELSH_FORM,
    'messages/cy.ts',
    "'(dewisol)'",
    "'(fel y mynnoch)'",
    sees('(fel y mynnoch)'),
  ],
  [
    'a rule',
    ENGLISH_FORM,
    'domain/character-count.ts',
    'text.trim().length\n',
    'text.trim().length + 500\n',
    sees('510 characters'),
  ],
  ['a style', ENGLISH_FORM, 'ui/form.module.css', '{', OUTLINE, isOutlined],
  [
    'a component',
    ENGLISH_FORM,
    'ui/form-buttons.tsx',
    '<div\n',
    '<div data-changed\n',
    has('[data-changed]'),
  ],
  [
    'an epic',
    ENGLISH_FORM,
    'state/drafts.epic.ts',
    'const { formId } = action.payload\n',
    `const { formId } = action.payload\n${COUNT}`,
    countsTyping(ENGLISH_FORM),
  ],
  [
    'a reducer',
    ENGLISH_FORM,
    'state/form.slice.ts',
    '(form) => withAnswer(form,',
    `(form) => (document.documentElement.dataset['reduced'] = 'yes', withAnswer)(form,`,
    async (page) => {
      const input = page.locator(ENGLISH_FORM.field)
      await until(async () => {
        await input.fill(`${TYPED}s`)
        await input.fill(TYPED)
        return page.evaluate(() => 'reduced' in document.documentElement.dataset)
      }, SEEN_MS)
      await writeBack(input)
    },
  ],
  [
    'a loader',
    ENGLISH_FORM,
    'state/load-form.ts',
    'formLoaded({ formId, definition }),',
    `formLoaded({ formId, definition: { ...definition, pages: definition.pages.map((page) => ({ ...page,
      fields: page.fields.map((field) => ({ ...field, label: \`\${field.label} as loaded anew\` })) })) } }),`,
    sees('as loaded anew'),
  ],
]

const SEARCH_CHANGES: readonly Change[] = [
  ['words', ENGLISH_SEARCH, 'messages/en-GB.ts', "'Search this site'", "'Search here'", sees('Search here')],
  [
    'words in Welsh',
    WELSH_SEARCH,
    'messages/cy.ts',
    "'Chwilio’r wefan hon'",
    "'Chwilio yma'",
    sees('Chwilio yma'),
  ],
  [
    'a rule',
    ENGLISH_SEARCH,
    'domain/highlight.ts',
    'isMatch: at % 2 === 1',
    'isMatch: false',
    hasNo('main mark'),
  ],
  ['a style', ENGLISH_SEARCH, 'ui/search-box.module.css', '{', OUTLINE, isOutlined],
  [
    'a component',
    ENGLISH_SEARCH,
    'ui/search-box.tsx',
    '<p className',
    '<p data-changed className',
    has('[data-changed]'),
  ],
  [
    'an epic',
    ENGLISH_SEARCH,
    'state/search-box.epic.ts',
    'newest.abort()\n',
    `newest.abort()\n${COUNT}`,
    countsTyping(ENGLISH_SEARCH),
  ],
  [
    'a loader',
    ENGLISH_SEARCH,
    'state/load-search.ts',
    'actions: [...opened, ...outcome.actions],',
    'actions: opened,',
    hasNo('#search-count'),
  ],
]

describe.each([
  ['mfe-forms', FORMS_CHANGES],
  ['mfe-search', SEARCH_CHANGES],
] as const)('a change of %s in the open page, which keeps what was typed', (remote, changes) => {
  const pages = new Map<OpenPage, Page>()
  beforeAll(async () => {
    for (const open of new Set(changes.map(([, opened]) => opened))) pages.set(open, await openAndType(open))
  }, LONG_MS)
  afterAll(() => Promise.all([...pages.values()].map((page) => page.close())))

  it.each(changes)(
    '%s',
    async (_what, open, file, from, to, isSeen) => {
      const page = pages.get(open)!
      const source = site.checkout.read(`${remote}/${file}`)
      expect(source).toContain(from)
      site.checkout.write(
        `${remote}/${file}`,
        source.replace(from, () => to),
      )
      await isSeen(page).catch((error: unknown) => {
        throw new Error(`${String(error)}; printed so far:\n${site.printed()}\n${complaints.join('\n')}`)
      })
      expect(await page.locator(open.field).inputValue()).toBe(TYPED)
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
      // What breaks a fixture would keep the server from taking the next change.
      site.checkout.write(`${remote}/${file}`, source)
    },
    LONG_MS,
  )
})

describe('pages whose code has been changed in them', () => {
  it('break no rule of the content security policy, and are hydrated as the server made them', () => {
    expect(complaints.filter((line) => /Content Security Policy|Trusted|hydrat/.test(line))).toEqual([])
  })
})
