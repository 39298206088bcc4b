import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { createFetchCustomApi } from './io/fetch-custom-api.server.ts'
import { pause } from './io/pause.ts'
import { manifest } from './manifest.ts'
import { catalogues, type SearchMessages } from './messages/index.ts'
import { SearchSlot, slices } from './remote.ts'
import { load, type ServerIo } from './state/load.ts'
import { loadEmbedded } from './state/load-embedded.ts'
import { loadDeferred } from './state/load-deferred.ts'
import { loadSuggestions } from './state/load-suggestions.ts'
import { NearForm } from './ui/near-form.tsx'
import { withNearParts } from './ui/near-parts.tsx'
import { SitePlacesMap } from './ui/places-map.tsx'
import { searchConfig } from './search.config.ts'

const io: ServerIo = { pause, fetchCustomApi: createFetchCustomApi() }

const Slot = withNearParts(SearchSlot, { NearForm, PlacesMap: SitePlacesMap })

/** The server half. */
export const remote: ServerRemote<SearchMessages> = {
  manifest,
  slices,
  catalogues,
  load: (request) => load(request, io),
  data: {
    suggestions: (request) => loadSuggestions(searchConfig, request),
    rest: (request) => loadDeferred(searchConfig, request),
    embedded: (request) => loadEmbedded(searchConfig, request, io),
  },
  render: (props) => renderSlot(Slot, props),
  fixtures,
}
