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
  /** Longest duration in milliseconds; 0 for no warm-up. */
  readonly maxMs: number
  readonly log: Logger
}

/** Enough for the code that is compiled early; compiling the rest would take tens of thousands of pages. */
const MAX_PAGES = 500

/**
 * Renders the home page of each language repeatedly before the server listens: the first pages of a process take many times as long
 * as later ones, because code is compiled as it is used. Pages are requested over a socket, because the request objects of `app.inject`
 * differ from Node's, and code that has seen both kinds may stay slower (docs/decisions/0030). The pages are not cached; a page that
 * fails ends the warm-up. Resolves with the number of pages; never rejects.
 */
export async function warmUp({ app, config, maxMs, log }: Options): Promise<number> {
  if (maxMs === 0) return 0
  const { languages, publicUrl } = config
  await app.ready()
  const server = http.createServer((request, response) => app.routing(request, response))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const { level } = log
  // These requests are not by visitors, so only warnings and errors are logged.
  if (log.isLevelEnabled('info')) log.level = 'warn'
  let made = 0
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const end = performance.now() + maxMs
    while (made < MAX_PAGES && performance.now() < end) {
      const language = languages.supported[made % languages.supported.length] ?? languages.primary
      // A URL with a query is cached only at its second request.
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
