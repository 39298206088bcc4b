import type { Manifest } from '@tessera/shared/contract'

/** What the host needs to know about search before loading it. */
export const manifest: Manifest = {
  name: 'mfe-search',
  contract: '^1.1.0',
  staticRoutes: [{ path: '/search/:facet?/:contentTypeId?', view: 'results', hydrate: 'never' }],
  stateKeys: ['search'],
}
