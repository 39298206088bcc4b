import type { PageHead, RouteState } from '@tessera/shared/contract'
import { directionOf } from '../domain/page-language.ts'

interface Known {
  readonly alternates: PageHead['alternates']
  readonly isIndexable: boolean
}

/** The head of a page from its route alone; the main slot's loader may know better. */
export function pageHead(route: RouteState, language: string, { alternates, isIndexable }: Known): PageHead {
  const { entry, mappedEntry, currentNode } = route
  return {
    title: text(entry?.entryTitle) ?? text(mappedEntry?.['title']) ?? currentNode?.displayName ?? '',
    description: text(entry?.entryDescription) ?? text(mappedEntry?.['summary']) ?? '',
    language,
    dir: directionOf(language),
    canonicalPath: isIndexable ? route.canonicalPath : null,
    alternates,
    ...(isIndexable ? {} : { robots: 'noindex' as const }),
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
