/** Highest page that an address may name: past it nobody reads, and a platform would have to count. */
const MAX_PAGE = 1_000

/** What an address says about a search. */
export interface SearchAddress {
  readonly term: string
  /** Counted from 0; the address counts from 1. */
  readonly pageIndex: number
}

/** Address of a page of results: keys in alphabetical order, the first page without a number. Mirrors `fromQuery`. */
export function toUrl(path: string, { term, pageIndex }: SearchAddress): string {
  const query = new URLSearchParams()
  if (pageIndex > 0) query.set('pageIndex', String(pageIndex + 1))
  if (term) query.set('term', term)
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Read an address's query. What is not a page number means the first page. */
export function fromQuery(query: Readonly<Record<string, string>>): SearchAddress {
  const page = query['pageIndex'] ?? ''
  const pageNumber = /^\d{1,4}$/.test(page) ? Math.min(Math.max(Number(page), 1), MAX_PAGE) : 1
  return { term: (query['term'] ?? '').trim(), pageIndex: pageNumber - 1 }
}
