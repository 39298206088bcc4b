import type { Entry, Node } from '@tessera/shared/content'
import type { ContentClient, PageHead } from '@tessera/shared/contract'

/** Where the page is in each language it has; empty when it has one only. A language that cannot be had is left out. */
export async function loadAlternates(
  node: Node,
  entry: Entry,
  supported: readonly string[],
  client: Pick<ContentClient, 'nodeOfEntry'>,
): Promise<PageHead['alternates']> {
  const own = entry.sys.language
  const others = (entry.sys.availableLanguages ?? []).filter(
    (code) => code !== own && supported.includes(code),
  )
  if (!own || others.length === 0) return []
  const found = await Promise.all(
    others.map(async (language) => {
      // A page whose translation cannot be found lacks the link to it, nothing else.
      const other = await client.nodeOfEntry(entry.sys.id, { language }).catch(() => null)
      return other ? [{ language, path: other.path }] : []
    }),
  )
  const translations = found.flat()
  return translations.length > 0 ? [{ language: own, path: node.path }, ...translations] : []
}
