import type { Claim, Grants } from '../../shell/release-document/trust.server.ts'

/** Options of `npm run keys -- grant`, by the claim that they grant. */
export const GRANT_OPTIONS = {
  routes: 'route',
  contentTypes: 'type',
  frameSlots: 'slot',
  stateKeys: 'state',
  nestedViews: 'view',
  embeds: 'embed',
} as const satisfies Readonly<Record<keyof Grants, string>>

/** The options that grant these claims. */
export const optionsFor = (claims: readonly Claim[]): string =>
  claims
    .map(({ kind, key }) => `--${GRANT_OPTIONS[kind]} ${/^[\w/-]+$/.test(key) ? key : `'${key}'`}`)
    .join(' ')
