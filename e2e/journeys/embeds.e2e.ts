import { readFileSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { CHROMIUM_ARGS, findWholeChromium } from '../support/chromium.ts'
import { formTest as test, type FormSite } from '../support/form-site.ts'
import type { HostPage } from '../support/host-site.ts'
import { measureScripts, recordRequests, totalBytes } from '../support/measure.ts'
import { describeProblem, fillInSender } from '../support/report-form.ts'
import { answeredWith, expect } from '../support/test.ts'

/** The markup that a host writes. */
const tag = ({ url }: Pick<FormSite, 'url'>, attributes = 'form-id="1001" language="en-GB"', content = '') =>
  `<script type="module" src="${url}/embed/forms.js"></script><tessera-form ${attributes}>${content}</tessera-form>`

const hostPage = (html: string) =>
  `<main><h1>Somebody else</h1><p>Words of the host.</p><h2>Tell the council</h2>${html}</main>`

/** The smallest file that is accepted as a picture. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010800000000', 'hex')

const next = (page: Page) => page.getByRole('button', { name: 'Next page' })

/** Records the events of embeds that bubble to the host's document, with their details. */
const RECORD_EVENTS = `<script>
  window.recordedEvents = []
  for (const name of ['start', 'page', 'invalid', 'submitted', 'abandoned', 'error', 'redirect'])
    document.addEventListener('form:' + name, (event) => recordedEvents.push([event.type, event.detail]))
</script>`
const recordedEvents = (page: Page) =>
  page.evaluate(
    () => (window as never as { readonly recordedEvents: readonly [string, object][] }).recordedEvents,
  )

const open = async (page: Page, { host }: FormSite, given: HostPage) => page.goto(host.show(given))

test('a visitor of another site completes a form of the site there, and the site stores the post', async ({
  page,
  formSite,
  stored,
}) => {
  const cookies: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(formSite.url)) cookies.push(request.headers()['cookie'] ?? '')
  })
  await page.context().addCookies([{ name: 'sid', value: 'mine', url: formSite.url }])
  await open(page, formSite, { head: RECORD_EVENTS, body: hostPage(tag(formSite)) })
  await describeProblem(page, 'Pothole or damaged road', 'Yes')
  await next(page).click()
  const street = page.getByRole('textbox', { name: /Street and nearest house number/ })
  await expect(page.getByRole('heading', { name: 'Where and when?' })).toBeVisible()
  await expect(street).toBeFocused()
  await next(page).click()
  await expect(page.getByRole('alert').getByRole('link').first()).toBeVisible()
  await page.getByRole('alert').getByRole('link').first().click()
  await expect(street).toBeFocused()
  await street.fill('12 Minster Yard')
  await page.getByLabel(/Date you saw it/).fill('2026-09-14')
  await expectAccessible(page)
  await next(page).click()
  await fillInSender(page)
  await page.getByRole('button', { name: 'Send report' }).click()
  const done = page.getByRole('status').filter({ hasText: 'Form reference number is' })
  await expect(done).toContainText('Thank you. We have your report')
  await expect(done).toBeFocused()
  const [post] = await stored('1001')
  expect(post?.reference).toBe(await done.locator('strong').textContent())
  expect(post?.answers).toContainEqual({ question: 'Your name: firstName', answer: 'Ada' })

  const events = await recordedEvents(page)
  expect([...new Set(events.map(([name]) => name))]).toEqual([
    'form:start',
    'form:page',
    'form:invalid',
    'form:submitted',
  ])
  expect(JSON.stringify(events)).not.toMatch(/Ada|Minster|Pothole|post\.example/)
  expect(events.at(-1)?.[1]).toMatchObject({ formId: '1001', success: true })
  expect(
    cookies.filter((one) => one !== ''),
    'no cookie of the site is sent',
  ).toEqual([])
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
})

