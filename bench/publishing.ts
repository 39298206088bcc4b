import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { SECRET_VARIABLE } from '../scripts/start/content-webhook.ts'
import { accessFor } from '../scripts/start/seed-access.ts'
import { CACHED } from './freshness.ts'
import { median } from './load.ts'
import type { BenchSite } from './open-site.ts'

/** From an author's publishing until the page shows the change, in milliseconds. */
export interface Publishing {
  readonly p50: number
  readonly max: number
  readonly trials: number
}

const PAGE = '/services/bins-and-recycling'
const TIMEOUT_MS = 30_000

/** Publish through the authoring API of a platform that calls a shell's signed webhook, and poll a cached page. */
export async function measurePublishing(site: BenchSite, trials: number): Promise<Publishing> {
  const secret = randomBytes(32).toString('base64url')
  const config = await site.shellConfig('published', CACHED)
  const webhook = `http://127.0.0.1:${String(config['port'])}/_content/changed`
  const data = path.join(site.folder, 'authored')
  const platform = await site.startServer({
    script: 'platform/main.server.ts',
    args: ['--port', '0', '--data', data, '--seed', 'platform/content', '--webhook', webhook],
    env: { [SECRET_VARIABLE]: secret },
  })
  const options = { ...config, platformUrl: platform.url, webhookSecrets: [secret] }
  const shell = await site.startServer({
    script: 'shell/start/main.server.ts',
    env: { TESSERA_CONFIG: JSON.stringify(options) },
  })
  const author = await signIn(platform.url, site.folder)
  const id = await entryOf(shell.url + PAGE)
  const took: number[] = []
  for (let trial = 0; trial < trials; trial += 1)
    took.push(await publish(`Bins, trial ${trial}`, id, author, shell.url + PAGE))
  await Promise.all([shell.stop(), platform.stop()])
  return { p50: median(took), max: Math.max(...took), trials }
}

/** The entry of a page, once the page is available: a platform that has just started is slow. */
async function entryOf(page: string): Promise<string> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end;) {
    const answer = await fetch(`${page}?redux=true`)
    const text = await answer.text()
    const id = answer.ok
      ? (JSON.parse(text) as { readonly routing: { readonly entryID: string | null } }).routing.entryID
      : null
    if (id !== null) return id
  }
  throw new Error('the page to be published does not come')
}

type Ask = (method: string, place: string, body?: object) => Promise<Record<string, unknown>>

/** Rename an entry and publish it; gives how long the page showed the old name after that. */
async function publish(title: string, id: string, ask: Ask, page: string): Promise<number> {
  await (await fetch(page)).text()
  await ask('PUT', `/${id}`, { ...(await ask('GET', `/${id}`)), title })
  const from = performance.now()
  await ask('POST', `/${id}/workflow/events`, { event: 'draft.publish', language: 'en-GB' })
  while (!(await (await fetch(page)).text()).includes(title)) {
    if (performance.now() - from > TIMEOUT_MS) throw new Error('the page does not follow what is published')
  }
  return performance.now() - from
}

async function signIn(platform: string, folder: string): Promise<Ask> {
  const { client, projectId } = accessFor(path.join(folder, 'nothing-kept'), null)
  const answer = await fetch(`${platform}/authenticate/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client?.clientId ?? '',
      client_secret: client?.clientSecret ?? '',
      scope: 'Entry_Read Entry_Write',
    }),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token: string }
  return async (method, place, body) => {
    const response = await fetch(`${platform}/api/management/projects/${projectId}/entries${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>
  }
}
