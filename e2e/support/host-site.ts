import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A page of somebody else. */
export interface HostPage {
  readonly body: string
  readonly head?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Another site, on an origin of its own: another host name, so that browsers take it for another site too. */
export interface HostSite {
  readonly url: string
  /** Serve a page; its address. */
  readonly show: (page: HostPage) => string
  readonly stop: () => Promise<void>
}

export async function startHost(): Promise<HostSite> {
  const pages: HostPage[] = []
  const server = createServer((request, response) => {
    const page = pages[Number((request.url ?? '').slice(1))]
    if (!page) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
    response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A host</title><link rel="icon" href="data:,">${page.head ?? ''}</head><body>${page.body}</body></html>`,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    show: (page) => `${url}/${pages.push(page) - 1}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => undefined)
    },
  }
}
