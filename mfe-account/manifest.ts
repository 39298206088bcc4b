import type { Manifest } from '@tessera/shared/contract'

/** What the host needs to know about accounts before loading them. Source: specification 2, Routes. */
export const manifest: Manifest = {
  name: 'mfe-account',
  contract: '^1.0.0',
  staticRoutes: [
    { path: '/account/login', view: 'sign-in', hydrate: 'never', private: true },
    { path: '/account/access-denied', view: 'access-denied', hydrate: 'never', private: true },
  ],
  frameSlots: [{ id: 'header-user', view: 'user-menu', hydrate: 'never' }],
  stateKeys: ['account'],
}
