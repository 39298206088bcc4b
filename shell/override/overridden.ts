import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageRelease, PageSlot, PageState, RemoteName } from '@tessera/shared/contract'
import type { Session } from '../http/session.ts'

/** A remote whose browser half a member of staff loads from a machine of their own. Source: docs/decisions/0085. */
export interface Override {
  readonly app: RemoteName
  /** Of the dev server, as `URL.origin` gives it. */
  readonly origin: string
}

/** What may be made with an override: for whoever asks, and nobody else. */
export interface Overridden {
  readonly override?: Override | undefined
}

/** What the feature of overrides does for pages. */
export interface PageOverrides {
  /** What a request is shown from another machine; a cookie that gives no right to it is taken away with the answer. */
  read(session: Session | null, request: FastifyRequest, reply: FastifyReply): Override | undefined
}

/** Where staff begin and end an override; below the path of a language. */
export const OVERRIDE_PATH = '/version/override'

/** What the version of such a release begins with; its origin follows. */
export const OVERRIDE_PREFIX = 'override@'

/** Whether a release of a page comes from another machine. */
export const isOverride = ({ version }: PageRelease): boolean => version.startsWith(OVERRIDE_PREFIX)

/** As the bar of a page names it: `mfe-search@http://localhost:4001`. */
export const overrideName = ({ app, origin }: Override): string => `${app}@${origin}`

/** The slots of a page, of which the browser makes those of the overridden remote, and what stands in them, as soon as it can. */
export function overrideSlots<Loaded extends { readonly slot: PageSlot; readonly remote: unknown }>(
  loaded: readonly Loaded[],
  override: Override | undefined,
): readonly Loaded[] {
  if (!override) return loaded
  const made = new Set<string>()
  // The outer ones come first.
  return loaded.map((item) => {
    const { slot, remote } = item
    const isMade = isOverridden(item, override) || (remote !== null && made.has(slot.parent ?? ''))
    if (!isMade) return item
    made.add(slot.id)
    return { ...item, slot: { ...slot, hydrate: 'load' } }
  })
}

/** Whether the browser makes a slot from another machine's code. One that failed has no data to be made from; one that is begun by a touch has no markup. */
export const isOverridden = (
  { slot, remote }: { readonly slot: PageSlot; readonly remote: unknown },
  override: Override | undefined,
): boolean =>
  override !== undefined && remote !== null && slot.remote === override.app && slot.hydrate !== 'touch'

/** The releases that a browser loads: of the overridden remote that of the other machine, whose files have no hashes. */
export function overrideReleases(
  releases: Readonly<Record<string, PageRelease>>,
  override: Override | undefined,
): Readonly<Record<string, PageRelease>> {
  const release = override && releases[override.app]
  if (!release) return releases
  const { catalogue } = release
  const own = {
    version: `${OVERRIDE_PREFIX}${override.origin}`,
    integrity: '',
    ...(catalogue && { catalogue }),
  }
  return { ...releases, [override.app]: own }
}

/** The canaries that a page is made with; one with a remote of another machine counts for none, and failures on it are not told. */
export const canariesOf = (
  shares: { readonly versions: NonNullable<PageState['canaries']> } | null | undefined,
  override: Override | undefined,
): Pick<PageState, 'canaries'> => (shares && !override ? { canaries: shares.versions } : {})
