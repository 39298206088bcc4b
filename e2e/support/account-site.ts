import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { demonstrationClient } from './environment.ts'
import { startShell, type TestShell } from './start-shell.ts'
import { test as base } from './test.ts'

interface AccountFixtures {
  /** A shell of its own, so that its limits on attempts and its e-mails are not shared. */
  readonly accountShell: TestShell
}

/** Journeys of accounts: each visitor has an IP address of its own, so that attempts are not added up. */
export const accountTest = base.extend<{ visitorAddress: string }, AccountFixtures>({
  accountShell: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const shell = await startShell({
        options: () => ({
          accounts: { client: demonstrationClient() },
          trustedProxies: ['127.0.0.1', '::1'],
        }),
      })
      await use(shell)
      await shell.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ accountShell }, use) => use(accountShell.url),
  // eslint-disable-next-line no-empty-pattern -- as above
  visitorAddress: async ({}, use, { testId, retry }) => use(addressOf(`${testId} ${retry}`)),
  extraHTTPHeaders: async ({ visitorAddress }, use) => use({ 'x-forwarded-for': visitorAddress }),
})

/** An IP address of the range that is reserved for examples. */
function addressOf(text: string): string {
  const sum = [...text].reduce(
    (before, character) => (before * 31 + (character.codePointAt(0) ?? 0)) % 65_000,
    7,
  )
  return `198.18.${sum >> 8}.${sum & 255}`
}

/** A person without an account. */
export interface NewPerson {
  readonly email: string
  readonly password: string
}

/** @param name made unique by the time and a random part. */
export const aPerson = (name: string): NewPerson => ({
  email: `${name}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}@post.example`,
  password: 'five tall green ladders',
})

/** The newest e-mail to an address whose text has the words: its text, and the link in it. */
export async function mailTo(
  shell: TestShell,
  email: string,
  words: RegExp,
): Promise<{ readonly text: string; readonly link: string }> {
  const find = () => messagesTo(shell, email).find((text) => words.test(text))
  await expect.poll(find, { message: `a message to ${email}`, timeout: 10_000 }).toBeTruthy()
  const text = find() ?? ''
  return { text, link: /https?:\/\/\S+\/account\/\S+/.exec(text)?.[0] ?? '' }
}

/** Texts of the e-mails to an address, the newest first. */
export function messagesTo({ dataDir }: TestShell, email: string): readonly string[] {
  const folder = path.join(dataDir, 'outbox')
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .toReversed()
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .filter((message) => message.includes(email))
      .map(asText)
  } catch {
    return [] // no e-mail was sent yet
  }
}

/** The source of an e-mail with its lines joined and its characters decoded. */
const asText = (message: string): string =>
  Buffer.from(
    message
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Wait until the form of an account screen is hydrated; at once where no script runs. */
export async function formIsLive(page: Page, hasScript: boolean): Promise<void> {
  if (hasScript) await expect(page.locator('[data-slot="main"][data-hydrated]')).toBeAttached()
}

/** Fill in the sign-in form and send it. */
export async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username or email address').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

/** End the session of a browser on the server: it keeps its cookies, which belong to no session any more. */
export async function endSession(context: BrowserContext): Promise<void> {
  const id = (await context.cookies()).find(({ name }) => name === 'sid')
  if (!id) throw new Error('Nobody is signed in')
  await context.addCookies([{ ...id, value: 'x'.repeat(id.value.length) }])
}