test('a form in Welsh takes a file and can be completed, with fields that browsers can fill in', async ({
  page,
  formSite,
  stored,
}) => {
  await open(page, formSite, {
    head: RECORD_EVENTS,
    body: hostPage(tag(formSite, 'form-id="1004" language="cy"')),
  })
  const form = page.locator('tessera-form')
  const onwards = form.getByRole('button', { name: 'Tudalen nesaf' })
  await form.getByLabel(/Math o broblem/).selectOption({ index: 1 })
  await form
    .getByRole('group', { name: /gael ei anafu/ })
    .getByRole('radio')
    .last()
    .check()
  await form
    .getByRole('textbox', { name: /Yr hyn a welsoch/ })
    .fill('Twll dwfn wrth y palmant, yn llawn dŵr.')
  await form
    .getByRole('group', { name: /gael ateb/ })
    .getByRole('radio')
    .last()
    .check()
  await onwards.click()
  await form.getByRole('textbox', { name: /Stryd/ }).fill('12 Minster Yard')
  await form.getByLabel(/Dyddiad y gwelsoch ef/).fill('2026-09-14')
  await form.getByLabel(/^Llun/).setInputFiles({ name: 'twll.png', mimeType: 'image/png', buffer: PNG })
  await expect(form.getByText('Ffeil a ddewiswyd: twll.png')).toBeVisible()
  await onwards.click()
  await form.locator('input[autocomplete="given-name"]').fill('Ada')
  await form.locator('input[autocomplete="family-name"]').fill('Visitor')
  await form.locator('input[autocomplete="email"]').fill('ada@post.example')
  await form
    .getByRole('group', { name: /Eich gwybodaeth/ })
    .getByRole('checkbox')
    .check()
  await expectAccessible(page)
  await form.locator('button[type=submit]').last().click()
  await expect(form.getByRole('status').filter({ hasText: 'Mae eich ffurflen gyda ni' })).toBeFocused()
  const [post] = await stored('1004')
  expect(post).toMatchObject({ files: [{ name: 'twll.png', size: PNG.length }] })
})

/** A node of the DOM with its children and shadow trees, reduced to the properties that are used here. */
interface DomNode {
  readonly backendNodeId: number
  readonly attributes?: readonly string[]
  readonly children?: readonly DomNode[]
  readonly shadowRoots?: readonly DomNode[]
}

const withAttribute = (node: DomNode, value: string): DomNode | undefined =>
  node.attributes?.includes(value)
    ? node
    : [...(node.children ?? []), ...(node.shadowRoots ?? [])]
        .map((child) => withAttribute(child, value))
        .find((found) => found !== undefined)

const ADA = {
  NAME_FIRST: 'Ada',
  NAME_LAST: 'Visitor',
  EMAIL_ADDRESS: 'ada@post.example',
  ADDRESS_HOME_COUNTRY: 'GB',
}

test('a browser fills in the fields of a form’s shadow tree from its address book, and the form is sent with them', async ({
  formSite,
  stored,
}) => {
  const executablePath = findWholeChromium()
  test.skip(executablePath === null, 'there is no whole Chromium here')
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    args: [...CHROMIUM_ARGS, '--headless=new'],
    ignoreDefaultArgs: ['--headless', '--headless=old'],
  })
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    await open(page, formSite, { body: hostPage(tag(formSite)) })
    await describeProblem(page, 'Pothole or damaged road', 'No')
    await next(page).click()
    await page.getByRole('textbox', { name: /Street and nearest house number/ }).fill('12 Minster Yard')
    await page.getByLabel(/Date you saw it/).fill('2026-09-14')
    await next(page).click()
    const first = page.getByRole('textbox', { name: 'First Name' })
    await first.focus()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Autofill.enable')
    const { frameTree } = await devtools.send('Page.getFrameTree')
    // The browser gathers the fields of a page a moment after they have come; until then it does not find them.
    await expect(async () => {
      const { root } = await devtools.send('DOM.getDocument', { depth: -1, pierce: true })
      await devtools.send('Autofill.trigger', {
        fieldId: withAttribute(root, 'given-name')?.backendNodeId ?? 0,
        frameId: frameTree.frame.id,
        address: { fields: Object.entries(ADA).map(([name, value]) => ({ name, value })) },
      } as never)
    }).toPass()
    await expect(first).toHaveValue('Ada')
    await expect(page.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Visitor')
    await expect(page.getByRole('textbox', { name: /Email address/ })).toHaveValue('ada@post.example')
    await page.getByRole('checkbox', { name: /I have read/ }).check()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Form reference number is' })).toBeFocused()
    const [post] = await stored('1001')
    expect(JSON.stringify(post)).toContain('ada@post.example')
  } finally {
    await browser.close()
  }
})

