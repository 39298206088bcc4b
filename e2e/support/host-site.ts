import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { HOSTS, ROOT } from './environment.ts'

/** Frameworks for pages of a host, by their address on it. */
const LIBRARIES: Readonly<Record<string, () => string>> = {
  '/react-18.js': () => path.join(HOSTS, 'react/umd/react.production.min.js'),
  '/react-dom-18.js': () => path.join(HOSTS, 'react-dom/umd/react-dom.production.min.js'),
  '/vue.js': () => path.join(ROOT, 'node_modules/vue/dist/vue.global.prod.js'),
  '/single-spa.js': () => path.join(ROOT, 'node_modules/single-spa/lib/es2015/umd/single-spa.min.cjs'),
}

/** A page of another site. */
export interface HostPage {
  readonly body: string
  readonly head?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly dir?: 'ltr' | 'rtl'
}

/** Another site: it has another host name, so that browsers treat it as cross-site and not only as cross-origin. */
export interface HostSite {
  readonly url: string
  /** Serve a page; gives its address. */
  readonly show: (page: HostPage) => string
  /** Serve a folder of scripts at `/{name}/`; gives its address. */
  readonly serve: (folder: string) => string
  readonly stop: () => Promise<void>
}

export async function startHost(): Promise<HostSite> {
  const pages: HostPage[] = []
  const folders: string[] = []
  const server = createServer((request, response) => {
    const library = LIBRARIES[request.url ?? '']
    if (library)
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(library()))
    const [, at = '', file = ''] = /^\/scripts-(\d+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
    const folder = folders[Number(at)]
    if (file && folder)
      return void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(readFileSync(path.join(folder, file)))
    const page = pages[Number((request.url ?? '').slice(1))]
    if (!page) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
    response.end(
      `<!doctype html><html lang="en" dir="${page.dir ?? 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A host</title><link rel="icon" href="data:,">${page.head ?? ''}</head><body>${page.body}</body></html>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    serve: (folder) => `${url}/scripts-${folders.push(folder) - 1}/`,
    show: (page) => `${url}/${pages.push(page) - 1}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
}
