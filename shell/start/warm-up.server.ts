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
 * as later ones, since code is compiled as it is used. The pages are not cached; a page that fails ends the warm-up. Resolves with
 * the number of pages; never rejects.
 */
export async function warmUp({ app, config, maxMs, log }: Options): Promise<number> {
  const { languages, publicUrl } = config
  const end = performance.now() + maxMs
  const { level } = log
  let made = 0
  log.level = 'silent' // no visitor made these requests
  try {
    while (made < MAX_PAGES && performance.now() < end) {
      const language = languages.supported[made % languages.supported.length] ?? languages.primary
      // An address with a query is cached only when it is requested again.
      const url = `${languagePrefix(language, languages) || '/'}?warm-up=${made}`
      const { statusCode } = await app.inject({ url, headers: { host: new URL(publicUrl).host } })
      if (statusCode !== 200) break
      made += 1
    }
  } catch {
    // The first visitor's page will report it.
  } finally {
    log.level = level
  }
  return made
}