// React DOM alone is 63 KB of it. Source: docs/figures.md.
test('a form with React is at most 90 KB of JavaScript, styles and words in it, until its first field is used; what follows comes then, at once', async ({
  page,
  formSite,
}) => {
  const requests = recordRequests(page)
  await open(page, formSite, { body: hostPage(tag(formSite)) })
  const field = page.locator('tessera-form').getByRole('combobox', { name: /Kind of problem/ })
  await expect(field).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const scripts = await measureScripts(requests)
  expect(scripts).toHaveLength(4)
  expect(totalBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(90 * 1024)
  await field.focus()
  await expect.poll(async () => (await measureScripts(requests)).length).toBe(scripts.length + 1)
})

for (const comes of ['with the next press', 'as the form is used before it'])
  test(`what follows the first page of an embedded form is asked for again where it has not come: a line says so, and nothing typed is lost; it comes ${comes}`, async ({
    page,
    formSite,
    stored,
    faults,
  }) => {
    faults.allow(/ERR_FAILED .*\/web\/embed\/c\//)
    await open(page, formSite, { body: hostPage(tag(formSite)) })
    const form = page.locator('tessera-form')
    await expect(form.getByRole('combobox').first()).toBeEnabled()
    const late = '**/web/embed/c/*.js'
    const refused: string[] = []
    const come: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().includes('/web/embed/c/')) come.push(request.url())
    })
    await page.route(late, (route) => {
      refused.push(route.request().url())
      return route.abort()
    })
    await describeProblem(page, 'Pothole or damaged road', 'Yes')
    const typed = form.getByRole('textbox').first()
    const before = await typed.inputValue()
    await next(page).click()
    const notice = form.getByRole('alert').filter({ hasText: 'Your answers are still here' })
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    const ofFirstPress = await notice.elementHandle()
    const hadCome = come.length
    await next(page).click()
    // The second press has failed, too, once it has its own notice: nothing that it asked for comes later.
    await expect.poll(() => ofFirstPress?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(notice).toHaveCount(1)
    expect(refused.length).toBeGreaterThan(1)
    await expect(typed).toHaveValue(before)
    expect(before).not.toBe('')
    await page.unroute(late)
    if (comes !== 'with the next press') {
      await typed.press('End')
      await expect.poll(() => come.length).toBeGreaterThan(hadCome)
    }
    await next(page).click()
    const street = page.getByRole('textbox', { name: /Street and nearest house number/ })
    await expect(street).toBeFocused()
    await expect(notice).toHaveCount(0)
    await street.fill('12 Minster Yard')
    await page.getByLabel(/Date you saw it/).fill('2026-09-14')
    await next(page).click()
    await fillInSender(page)
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Form reference number is' })).toBeFocused()
    expect(await stored('1001')).toHaveLength(1)
  })

const EMBEDDING = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8')

