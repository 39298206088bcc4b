import { sitePath, type Entry, type PagedList } from '@tessera/shared/content'

/** A page that was found. */
export interface SearchResult {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly path: string
}

/** Where in the results we are. Source: specification 3, Paging. */
export interface PagingInfo {
  readonly pageCount: number
  /** Counted from 0. */
  readonly pageIndex: number
  readonly pageSize: number
  readonly totalCount: number
}

/** What a search that was not made has found. */
export const NO_RESULTS = {
  results: [],
  pagingInfo: { pageCount: 0, pageIndex: 0, pageSize: 0, totalCount: 0 },
} as const

/** Results as the page shows them, from the platform's answer. Entries without a title or address are left out. */
export function readResults(answer: PagedList<Entry>): {
  readonly results: readonly SearchResult[]
  readonly pagingInfo: PagingInfo
} {
  const { pageCount, pageIndex, pageSize, totalCount, items } = answer
  return { results: items.flatMap(readResult), pagingInfo: { pageCount, pageIndex, pageSize, totalCount } }
}

function readResult({ sys, entryTitle, entryDescription }: Entry): readonly SearchResult[] {
  if (!sys.uri || !entryTitle) return []
  return [
    { id: sys.id, title: entryTitle, description: shorten(entryDescription ?? ''), path: sitePath(sys.uri) },
  ]
}

const MAX_DESCRIPTION = 240

/** Cut at a word, with an ellipsis. */
function shorten(text: string): string {
  if (text.length <= MAX_DESCRIPTION) return text
  const cut = text.slice(0, MAX_DESCRIPTION)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_DESCRIPTION / 2))}…`
}
