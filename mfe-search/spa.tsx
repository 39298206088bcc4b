import { lazy } from 'react'
import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { askData, createLifecycles } from '@tessera/shared/spa'
import { createFetchDeferred, wantsLessData, whenIdle } from './io/fetch-deferred.ts'
import { pause } from './io/pause.ts'
import { createRecentTerms } from './io/recent-terms.ts'
import { createSuggest } from './io/suggest.ts'
import { manifest } from './manifest.ts'
import { SearchSlot, slices } from './remote.ts'
import { followPathEpic, moreLoadedEpic } from './state/follow-path.epic.ts'
import { deferredEpic } from './state/deferred.epic.ts'
import { recentTermsEpic, suggestEpic, type SearchIo } from './state/search-box.epic.ts'
import { withNearParts } from './ui/near-parts.tsx'

const io: SearchIo = {
  suggest: createSuggest(askData),
  deferred: createFetchDeferred(askData, whenIdle, wantsLessData),
  pause,
  recentTerms: createRecentTerms(() => localStorage),
}

/** Code that only pages with places need. If it cannot be loaded, the server's markup stays as it is. */
const nearCode = () =>
  import('./ui/near.client.ts').catch(() => new Promise<typeof import('./ui/near.client.ts')>(() => {}))

/**
 * Loads the code for places before the slot that shows them is hydrated. Otherwise React would keep the server's markup of a missing part
 * until something changes, and then remove it, so that the list would move. If the code cannot be loaded, the slot is hydrated all the
 * same.
 */
async function placesFirst(element: HTMLElement): Promise<void> {
  if (element.querySelector('[data-near]')) await import('./ui/near.client.ts').catch(() => undefined)
}

/**
 * Creates a date format before a list with dates is hydrated, in a task of its own: the first one of a page takes a phone 50 to 100 ms,
 * in which React could not yield.
 */
async function datesFirst(element: HTMLElement): Promise<void> {
  if (!element.querySelector('time')) return
  new Intl.DateTimeFormat(document.documentElement.lang)
  await new Promise((resolve) => setTimeout(resolve, 0))
}

const createSlot = createLifecycles(
  withNearParts(SearchSlot, {
    NearForm: lazy(async () => ({ default: (await nearCode()).NearForm })),
    PlacesMap: lazy(async () => ({ default: (await nearCode()).SitePlacesMap })),
  }),
)

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [
    suggestEpic,
    recentTermsEpic,
    deferredEpic,
    followPathEpic,
    moreLoadedEpic,
  ] as readonly AppEpic<never>[],
  io,
  lifecycles: (element) => {
    const slot = createSlot(element)
    return {
      ...slot,
      mount: async (props) => {
        await placesFirst(element)
        await datesFirst(element)
        return slot.mount(props)
      },
    }
  },
}