test('the first lines of the documentation, as they stand there, show a form on a page of another site', async ({
  page,
  formSite,
}) => {
  const [, lines = ''] = /```html\n([^`]*)```/.exec(EMBEDDING) ?? []
  expect(lines).toContain('<tessera-form ')
  await open(page, formSite, {
    body: hostPage(lines.replaceAll('https://www.larkmoor.example', formSite.url)),
  })
  await expect(page.getByRole('combobox', { name: /Kind of problem/ })).toBeEnabled()
  await expect(page.getByRole('link', { name: 'Report a problem on the council’s site' })).toBeHidden()
})

/** The names of parts in the documentation for hosts. */
const partsTold = (): readonly string[] =>
  [
    ...(/Parts that your style sheet may name[^:]*::part[^:]*:([^.]*)\./.exec(EMBEDDING)?.[1] ?? '').matchAll(
      /`(\w+)`/g,
    ),
  ].map(([, part = '']) => part)

test('a host styles each documented part, also of what is rendered later', async ({ page, formSite }) => {
  const colour = (index: number) => `rgb(${index + 1}, 2, 3)`
  const rules = partsTold().map(
    (part, index) => `tessera-form::part(${part}){outline-color:${colour(index)}}`,
  )
  await open(page, formSite, { head: `<style>${rules.join('')}</style>`, body: hostPage(tag(formSite)) })
  const form = page.locator('tessera-form')
  await expect(form.getByRole('combobox').first()).toBeEnabled()
  await next(page).click()
  await expect(form.getByRole('alert')).toBeVisible()
  const styled = await form.evaluate((element) =>
    [...(element.shadowRoot?.querySelectorAll('[part]') ?? [])].map((one) => [
      one.getAttribute('part') ?? '',
      getComputedStyle(one).outlineColor,
    ]),
  )
  expect(partsTold()).toHaveLength(11)
  expect([...new Set(styled.map(([part]) => part))].sort()).toEqual([...partsTold()].sort())
  for (const [part = '', found] of styled) expect(found, part).toBe(colour(partsTold().indexOf(part)))
})

test('messages of an embedded form are in live regions of the accessibility tree', async ({
  page,
  formSite,
}) => {
  await open(page, formSite, { body: hostPage(tag(formSite)) })
  await expect(page.locator('tessera-form').getByRole('combobox').first()).toBeEnabled()
  const browser = await page.context().newCDPSession(page)
  const live = async () => {
    const { nodes } = await browser.send('Accessibility.getFullAXTree')
    return nodes.flatMap(({ ignored, role, properties = [] }) => {
      const how: unknown = properties.find(({ name }) => name === 'live')?.value.value
      return ignored || how === undefined ? [] : [`${String(role?.value)} ${String(how)}`]
    })
  }
  expect(await live()).toContain('status polite')
  expect(await live()).not.toContain('alert assertive')
  await next(page).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await live()).toContain('alert assertive')
})

const isCaptcha = (url: URL) => url.pathname === '/api/platform/captcha/api.js'

/** Set the token that the fake captcha gives, or its lifetime, by the query of its script. */
const captchaWith = (page: Page, query: Readonly<Record<string, string>>) =>
  page.route(isCaptcha, (route) => {
    const url = new URL(route.request().url())
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return route.continue({ url: url.href })
  })

/** A host whose policy blocks the captcha’s service, and allows frames of the form’s site only. */
const strictWith = (site: string, frames: string): HostPage => ({
  headers: {
    'content-security-policy': `default-src 'none'; script-src ${site}; connect-src ${site}; img-src data:; frame-src ${frames}; require-trusted-types-for 'script'; trusted-types richtext`,
  },
  body: hostPage(tag({ url: site }, 'form-id="pass" provider="forms-api" language="en-GB"')),
})

test('a captcha on a page of another site with a strict policy is blocked, unsolved, expired, refused and solved, each with an accessible message', async ({
  page,
  formSite,
  stored,
  faults,
}) => {
  faults.allow(/ERR_FAILED|ERR_BLOCKED|frame-src|Failed to execute 'postMessage'/)
  faults.allow(answeredWith(422))
  const form = page.locator('tessera-form')
  const box = form.frameLocator('iframe').getByRole('checkbox', { name: 'I am not a robot' })
  const [send, group] = [
    form.getByRole('button', { name: 'Submit' }),
    form.getByRole('group', { name: /^Captcha/ }),
  ]
  const blocked = form.getByRole('alert').filter({ hasText: 'The captcha could not be loaded' })
  await open(page, formSite, strictWith(formSite.url, "'none'"))
  await expect(blocked.getByRole('link', { name: '01632 960100' })).toBeVisible()
  await expectAccessible(page)

  await captchaWith(page, { lifetimeMs: '900' })
  await open(page, formSite, strictWith(formSite.url, formSite.url))
  await form.getByRole('textbox', { name: /^Name/ }).fill('Ada')
  await expect(box).toBeVisible()
  await send.click()
  await expect(group).toBeFocused()
  await expect(group).toHaveAccessibleDescription('Please complete captcha before submitting')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(form.getByText('The captcha has expired.')).toBeVisible()
  await expect(box).not.toBeChecked()
  await expectAccessible(page)

  await page.unroute(isCaptcha)
  await captchaWith(page, { token: 'demo-refuse' })
  await page.reload()
  await form.getByRole('textbox', { name: /^Name/ }).fill('Ada')
  await box.check()
  await send.click()
  await expect(form.getByRole('alert').filter({ hasText: 'The captcha was not accepted' })).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Ada')
  await expect(box).not.toBeChecked()
  expect(await stored('pass')).toEqual([])

  await page.unroute(isCaptcha)
  await page.route(isCaptcha, (route) => route.abort())
  await page.reload()
  await form.getByRole('textbox', { name: /^Name/ }).fill('Ada')
  await expect(blocked).toBeVisible()
  await page.unroute(isCaptcha)
  await blocked.getByRole('button', { name: 'Try again' }).click()
  await expect(box).toBeVisible()
  const puzzle = (display: string) =>
    form
      .frameLocator('iframe')
      .locator('body')
      .evaluate((body, how) => {
        const above = document.getElementById('puzzle') ?? body.appendChild(document.createElement('div'))
        Object.assign(above, { id: 'puzzle' })
        Object.assign(above.style, {
          position: 'absolute',
          top: '10px',
          height: '580px',
          width: '9px',
          display: how,
        })
      }, display)
  const room = async () => (await form.locator('iframe').boundingBox())?.height ?? 0
  await puzzle('block')
  await expect.poll(room).toBe(590)
  await puzzle('none')
  await expect.poll(room).toBeLessThan(100)
  await box.check()
  await expect(form.getByText('The captcha is complete.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => 'grecaptcha' in window), 'nothing of it is in the host').toBe(false)
  await send.click()
  await expect(form.locator('[role="status"] strong')).toBeVisible()
  expect(await stored('pass')).toHaveLength(1)
})
