import { aDemonstration } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { freePort } from '../../../scripts/testing/ports.ts'
import { WEBHOOK_PATH } from '../../features/content-webhook/content-webhook.server.ts'

/** A site whose platform reports changes to it, and an author who makes them. */
export interface AuthoredSite {
  readonly shell: TestShell
  /** Call the management API as an author. @throws Error when it refuses */
  author(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Managed>
  close(): Promise<void>
}

/** An entry as authors see it. */
export interface Managed {
  readonly sys: { readonly id: string; readonly version: { readonly versionNo: string } }
  readonly [field: string]: unknown
}

const SECRET = 'a-secret-of-this-test'
const PUBLISHED_TOKEN = 'larkmoor-demo-published'
const ENTRIES = '/api/management/projects/website/entries'
const KEY = {
  grant_type: 'client_credentials',
  client_id: '5d0c6a0e-2f0b-4f0e-9a53-1a7b2c3d4e01',
  client_secret: 'larkmoor-demo-shared-secret',
  scope: 'Entry_Read Entry_Write',
}

/** A news listing as on a search page: the newest article's title, and the number of all. And a page that is valid for an hour. */
const LISTING = `
  if (r.slot.view === 'today') return { head: { title: 'Today' }, validUntil: Date.now() + 3_600_000 }
  const found = await r.client.search({
    where: [{ field: 'sys.contentTypeId', equalTo: 'newsArticle' }, { field: 'sys.language', equalTo: 'en-GB' }],
    orderBy: ['-sys.version.created'],
    pageSize: 5,
  })
  return r.slot.view === 'listing'
    ? { head: { title: found.items[0].entryTitle + ' of ' + found.totalCount } }
    : {}`

/** Nothing expires by itself, and calls may be slow on a busy machine: a menu that does not arrive in time drops every page. */
const PATIENT = {
  pageFreshMs: 3_600_000,
  freshMs: 3_600_000,
  treeFreshMs: 3_600_000,
  callDeadlineMs: 20_000,
  optionalDeadlineMs: 20_000,
  slotDeadlineMs: 20_000,
  requestDeadlineMs: 60_000,
}

interface Options {
  readonly limits?: Record<string, number>
  /** Other options of the shell, as in TESSERA_CONFIG. */
  readonly options?: Readonly<Record<string, unknown>>
  /** The shell's port; any free one by default. */
  readonly port?: number
}

/** The embedded platform and a shell in front of it, in this process, wired as `npm start` wires them. */
export async function anAuthoredSite({
  limits = {},
  options = {},
  port: givenPort,
}: Options = {}): Promise<AuthoredSite> {
  const port = givenPort ?? (await freePort())
  const platform = await aDemonstration([{ url: `http://127.0.0.1:${port}${WEBHOOK_PATH}`, secret: SECRET }])
  const { url } = await platform.listen(0)
  const content = aContentRemote()
  const staticRoutes = [
    { path: '/latest-news', view: 'listing', hydrate: 'never' as const },
    { path: '/today', view: 'today', hydrate: 'never' as const },
  ]
  const shell = await aShell({
    platformUrl: url,
    accessToken: PUBLISHED_TOKEN,
    remotes: [
      content,
      {
        app: 'mfe-search',
        manifest: { staticRoutes },
        load: LISTING,
        render: `return '<h1 id="page-title">version</h1>'`,
      },
    ],
    limits: { ...PATIENT, ...limits },
    options: { webhookSecrets: [SECRET], ...options },
  })
  await shell.app.listen({ port, host: '127.0.0.1' })
  const token = await signIn(url)
  return {
    shell,
    async author(method, path, body) {
      const answer = await fetch(`${url}${ENTRIES}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return (text ? JSON.parse(text) : {}) as Managed
    },
    async close() {
      await shell.close()
      await platform.close()
    },
  }
}

async function signIn(platform: string): Promise<string> {
  const answer = await fetch(`${platform}/authenticate/connect/token`, {
    method: 'POST',
    body: new URLSearchParams(KEY),
  })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}
