import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageRelease, PageSlot, PageState, RemoteName } from '@tessera/shared/contract'
import type { Session } from '../http/session.ts'

/** A remote whose browser half a member of staff loads from their own machine. Source: docs/decisions/0085. */
export interface Override {
  readonly app: RemoteName
  /** Origin of the dev server, in the form of `URL.origin`. */
  readonly origin: string
}

/** Something that may use an override, which applies only to the requesting user. */
export interface Overridden {
  readonly override?: Override | undefined
}

/** The part of the override feature that pages use. */
export interface PageOverrides {
  /** The override of a request; a cookie that is not valid is deleted with the answer. */
  read(session: Session | null, request: FastifyRequest, reply: FastifyReply): Override | undefined
}

/** Path at which staff begin and end an override, after a language's prefix. */
export const OVERRIDE_PATH = '/version/override'

/** Prefix of an overridden release's version; the origin follows. */
export const OVERRIDE_PREFIX = 'override@'

/** Whether a release of a page comes from another machine. */
export const isOverride = ({ version }: PageRelease): boolean => version.startsWith(OVERRIDE_PREFIX)

/** Name of an override in the bar of a page: `mfe-search@http://localhost:4001`. */
export const overrideName = ({ app, origin }: Override): string => `${app}@${origin}`

/** The slots of a page, where those of the overridden remote, and slots nested in them, are hydrated on load. */
export function overrideSlots<Loaded extends { readonly slot: PageSlot; readonly remote: unknown }>(
  loaded: readonly Loaded[],
  override: Override | undefined,
): readonly Loaded[] {
  if (!override) return loaded
  const made = new Set<string>()
  // Outer slots come before nested ones.
  return loaded.map((item) => {
    const { slot, remote } = item
    const isMade = isOverridden(item, override) || (remote !== null && made.has(slot.parent ?? ''))
    if (!isMade) return item
    made.add(slot.id)
    return { ...item, slot: { ...slot, hydrate: 'load' } }
  })
}

/** Whether the browser renders a slot with the override. A failed slot has no data for it, and one hydrated on touch has no markup. */
export const isOverridden = (
  { slot, remote }: { readonly slot: PageSlot; readonly remote: unknown },
  override: Override | undefined,
): boolean =>
  override !== undefined && remote !== null && slot.remote === override.app && slot.hydrate !== 'touch'

/** The releases that a browser loads: for the overridden remote that of the other machine, whose files have no integrity hashes. */
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

/** The canaries of a page. A page with an override has none, so its failures are not reported. */
export const canariesOf = (
  shares: { readonly versions: NonNullable<PageState['canaries']> } | null | undefined,
  override: Override | undefined,
): Pick<PageState, 'canaries'> => (shares && !override ? { canaries: shares.versions } : {})
