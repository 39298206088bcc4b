/**
 * The baseline for the shell: bare fastify and one render of the same tree, nothing else. No headers, log, limits, checks,
 * sanitising or menus; the frame round the slots is a constant. Not a product: the least that a page can cost.
 */
import '../shell/start/production.server.ts'
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createFederationHost } from '../shell/releases/federation-host.server.ts'
import type { BaselineConfig, WireCall } from './baseline-config.ts'
import {
  readBaselinePage,
  readBaselineView,
  type BaselinePage,
  type BaselineRemotes,
} from './baseline-page.ts'
import { packagesOf } from './packages-of.ts'

interface Reply {
  type(name: string): Reply
  header(name: string, value: number): Reply
  send(body: unknown): Reply
}
interface Server {
  get(
    url: string,
    handler: (request: { readonly params: { readonly '*': string } }, reply: Reply) => unknown,
  ): void
  listen(where: { readonly port: number; readonly host: string }): Promise<string>
}
interface Pool {
  request(call: Partial<WireCall>): Promise<{ readonly body: Pick<Body, 'arrayBuffer' | 'json'> }>
}

const HTML = 'text/html; charset=utf-8'

const config = JSON.parse(readFileSync(process.env['BENCH_FLOOR'] ?? '', 'utf8')) as BaselineConfig
const fastify = packagesOf('shell')<() => Server>('fastify')
const undici = packagesOf('shared')<{ readonly Pool: new (origin: string) => Pool }>('undici')

const host = createFederationHost()
const loaded = Object.entries(config.remoteFolders).map(async ([app, folder]) => [
  app,
  await host.load(app, folder),
])
const remotes = Object.fromEntries(await Promise.all(loaded)) as BaselineRemotes
const pages = new Map<string, BaselinePage>()
for (const page of config.paths) pages.set(page.slice(1), await readBaselinePage(page, remotes, config))
const pageAt = (path: string): BaselinePage => {
  const page = pages.get(path)
  if (!page) throw new Error(`no page ${path}`)
  return page
}

const app = fastify()
const pool = new undici.Pool(config.platformUrl)

app.get('/in-memory/*', ({ params }, reply) => reply.type(HTML).send(pageAt(params['*']).render()))

app.get('/one-fetch/*', async ({ params }, reply) => {
  const page = pageAt(params['*'])
  const answer = await fetch(config.platformUrl + page.call.path, { headers: page.call.headers })
  return reply.type(HTML).send(await page.renderNode(await answer.json()))
})

// The same with undici's pool, which the shell itself uses: half the cost of fetch (docs/decisions/0003).
app.get('/one-pooled-request/*', async ({ params }, reply) => {
  const page = pageAt(params['*'])
  const { body } = await pool.request({ method: 'GET', path: page.call.path, headers: page.call.headers })
  return reply.type(HTML).send(await page.renderNode(await body.json()))
})

// Sends all calls of a page at once; the answers are parsed but not used.
const views = await Promise.all(
  config.views.map(async ({ address, calls }) => ({
    calls,
    render: await readBaselineView(address, remotes, config),
  })),
)
app.get('/views/*', async ({ params }, reply) => {
  const view = views[Number(params['*'])]
  if (!view) throw new Error(`no view ${params['*']}`)
  await Promise.all(
    view.calls.map(async (call) => {
      const { body } = await pool.request(call)
      return body.json()
    }),
  )
  return reply.type(HTML).send(view.render())
})

const file = path.join(config.folder, 'page.html')
writeFileSync(file, [...pages.values()][0]?.render() ?? '')
app.get('/file', (_request, reply) =>
  reply.type(HTML).header('content-length', statSync(file).size).send(createReadStream(file)),
)

process.once('SIGTERM', () => process.exit(0)).once('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url: await app.listen({ port: 0, host: '127.0.0.1' }) })
