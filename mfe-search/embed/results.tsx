import '@tessera/shared/ui/theme.css'
import { lazy } from 'react'
import type { AppEpic, AskData, Bus, RouteState, SlotProps } from '@tessera/shared/contract'
import {
  createFrame,
  leave,
  leaveFrameByLinks,
  type EmbedCode,
  type EmbedContext,
} from '@tessera/shared/embed'
import { showSlot } from '@tessera/shared/spa'
import { createBus, createStore, withEpics } from '@tessera/shared/store'
import { useSelector } from '@tessera/shared/ui'
import { createFetchDeferred, wantsLessData, whenIdle } from '../io/fetch-deferred.ts'
import { pause } from '../io/pause.ts'
import { createSuggest, type Suggest } from '../io/suggest.ts'
import type { SearchMessages } from '../messages/index.ts'
import { slices } from '../remote.ts'
import { deferredEpic } from '../state/deferred.epic.ts'
import { followPathEpic } from '../state/follow-path.epic.ts'
import { suggestEpic, type SearchIo } from '../state/search-box.epic.ts'
import { selectSearch } from '../state/search.slice.ts'
import { ListingView } from '../ui/listing.tsx'
import { withNearParts } from '../ui/near-parts.tsx'
import type { PlacesMapProps } from '../ui/places-map.tsx'
import { ResultsView } from '../ui/results-view.tsx'
import { fetchFromSite, loadMessages } from './fetch-from-site.ts'
import { followLinks } from './follow-links.ts'
import { pageOn, type SearchEmbedOptions } from './options.ts'
import { createNavigation, type Navigation } from './navigation.ts'

/** Shows a search in a React root of its own, first with the site's answer. Rejects if that cannot be loaded. */
export const show: EmbedCode<SearchEmbedOptions> = async (context, options) => {
  const { root, site, signal } = context
  const { language, messages } = await loadMessages(options)
  const page = pageOn(site, options, language)
  const ask = fetchFromSite(site, options)
  const { store, bus, stop } = createState(site, ask, page)
  const nav = createNavigation({
    store,
    ask,
    options,
    page,
    signal,
  })
  try {
    const first = await nav.start()
    const frame = createFrame(root, language)
    const [box, status] = [root.ownerDocument.createElement('div'), root.ownerDocument.createElement('p')]
    status.className = 'visually-hidden'
    status.setAttribute('role', 'status')
    frame.append(box, status)
    hideFailedImages(box, signal)
    const follow = followLinks({ root, box, status, nav, signal })
    leaveFrameByLinks(root, signal)
    forwardEvents(bus, context, follow)
    const remove = showSlot(
      box,
      slotOf(options, nav),
      { slotId: 'search', view: 'embed', props: {}, store, bus, messages },
      () => context.fail('search/unexpected'),
    )
    status.textContent = first
    return () => {
      remove()
      stop()
    }
  } catch (thrown) {
    stop()
    throw thrown
  }
}

/** The host's content security policy may block the site's images: such cards then look like cards without an image. */
function hideFailedImages(box: HTMLElement, signal: AbortSignal): void {
  const refused = ({ target }: Event) => {
    const image = (target as Element).closest<HTMLElement>('img')
    if (image) image.style.display = 'none'
  }
  // Errors of images do not bubble.
  box.addEventListener('error', refused, { capture: true, signal })
}

/** A store and a bus for the embed, as a page of the site has them. */
function createState(site: string, ask: AskData, page: string) {
  const suggest = createSuggest(ask)
  const io: SearchIo = {
    suggest: onSite(suggest, site),
    deferred: createFetchDeferred(ask, whenIdle, wantsLessData),
    pause,
    // The embed does not write to the host's storage.
    recentTerms: { read: () => [], add: () => undefined, clear: () => undefined },
  }
  const { pathname } = new URL(page)
  // The path of the page on the site: `followPathEpic` recognises the addresses of this search by it.
  const routing: Pick<RouteState, 'currentPath' | 'staticRoute' | 'location'> = {
    currentPath: pathname,
    staticRoute: null,
    location: { pathname, search: '', hash: '' },
  }
  const store = createStore({ preloadedState: { routing }, epics: withEpics() })
  store.inject({
    owner: 'mfe-search',
    slices,
    epics: [suggestEpic, deferredEpic, followPathEpic] as readonly AppEpic<never>[],
    io,
  })
  return { store, bus: createBus(), stop: () => store.dispose() }
}

const onSite =
  (suggest: Suggest, site: string): Suggest =>
  async (term, signal) =>
    (await suggest(term, signal)).map((page) => ({ ...page, path: new URL(page.path, site).href }))

/** Events for the host page: which search, the number of results and the position of a result, never what was typed. */
function forwardEvents(bus: Bus, { emit }: EmbedContext, follow: (url: URL) => boolean): void {
  bus.on('search.performed', ({ facet, listing, totalCount }) =>
    emit('performed', { config: facet ?? listing ?? null, totalCount }),
  )
  bus.on('search.result-clicked', ({ path, position }) => emit('result', { url: path, position }))
  bus.on('route.requested', ({ path }) => {
    if (!follow(new URL(path))) leave({ emit }, path)
  })
}

const near = () => import('../ui/near.client.ts')

const slotOf = (options: SearchEmbedOptions, { page, here }: Navigation) =>
  withNearParts(
    function EmbeddedSearch({ messages, store, bus }: SlotProps<SearchMessages>) {
      // Rendered again with every change of the search, since `here` changes with it.
      useSelector(selectSearch)
      const view = { here: here(), messages, store, bus }
      if (options.mode === 'listing')
        return <ListingView {...view} listing={options.config ?? ''} path={page} />
      return (
        <ResultsView
          {...view}
          route={{ context: 'facets', path: page, hasParts: true }}
          frame={options.config ? 'facet' : 'tabs'}
        />
      )
    },
    {
      NearForm: lazy(async () => ({ default: (await near()).NearForm })),
      PlacesMap: lazy(async () => {
        const { PlacesMap } = await near()
        return { default: (props: PlacesMapProps) => <PlacesMap {...props} hasBase={false} /> }
      }),
    },
  )
