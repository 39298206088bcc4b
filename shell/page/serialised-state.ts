import type {
  HostState,
  Manifest,
  PageSlot,
  PageState,
  RouteSummary,
  ServedState,
  Store,
  StoreState,
} from '@tessera/shared/contract'
import { initialRouteSummary } from '../state/host-slices.ts'

type State = Readonly<Record<string, unknown>>

/**
 * The state that may leave the server for a navigation (`?redux=true`): the shell's slices and those of the remotes on
 * the page. The call record is left out, except for staff who ask for it: it names addresses of the platform. Source:
 * design 5; reference security 1.11.
 */
export function pageState(
  state: StoreState,
  remoteKeys: readonly string[],
  withCallNotes = false,
): ServedState {
  const { routing, navigation, version, page } = state
  return {
    routing: withCallNotes ? routing : withoutCallNotes(routing),
    navigation,
    version,
    page,
    ...pick(state, remoteKeys),
    ...ownUser(state),
  }
}

/** The user, on pages rendered for one visitor only. Other pages leave the key out, which does not mean that no one is signed in. */
const ownUser = ({ user, page }: HostState): Pick<ServedState, 'user'> =>
  user.authenticationState.isError || page.madeFor ? { user } : {}

/** Largest share of the state in a document. Source: design 7. */
export const MAX_STATE_SHARE = 0.25

/**
 * The state in the document: only the keys that the page's islands need. A page without islands still has its slots, so that
 * the next navigation knows which slots it can leave as they are, and the user that it was rendered for. The islands' keys are
 * left out when they would be too large beside a body of `bodyLength` characters: the browser then fetches them when the first
 * island is hydrated.
 */
export function inlineState(
  state: StoreState,
  islandKeys: readonly string[],
  bodyLength: number,
): ServedState {
  const shell = shellState(state)
  if (islandKeys.length === 0) return { ...shell, ...ownUser(state) }
  const whole = { ...shell, ...pick(state, islandKeys), ...ownUser(state) }
  if (isWithin(whole, (bodyLength * MAX_STATE_SHARE) / (1 - MAX_STATE_SHARE))) return whole
  const deferredKeys = [...islandKeys, ...Object.keys(ownUser(state))].filter((key) => key in state)
  return { ...shell, page: { ...shell.page, deferredKeys } }
}

/** The parts of a loaded page that its state is made of. */
interface Loaded {
  readonly store: Pick<Store, 'getState'>
  readonly slots: readonly {
    readonly slot: PageSlot
    readonly remote: { readonly manifest: Pick<Manifest, 'stateKeys'> } | null
  }[]
  readonly form?: unknown
}

const islandKeys = (slots: Loaded['slots']): readonly string[] =>
  slots.flatMap(({ slot, remote }) => (isIsland(slot) ? (remote?.manifest.stateKeys ?? []) : []))

/** The state in a page's document; null where browsers fetch it. They cannot fetch that of a posted form, which is at no address. */
export const documentState = ({ store, slots, form }: Loaded, bodyLength: number | null) => {
  const most = form ? Infinity : bodyLength
  return most === null ? null : inlineState(store.getState(), islandKeys(slots), most)
}

/** Whether a value has at most `most` characters as JSON. A value that is far too long is not serialised to find out. */
const isWithin = (value: unknown, most: number): boolean =>
  remainingLength(value, most) >= 0 && JSON.stringify(value).length <= most

/** What remains of `room` characters after the minimum length of a value as JSON; stops below 0. */
function remainingLength(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room
  if (Array.isArray(value)) {
    for (const item of value) if (left >= 0) left = remainingLength(item, left)
    return left
  }
  for (const key of Object.keys(value)) {
    const member = (value as State)[key]
    if (left >= 0 && member !== undefined) left = remainingLength(member, left - key.length)
  }
  return left
}

/** The shell's keys in a document: without the tree, which is markup already, and without the route's content unless an island shows it. */
function shellState({ routing, version, page }: HostState): ServedState {
  const mainIsIsland = page.slots.some((slot) => slot.id === 'main' && isIsland(slot))
  return {
    routing: mainIsIsland ? withoutCallNotes(routing) : routeSummary(routing),
    version,
    page: pageInDocument(page),
  }
}

/** Whether a slot is hydrated from the document's state; a slot with `touch` is empty until it is used. */
export const isIsland = ({ hydrate }: Pick<PageSlot, 'hydrate'>): boolean =>
  hydrate !== 'never' && hydrate !== 'touch'

function pageInDocument({
  head,
  slots,
  releases,
  catalogue,
  preview,
  madeFor,
  allowsCaptcha,
  canaries,
  mapTiles,
}: PageState): PageState {
  // The main slot's remote too: the next page most likely needs it.
  const needed = new Set<string>(
    slots.filter((slot) => slot.hydrate !== 'never' || slot.id === 'main').map(({ remote }) => remote),
  )
  return {
    head: { title: head.title, language: head.language, dir: head.dir },
    slots,
    ...(catalogue ? { catalogue } : {}),
    ...(allowsCaptcha && { allowsCaptcha }),
    ...(preview ? { preview } : {}),
    ...(madeFor ? { madeFor } : {}),
    ...(canaries ? { canaries } : {}),
    ...(mapTiles && slots.some(isIsland) && { mapTiles }),
    releases: Object.fromEntries(Object.entries(releases).filter(([remote]) => needed.has(remote))),
  }
}

type Route = HostState['routing']
type ServedRoute = ServedState['routing']

const withoutCallNotes = ({ surrogateKeys: _keys, apiCalls: _calls, ...routing }: Route): ServedRoute =>
  routing

/** The initial facts that documents may have, each also as JSON, with which the values of every page are compared. */
const INITIAL_FACTS = Object.entries(withoutCallNotes(initialRouteSummary)).map(
  ([key, value]) => [key as keyof RouteSummary, value, JSON.stringify(value)] as const,
)

/** The facts of a route that differ from the initial ones; the reducers add the others (state/host-slices.ts). */
function routeSummary(routing: Route): ServedRoute {
  const facts: Record<string, unknown> = {}
  for (const [key, initial, text] of INITIAL_FACTS) {
    const value: unknown = routing[key]
    if (!(key in routing) || value === initial) continue
    if (typeof value !== 'object' || value === null || JSON.stringify(value) !== text) facts[key] = value
  }
  return { ...(facts as Partial<RouteSummary>), currentPath: routing.currentPath }
}

/** Whether a value can be sent to browsers: no BigInt, no cycle, no `toJSON` that throws. */
export function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}

const pick = (state: State, keys: readonly string[]): State =>
  Object.fromEntries(keys.filter((key) => key in state).map((key) => [key, state[key]]))
