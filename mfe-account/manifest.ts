import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import type { Manifest, StaticRoute } from '@tessera/shared/contract'

/** A form is hydrated when the browser has time: until then it posts as it is. */
const form = (path: string, view: string): StaticRoute => ({ path, view, hydrate: 'idle', private: true })

/** What the host needs to know about accounts before loading them. Source: specification 2, Routes. */
export const manifest: Manifest = {
  name: 'mfe-account',
  contract: '^1.12.0',
  staticRoutes: [
    form(ACCOUNT_SCREENS.signIn, 'sign-in'),
    form(ACCOUNT_SCREENS.registration, 'registration'),
    form(ACCOUNT_SCREENS.forgotPassword, 'forgot-password'),
    form(ACCOUNT_SCREENS.resetPassword, 'reset-password'),
    { ...form(ACCOUNT_SCREENS.changePassword, 'change-password'), requireLogin: true },
    form(ACCOUNT_SCREENS.verify, 'verify'),
    { path: ACCOUNT_SCREENS.accessDenied, view: 'access-denied', hydrate: 'never', private: true },
  ],
  frameSlots: [{ id: 'header-user', view: 'user-menu', hydrate: 'never' }],
  stateKeys: ['account'],
}
