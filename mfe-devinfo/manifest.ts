import type { Manifest } from '@tessera/shared/contract'

/** The manifest of the staff pages. */
export const manifest: Manifest = {
  name: 'mfe-devinfo',
  contract: '^1.12.0',
  staticRoutes: [
    { path: '/version', view: 'version', hydrate: 'never', private: true, requireLogin: 'staff' },
    { path: '/version/confirm', view: 'confirm', hydrate: 'never', private: true, requireLogin: 'staff' },
    { path: '/embed', view: 'embed', hydrate: 'load', private: true, requireLogin: 'staff' },
  ],
  nestedViews: [{ view: 'quality', hydrate: 'never' }],
  stateKeys: ['devinfo'],
}
