import type { LoadRequest, LoadResult, SiteInspection } from '@tessera/shared/contract'
import { elementOf, readChoice, type EmbedChoice } from '../domain/embed-choice.ts'
import type { FixedScript } from '../domain/embed-snippets.ts'
import { catalogues, type VersionMessages } from '../messages/index.ts'
import { embedChosen } from './devinfo.slice.ts'

/** Reads the settings of the embed from the query, for staff; other visitors get a 403, as on the version page. */
export function loadEmbed({ messages, query, origin, inspect }: LoadRequest<VersionMessages>): LoadResult {
  const head = { title: messages.embed.title, robots: 'noindex' } as const
  if (!inspect) return { head, status: 403 }
  const codes = Object.keys(catalogues)
  const choice = readChoice(query, codes)
  const languages = codes.map((code) => ({ code, name: nameOf(code) }))
  return {
    head,
    actions: [embedChosen({ choice, languages, site: origin, fixed: fixedScript(choice, inspect()) })],
  }
}

/** A language's name in that language. Computed on the server, since browsers lack the names in some languages. */
const nameOf = (code: string): string => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code

/** The script of the live release; null where the release has no hash of it. */
function fixedScript(choice: EmbedChoice, { releases }: SiteInspection): FixedScript | null {
  const { remote, script } = elementOf(choice)
  const file = `web/embed/${script}.js`
  const release = releases.find(({ app }) => app === remote)
  const hash = release?.hashes.find(({ name }) => name === file)
  return release?.version && hash
    ? { path: `/_mfe/${remote}/${release.version}/${file}`, integrity: hash.value }
    : null
}
