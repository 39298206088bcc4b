import type { Manifest } from '@tessera/contract'

/** What the host needs to know before it loads this remote: data only. */
export const manifest: Manifest = {
  name: 'mfe-example',
  contract: '^1.12.0',
  staticRoutes: [{ path: '/example', view: 'page', hydrate: 'never' }],
  nestedViews: [{ view: 'more', hydrate: 'visible' }],
  stateKeys: ['example'],
}
