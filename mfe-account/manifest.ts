import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import type { Manifest, StaticRoute } from '@tessera/shared/contract'

/** The route of a form. It is hydrated when the browser is idle; until then it posts without JavaScript. */
const form = (path: string, view: string): StaticRoute => ({ path, view, hydrate: 'idle', private: true })

/** The manifest of the account screens. Source: specification 2, Routes. */
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
