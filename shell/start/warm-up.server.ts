import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { languagePrefix } from '../http/paths.ts'

interface Options {
  readonly app: FastifyInstance
  readonly config: Pick<SiteConfig, 'languages' | 'publicUrl'>
  /** How long it may take; 0 for none. */
  readonly maxMs: number
  readonly log: Logger
}

/** Enough for what is compiled early; the rest takes tens of thousands of pages. */
const MAX_PAGES = 500

/**
 * Render the home page of each language repeatedly before the server listens: the first pages of a process take many times as long
 * as later ones, since code is compiled as it is used. They are requested over a socket of their own, since requests of
 * `app.inject` are other objects than Node's, which code that has seen both may keep paying for (docs/decisions/0030). The pages are not cached; a page that fails ends the
 * warm-up. Resolves with the number of pages; never rejects.
 */
export async function warmUp({ app, config, maxMs, log }: Options): Promise<number> {
  if (maxMs === 0) return 0
  const { languages, publicUrl } = config
  await app.ready()
  const server = http.createServer((request, response) => app.routing(request, response))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const { level } = log
  // No visitor made these requests; what goes wrong meanwhile is logged.
  if (log.isLevelEnabled('info')) log.level = 'warn'
  let made = 0
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const end = performance.now() + maxMs
    while (made < MAX_PAGES && performance.now() < end) {
      const language = languages.supported[made % languages.supported.length] ?? languages.primary
      // An address with a query is cached only when it is requested again.
      const path = `${languagePrefix(language, languages) || '/'}?warm-up=${made}`
      if ((await statusOf({ port, path, agent, host: new URL(publicUrl).host })) !== 200) break
      made += 1
    }
  } catch {
    // The first visitor's page will report it.
  } finally {
    agent.destroy()
    server.close()
    server.closeAllConnections()
    log.level = level
  }
  return made
}

interface Call extends Pick<http.RequestOptions, 'port' | 'path' | 'agent'> {
  readonly host: string
}

/** The status of an answer that has been read to its end. */
async function statusOf({ host, ...options }: Call): Promise<number> {
  const request = http.get({ ...options, hostname: '127.0.0.1', headers: { host } })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode ?? 0
}
