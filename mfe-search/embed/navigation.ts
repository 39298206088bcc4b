import type { AskData, Store } from '@tessera/shared/contract'
import { pathChanged } from '@tessera/shared/store'
import { readParameters } from '../domain/search-route.ts'
import type { EmbeddedSearch } from '../state/load-embedded.ts'
import { shownIn } from '../state/follow-path.epic.ts'
import { resultsFailed } from '../state/search-actions.ts'
import { selectSearch } from '../state/search.slice.ts'
import { embedError } from './errors.ts'
import type { SearchEmbedOptions } from './options.ts'

/** The navigation of an embedded search. */
export interface Navigation {
  /** Address of the page on the site. */
  readonly page: string
  /** Address on the site of the current view, or of the newest request. */
  readonly here: () => string
  /** Whether a URL belongs to this search. */
  readonly owns: (url: URL) => boolean
  /** Load the first view into the store. Resolves with its announcement; rejects if it cannot be loaded. */
  readonly start: () => Promise<string>
  /**
   * Go to an address of this search. Resolves with its announcement, or null if another address was requested meanwhile. A failure is shown
   * by the search itself.
   */
  readonly go: (url: URL) => Promise<string | null>
}

interface NavigationInput {
  readonly store: Store
  readonly ask: AskData
  readonly options: SearchEmbedOptions
  readonly page: string
  readonly signal: AbortSignal
}

export function createNavigation({ store, ask, options, page, signal }: NavigationInput): Navigation {
  const isListing = options.mode === 'listing'
  const { origin, pathname } = new URL(page)
  let here = isListing || !options.config ? page : `${page}/${options.config}`
  let newest = new AbortController()

  const paramsOf = ({ pathname: path, search }: URL): Readonly<Record<string, string>> => {
    const [facet = '', contentTypeId = ''] = path.slice(pathname.length).split('/').slice(1)
    const query = readParameters(search)
    return isListing
      ? { ...query, listingType: options.config ?? '' }
      : { ...query, ...(facet && { facet }), ...(contentTypeId && { contentTypeId }) }
  }
  const load = async (gone: AbortSignal): Promise<string> => {
    const question = { remote: 'mfe-search', name: 'embedded', params: paramsOf(new URL(here)) } as const
    const { search, announcement = '' } = readAnswer(await ask(question, gone), origin)
    store.adopt({ search })
    return announcement
  }
  return {
    page,
    here: () => here,
    owns: (url) =>
      url.origin === origin &&
      (url.pathname === pathname || (!isListing && url.pathname.startsWith(`${pathname}/`))),
    start: () => load(signal),
    async go(url) {
      here = url.href
      newest.abort()
      newest = new AbortController()
      const gone = AbortSignal.any([newest.signal, signal])
      // As the host does on the site: the visitor's choice is shown at once, and requests for the previous address are cancelled.
      store.dispatch(pathChanged({ path: url.pathname, search: url.search, hash: url.hash }))
      try {
        const announcement = await load(gone)
        return gone.aborted ? null : announcement
      } catch {
        if (gone.aborted) return null
        store.dispatch(resultsFailed(shownIn(selectSearch(store.getState()))))
        return ''
      }
    },
  }
}

/** Reads an answer and resolves its addresses against the site. @throws AppError search/answer-unreadable */
function readAnswer(answer: unknown, site: string): EmbeddedSearch {
  if (typeof (answer as Partial<EmbeddedSearch> | null)?.search !== 'object')
    throw embedError('search/answer-unreadable')
  return withWholeAddresses(answer, site) as EmbeddedSearch
}

/** Not by `JSON.stringify`: old libraries add a `toJSON` to arrays that makes texts of them. */
function withWholeAddresses(value: unknown, site: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withWholeAddresses(item, site))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, withWholeAddresses(member, site, key)]),
    )
  return typeof value === 'string' && ADDRESSES.test(name) ? new URL(value, site).href : value
}

/** Members that hold addresses: of results, of their images, and of the contact page. */
const ADDRESSES = /^(?:path|src|contactPath)$/
