import type { CDPSession, Locator, Page } from '@playwright/test'
import { expectNoOverflow } from '../support/accessibility.ts'
import { formTest as test, MAX_FILE_BYTES } from '../support/form-site.ts'
import { answeredWith, expect } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** The narrowest window that a page must fit into. */
const NARROWEST = { width: 320, height: 640 }
/** Slow enough that a file of 200 KB takes 10 s, so that it is still uploading when a busy machine cancels it. */
const SLOW_BYTES_PER_SECOND = 20_000
/** Fast enough to wait for a file, and slow enough that what has been cancelled does not arrive before the browser has stopped sending it. */
const FASTER_BYTES_PER_SECOND = 100_000

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010800000000', 'hex')
const picture = (name: string, size = 2_000) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG, Buffer.alloc(size - PNG.length, 7)]),
})

const send = (page: Page) => page.getByRole('button', { name: 'Send: Your papers' })
const control = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`))
/** The button for an action on a chosen file. */
const act = (page: Page, what: string, file: string) =>
  page.getByRole('button', { name: new RegExp(`^${what} ?: ${file}$`) })
/** The display of a chosen file: its name and its progress. */
const chosen = (page: Page, file: string) =>
  page.locator('form div', { hasText: `Chosen file: ${file}` }).last()

/** Counts the requests of a form. */
function countCalls(page: Page) {
  const calls = { posts: 0, files: 0, notices: 0 }
  page.on('request', (request) => {
    if (request.url().includes('/postform/')) calls.posts += 1
    if (request.url().endsWith('/UploadFile')) calls.files += 1
    if (request.url().includes('/sendnotification/')) calls.notices += 1
  })
  return calls
}

/** How many files were uploaded at the same time, from the browser's resource timing. */
const mostAtOnce = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/UploadFile'))
    const during = ({ startTime }: PerformanceEntry) =>
      files.filter((file) => file.startTime <= startTime && startTime < file.startTime + file.duration)
    return Math.max(...files.map((file) => during(file).length))
  })

/** Drop files on a field, or paste them into it. */
const give = (field: Locator, how: 'drop' | 'paste', names: readonly string[]) =>
  field.evaluate(
    (input, { event, files, bytes }) => {
      const data = new DataTransfer()
      for (const name of files) data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      const given = { bubbles: true, cancelable: true }
      input.dispatchEvent(
        event === 'drop'
          ? new DragEvent(event, { ...given, dataTransfer: data })
          : new ClipboardEvent(event, { ...given, clipboardData: data }),
      )
    },
    { event: how, files: names, bytes: [...picture('', 3_000).buffer] },
  )

const slowDown = (line: CDPSession, uploadThroughput: number) =>
  line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })

test.use({ viewport: NARROWEST })

test('files are refused before they are sent, chosen, dropped and pasted, sent two at a time, cancelled, sent again alone and replaced; the notification goes once, and its failure hides nothing', async ({
  page,
  context,
  stored,
  faults,
}) => {
  faults.allow(answeredWith(500))
  const calls = countCalls(page)
  await page.goto('/papers')
  await hydrated(page, 'form-2001')
  await page.getByRole('textbox', { name: /Who are you/ }).fill('Ada')
  await page.getByRole('textbox', { name: /Bank account/ }).fill('99-77-55')

  await test.step('files of the wrong type, empty or too large are refused before they are sent', async () => {
    const birth = control(page, 'Birth certificate')
    const wrong = [
      [{ name: 'run.exe', mimeType: 'application/x-msdownload', buffer: PNG }, 'File type not allowed'],
      [{ ...picture('empty.png'), buffer: Buffer.alloc(0) }, 'Birth certificate is an empty file'],
      [picture('huge.png', MAX_FILE_BYTES + 1), 'Birth certificate must be no larger than 293 kB'],
    ] as const
    for (const [file, message] of wrong) {
      await birth.setInputFiles(file)
      await send(page).click()
      await expect(page.getByRole('alert').getByRole('link', { name: message })).toBeVisible()
      await expectNoOverflow(page)
    }
    await birth.setInputFiles(picture('birth.png', 200_000))
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  await test.step('a file is dropped, but not two; another is pasted', async () => {
    await give(control(page, 'Proof of address'), 'drop', ['one.png', 'two.png'])
    await expect(page.getByRole('alert')).toHaveText('Choose one file, not several.')
    await give(control(page, 'Proof of address'), 'drop', ['address.png'])
    await give(control(page, 'Portrait'), 'paste', ['portrait.png'])
    await control(page, 'Anything else').setInputFiles(picture('else.png', 200_000))
    for (const name of ['birth.png', 'address.png', 'portrait.png', 'else.png'])
      await expect(chosen(page, name)).toBeVisible()
    await expectNoOverflow(page)
  })

  const line = await context.newCDPSession(page)
  await test.step('two are sent at a time; one is cancelled, one fails, and the others arrive', async () => {
    expect(calls).toEqual({ posts: 0, files: 0, notices: 0 })
    await slowDown(line, SLOW_BYTES_PER_SECOND)
    // The third of four files fails.
    await page.route('**/UploadFile', (route) =>
      calls.files === 3 ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
    )
    await send(page).click()
    // A request that is cancelled while it is held for the route above is sent all the same.
    for (const name of ['birth.png', 'else.png']) {
      const bar = page.getByRole('progressbar', { name })
      await expect
        .poll(() => bar.evaluate((one: HTMLProgressElement) => one.value), `the bar of ${name} moves`)
        .toBeGreaterThan(0)
    }
    await expect(page.getByRole('status').filter({ hasText: 'Sending files: ' })).toBeVisible()
    await expectNoOverflow(page)
    await expect(chosen(page, 'else.png')).toContainText('Being sent')
    await act(page, 'Cancel', 'else.png').click()
    await expect(page.getByText('Not sent: cancelled')).toBeVisible()
    await slowDown(line, FASTER_BYTES_PER_SECOND)
    const alert = page.getByRole('alert').filter({ hasText: 'There was an error submitting the form' })
    await expect(alert).toContainText('a file did not arrive')
    await expect(chosen(page, 'birth.png')).toContainText('Sent')
    await slowDown(line, -1)
    await expectNoOverflow(page)
    expect(calls).toEqual({ posts: 1, files: 4, notices: 0 })
    expect(await mostAtOnce(page)).toBe(2)
  })
  await test.step('only the failed one is sent again; the cancelled one is replaced', async () => {
    await act(page, 'Try again', 'portrait.png').click()
    await expect(chosen(page, 'portrait.png')).toContainText('Sent')
    expect(calls).toEqual({ posts: 1, files: 5, notices: 0 })
    await control(page, 'Anything else').setInputFiles(picture('instead.png'))
    await expectNoOverflow(page)
    const kept = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))
    expect(JSON.stringify(kept)).not.toContain('99-77-55')
    expect(JSON.parse(kept['tessera-draft:2001/papers'] ?? '')).toMatchObject({
      values: { 'ctrl_1-201-u1': 'Ada' },
    })
    expect(kept['tessera-draft:2001/papers']).not.toContain('png')
    await page.route('**/sendnotification/**', (route) => route.fulfill({ status: 500 }))
    await act(page, 'Send this file', 'instead.png').click()
  })

  const done = page.getByRole('status').filter({ hasText: 'Form reference number is' })
  await expect(done).toContainText('Thank you: Your papers.')
  await expectNoOverflow(page)
  await expect.poll(() => calls).toEqual({ posts: 1, files: 6, notices: 1 })
  const posts = await stored('2001')
  expect(posts.map(({ reference }) => reference)).toEqual([await done.locator('strong').textContent()])
  expect(posts[0]?.files.map(({ name, size }) => [name, size]).toSorted()).toEqual([
    ['address.png', 3_000],
    ['birth.png', 200_000],
    ['instead.png', 2_000],
    ['portrait.png', 3_000],
  ])
  expect(posts[0]?.answers).toContainEqual({ question: 'Bank account', answer: '99-77-55' })
})
