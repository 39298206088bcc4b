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

/** More than that change nothing that a visitor would notice. */
const MAX_PAGES = 500

/**
 * Make the home page of each language again and again before visitors come: the first pages of a process take ten times as long as
 * later ones, since its code is compiled as it is used. No cache keeps them, and a page that fails ends it: what is wrong, the
 * first visitor's page says. Resolves with the number of pages; never rejects.
 */
export async function warmUp({ app, config, maxMs, log }: Options): Promise<number> {
  const { languages, publicUrl } = config
  const end = performance.now() + maxMs
  const { level } = log
  let made = 0
  log.level = 'silent' // these are nobody's requests
  try {
    while (made < MAX_PAGES && performance.now() < end) {
      const language = languages.supported[made % languages.supported.length] ?? languages.primary
      // Addresses with a query are not kept unless they are asked for again.
      const url = `${languagePrefix(language, languages) || '/'}?warm-up=${made}`
      const { statusCode } = await app.inject({ url, headers: { host: new URL(publicUrl).host } })
      if (statusCode !== 200) break
      made += 1
    }
  } catch {
    // The pages that follow will say it.
  } finally {
    log.level = level
  }
  return made
}
