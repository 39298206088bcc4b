import type { Fixture } from '@tessera/shared/contract'

const state = { routing: { currentPath: '/news' }, page: { head: { language: 'en-GB' } } }

/** What a release of this remote must be able to show before it goes live. */
export const fixtures: readonly Fixture[] = [
  { view: 'sign-in', props: {}, state, expect: 'current-password' },
  { view: 'access-denied', props: {}, state, expect: 'You cannot see this page' },
  { view: 'user-menu', props: {}, state, expect: '/account/login?redirect_uri=%2Fnews' },
]
