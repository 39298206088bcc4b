import type { LoadRequest, LoadResult, SiteInspection } from '@tessera/shared/contract'
import { elementOf, readChoice, type EmbedChoice } from '../domain/embed-choice.ts'
import type { FixedScript } from '../domain/embed-snippets.ts'
import { catalogues, type VersionMessages } from '../messages/index.ts'
import { embedChosen } from './devinfo.slice.ts'

/** Read from the address what is to be embedded, for staff; others are refused, as on the version page. */
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

/** A language's own name. On the server: browsers do not know the names in every language. */
const nameOf = (code: string): string => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code

/** Null where the release that carries it says no hash of it. */
function fixedScript(choice: EmbedChoice, { releases }: SiteInspection): FixedScript | null {
  const { remote, script } = elementOf(choice)
  const file = `web/embed/${script}.js`
  const release = releases.find(({ app }) => app === remote)
  const hash = release?.hashes.find(({ name }) => name === file)
  return release?.version && hash
    ? { path: `/_mfe/${remote}/${release.version}/${file}`, integrity: hash.value }
    : null
}
