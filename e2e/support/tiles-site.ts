import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { ROOT } from './environment.ts'
import { startShell, type TestShell } from './start-shell.ts'
import { test as base } from './test.ts'

const TILE = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><path fill="#cfe3d4" stroke="#555" d="M0 0h256v256H0z"/></svg>`

/** A fake provider of map tiles, on an origin of its own. */
export interface TileServer {
  readonly origin: string
  /** Paths of the requested tiles. */
  readonly requests: string[]
  /** Whether it answers with errors. */
  isGone: boolean
}

/** Journeys of a site whose configuration names a provider of map tiles. */
export const tilesTest = base.extend<
  object,
  { readonly tileServer: TileServer; readonly tilesSite: TestShell }
>({
  tileServer: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const own = { origin: '', requests: [] as string[], isGone: false }
      const server = http.createServer(({ url = '' }, response) => {
        own.requests.push(url)
        if (own.isGone) return void response.writeHead(503).end()
        response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(TILE)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      own.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      await use(own)
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
  tilesSite: [
    async ({ tileServer }, use) => {
      const file = readFileSync(path.join(ROOT, 'site.config.json'), 'utf8')
      const { alias: _alias, ...site } = JSON.parse(file) as { readonly alias: string }
      const attribution = { text: '© Stand-in mappers', href: 'https://tiles.example/' }
      const mapTiles = { url: `${tileServer.origin}/{z}/{x}/{y}.svg`, zoom: 15, attribution }
      const shell = await startShell({ options: () => ({ site: { ...site, mapTiles } }) })
      await use(shell)
      await shell.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ tilesSite }, use) => use(tilesSite.url),
})
