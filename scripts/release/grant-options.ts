import type { Claim, Grants } from '../../shell/release-document/trust.server.ts'
import { patternShapes } from '../../shell/releases/routing-table.ts'

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

/** The names that are granted for those on the command line: a route with optional parameters is claimed without them, too. */
export const toGranted = (kind: keyof Grants, names: readonly string[]): readonly string[] =>
  kind === 'routes'
    ? names.flatMap((name) => (/\?\/?$/.test(name) ? [name, ...patternShapes(name)] : name))
    : names
