import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { builds } from '../../rspack.config.ts'
import type { App } from '../build/apps.ts'
import type { Say } from '../release/go-live.ts'
import { claimPort } from '../start/ports.ts'

/** The port that it is served on when no other is given. */
export const OVERRIDE_PORT = 4001

/** The dev server of a remote that a staff member shows to themselves on a site. */
export interface OverrideServer {
  /** Origin of this server. */
  readonly origin: string
  /** The page of the site that asks whether to show the remote. */
  readonly link: string
  readonly stop: () => Promise<void>
}

interface Where {
  /** Origin of the site: pages of other origins may not load anything from here. */
  readonly site: string
  /** 0 for any free port. */
  readonly port: number
}

/**
 * Build the browser half of a remote as a release would, again after each change, and serve it to the pages of one site.
 * @throws UsageError when the port is taken
 */
export async function serveOverride(app: App, { site, port }: Where, say: Say): Promise<OverrideServer> {
  const free = await claimPort('port', port)
  const folder = mkdtempSync(path.join(tmpdir(), `${app.name}-override-`))
  const pages = new Set<ServerResponse>()
  const build = { app, site, files: path.join(folder, app.name, 'web'), pages }
  const server = http.createServer((request, response) => answer(request, response, build))
  server.listen(free, 'localhost')
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const compiler = rspack(
    builds({ folder: app.folder, target: 'web', output: folder, publicPath: `${origin}/_mfe/${app.name}/` }),
  )
  const built = Promise.withResolvers<null>()
  let before = ''
  compiler.watch({}, (error, stats) => {
    if (error) say(error.message)
    if (stats?.hasErrors()) say(stats.toString({ all: false, errors: true }))
    else if (stats && stats.hash !== before) {
      before = stats.hash ?? ''
      for (const page of pages) page.write('data: built\n\n')
    }
    built.resolve(null)
  })
  await built.promise
  return {
    origin,
    link: `${site}/version/override?${new URLSearchParams({ remote: app.name, origin }).toString()}`,
    async stop() {
      await new Promise((resolve) => compiler.close(resolve))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface ServedBuild {
  readonly app: App
  readonly site: string
  /** Folder of the build. */
  readonly files: string
  /** Pages that are notified of each build. */
  readonly pages: Set<ServerResponse>
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

function answer(request: IncomingMessage, response: ServerResponse, build: ServedBuild): void {
  const { app, site, files, pages } = build
  const end = (status: number, body = '') => void response.writeHead(status).end(body)
  // A request for another host name that leads here is DNS rebinding: a foreign page would have this origin.
  if (!/^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')) return end(421)
  for (const [name, value] of Object.entries(headersFor(site))) response.setHeader(name, value)
  if (request.method === 'OPTIONS') return end(204)
  if (request.method !== 'GET') return end(405)
  const address = new URL(request.url ?? '/', 'http://localhost').pathname
  if (address === '/_mfe/') {
    response.setHeader('content-type', 'application/json')
    return end(200, JSON.stringify({ remote: app.name }))
  }
  const name = address.startsWith(`/_mfe/${app.name}/`) ? address.slice(`/_mfe/${app.name}/`.length) : ''
  if (name === 'builds') return keep(response, pages)
  const file = path.join(files, name)
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(name) || name.includes('..') || !isFile(file)) return end(404)
  response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream')
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response)
}

/** Only the site's pages may read the files, also when the site is on the network and this server on the local machine. */
const headersFor = (site: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': site,
  'access-control-allow-private-network': 'true',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'origin',
})

function keep(response: ServerResponse, pages: Set<ServerResponse>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n')
  pages.add(response)
  response.on('close', () => pages.delete(response))
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true
