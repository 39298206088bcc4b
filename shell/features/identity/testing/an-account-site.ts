import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { aPlatform, until, type TestPlatform } from '@tessera/shared/testing'
import { aShell, type TestShell } from '../../../testing/a-shell.ts'
import { accountError } from '../../../errors.ts'
import { OUTBOX_FOLDER, readStoredMail, type StoredMail } from '../mail/outbox.server.ts'
import { askSecurity, type SecurityCall } from '../identity-fetch.server.ts'

/** Headers, cookies and client address of a request, in addition to the usual ones. */
interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
  /** Client address; each test has its own, so that tests do not share rate limits. */
  readonly from?: string
}

/** A site with accounts: a real platform, a real shell, an outbox on disk. */
export interface AccountSite {
  readonly platform: TestPlatform
  readonly shell: TestShell
  /** Security calls that went to the platform, in order: `METHOD path`. */
  readonly calls: string[]
  /** Methods of calls that the platform fails for the time being. */
  readonly failing: Set<SecurityCall['method']>
  readonly json: (url: string, body: unknown, sent?: Sent) => Promise<LightMyRequestResponse>
  readonly form: (
    url: string,
    fields: Readonly<Record<string, string>>,
    sent?: Sent,
  ) => Promise<LightMyRequestResponse>
  readonly get: (url: string, sent?: Sent) => Promise<LightMyRequestResponse>
  /** The first unread message to an address; waits for it. */
  readonly mailTo: (address: string) => Promise<StoredMail>
  /** All messages so far. */
  readonly mails: () => readonly StoredMail[]
  /** Replaces the shell by a new one with the same data folder. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a site with accounts. `options` override those of the shell, `accounts` included. */
export async function anAccountSite(options: Readonly<Record<string, unknown>> = {}): Promise<AccountSite> {
  const platform = await aPlatform()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'accounts-'))
  const calls: string[] = []
  const failing = new Set<SecurityCall['method']>()
  const count = (call: SecurityCall) => {
    calls.push(`${call.method} ${new URL(call.url).pathname}`)
    return failing.has(call.method) ? Promise.reject(accountError('account/unavailable')) : askSecurity(call)
  }
  const start = () =>
    aShell({
      platformUrl: platform.url,
      remotes: [ACCOUNT_REMOTE],
      options: {
        dataDir,
        accounts: { client: SITE_CLIENT },
        site: { siteName: { cy: 'Cyngor Larkmoor' } },
        ...options,
      },
      askSecurity: count,
    })
  let shell = await start()
  const read = new Set<string>()

  const files = () => {
    const folder = path.join(dataDir, OUTBOX_FOLDER)
    try {
      return readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => path.join(folder, name))
    } catch {
      return []
    }
  }
  const send = (inject: InjectOptions, { headers, cookies, from = '198.51.100.1' }: Sent = {}) =>
    shell.app.inject({
      ...inject,
      remoteAddress: from,
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', ...inject.headers, ...headers },
      ...(cookies ? { cookies: { ...cookies } } : {}),
    })

  return {
    platform,
    get shell() {
      return shell
    },
    calls,
    failing,
    json: (url, body, sent) =>
      send(
        {
          method: 'POST',
          url,
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json', accept: 'application/json' },
        },
        sent,
      ),
    form: (url, fields, sent) =>
      send(
        {
          method: 'POST',
          url,
          payload: new URLSearchParams(fields).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        },
        sent,
      ),
    get: (url, sent) => send({ method: 'GET', url, headers: { accept: 'text/html' } }, sent),
    mails: () => files().map((file) => readStoredMail(readFileSync(file, 'utf8'))),
    async mailTo(address) {
      const isUnread = (file: string) =>
        !read.has(file) && readStoredMail(readFileSync(file, 'utf8')).to === address
      await until(() => files().some(isUnread))
      const file = files().find(isUnread) ?? ''
      read.add(file)
      return readStoredMail(readFileSync(file, 'utf8'))
    },
    async restart() {
      await shell.close()
      shell = await start()
    },
    async close() {
      await shell.close()
      await platform.platformClient.close()
      await platform.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The site's client credentials for the demonstration platform. */
export const SITE_CLIENT = {
  clientId: '5d0c6a0e-2f0b-4f0e-9a53-1a7b2c3d4e01',
  clientSecret: 'larkmoor-demo-shared-secret',
} as const

/** Stands in for the account screens: the page's title is the initial form values as JSON. */
export const ACCOUNT_REMOTE = {
  app: 'mfe-account',
  load: 'return { head: { title: JSON.stringify(r.posted ?? null) } }',
  manifest: {
    staticRoutes: ['login', 'registration', 'forgot-password', 'reset-password', 'verify'].map((name) => ({
      path: `/account/${name}`,
      view: name,
      hydrate: 'never' as const,
      private: true,
    })),
    stateKeys: ['account'],
  },
} as const

/** The URL of the link in a message. */
export const linkIn = ({ text }: StoredMail): URL => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

/** Cookies that an answer sets, by name, without those that it removes. */
export const cookiesOf = (answer: LightMyRequestResponse): Readonly<Record<string, string>> =>
  Object.fromEntries(
    answer.cookies.filter(({ maxAge }) => maxAge !== 0).map(({ name, value }) => [name, value]),
  )

/** The initial form values of a page, by field. */
export function postedOn(page: LightMyRequestResponse): Readonly<Record<string, string>> | null {
  const title =
    /<title>([^<]*)/.exec(page.body)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#39;', "'") ?? 'null'
  return JSON.parse(title.slice(0, title.lastIndexOf('}') + 1) || 'null') as Readonly<
    Record<string, string>
  > | null
}
