import type { Entry, Node } from '@tessera/shared/content'
import type { PageHead } from '@tessera/shared/contract'
import type { RouteIo } from './route-request.ts'

/** Where the page is in each language it has; empty when it has one only. A language that cannot be had is left out. */
export async function loadAlternates(
  node: Node,
  entry: Entry,
  supported: readonly string[],
  { pathOfEntry }: Pick<RouteIo, 'pathOfEntry'>,
): Promise<PageHead['alternates']> {
  const own = entry.sys.language
  const others = (entry.sys.availableLanguages ?? []).filter(
    (code) => code !== own && supported.includes(code),
  )
  if (!own || others.length === 0) return []
  const found = await Promise.all(
    others.map(async (language) => {
      const path = await pathOfEntry(entry.sys.id, language)
      return path === null ? [] : [{ language, path }]
    }),
  )
  const translations = found.flat()
  return translations.length > 0 ? [{ language: own, path: node.path }, ...translations] : []
}
