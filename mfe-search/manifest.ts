import type { Manifest } from '@tessera/shared/contract'

/** What the host needs to know about search before loading it. */
export const manifest: Manifest = {
  name: 'mfe-search',
  contract: '^1.21.0',
  staticRoutes: [{ path: '/search/:facet?/:contentTypeId?', view: 'results', hydrate: 'visible' }],
  nestedViews: [
    { view: 'listing', hydrate: 'visible' },
    { view: 'composition', hydrate: 'visible' },
    { view: 'minilist', hydrate: 'never' },
  ],
  frameSlots: [{ id: 'header-search', view: 'suggestions', hydrate: 'touch' }],
  stateKeys: ['search'],
}
