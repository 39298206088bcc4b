import type { Manifest } from '@tessera/shared/contract'

/** What the host needs to know about forms before loading them. */
export const manifest: Manifest = {
  name: 'mfe-forms',
  contract: '^1.22.0',
  nestedViews: [{ view: 'form', hydrate: 'visible' }],
  stateKeys: ['form'],
}
