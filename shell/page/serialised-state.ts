import type {
  HostState,
  PageSlot,
  PageState,
  RouteSummary,
  ServedState,
  StoreState,
} from '@tessera/shared/contract'
import { initialRouteSummary } from '../state/host-slices.ts'

type State = Readonly<Record<string, unknown>>

/**
 * The state that may leave the server for a navigation (`?redux=true`): the shell's slices and those of the remotes on
 * the page. Notes about calls stay here, but for staff who ask for them: they name addresses of the platform. Source:
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

/** The user, on pages made for one visitor only: other pages do not say who is signed in, rather than "nobody". */
const ownUser = ({ user, page }: HostState): Pick<ServedState, 'user'> =>
  user.authenticationState.isError || page.madeFor ? { user } : {}

/** Largest share of the state in a document. Source: design 7. */
export const MAX_STATE_SHARE = 0.25

/**
 * The state that stands in the document: only what the page's islands need. A page without islands needs to know its
 * slots, so that the next navigation knows what to leave alone. What islands need is left out where it would make up too
 * much beside a body of `bodyLength` characters: the browser then fetches it when the first island is hydrated.
 */
export function inlineState(
  state: StoreState,
  islandKeys: readonly string[],
  bodyLength: number,
): ServedState {
  const shell = shellState(state)
  if (islandKeys.length === 0) return shell
  const whole = { ...shell, ...pick(state, islandKeys), ...ownUser(state) }
  if (isWithin(whole, (bodyLength * MAX_STATE_SHARE) / (1 - MAX_STATE_SHARE))) return whole
  const deferredKeys = [...islandKeys, ...Object.keys(ownUser(state))].filter((key) => key in state)
  return { ...shell, page: { ...shell.page, deferredKeys } }
}

/** Whether a value takes no more than so many characters as JSON. What is far too long need not be written to know it. */
const isWithin = (value: unknown, most: number): boolean =>
  roomAfter(value, most) >= 0 && JSON.stringify(value).length <= most

/** What is left of so many characters after the least that a value takes as JSON; below 0 as soon as it is too much. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 1
  let left = room
  if (Array.isArray(value)) {
    for (const item of value) if (left >= 0) left = roomAfter(item, left)
    return left
  }
  for (const key of Object.keys(value)) {
    const member = (value as State)[key]
    if (left >= 0 && member !== undefined) left = roomAfter(member, left - key.length)
  }
  return left
}

/** The host's keys as a document has them: without the tree, whose menu is markup, and without what its route shows there unless an island does. */
function shellState({ routing, version, page }: HostState): ServedState {
  const mainIsIsland = page.slots.some((slot) => slot.id === 'main' && isIsland(slot))
  return {
    routing: mainIsIsland ? withoutCallNotes(routing) : routeSummary(routing),
    version,
    page: pageInDocument(page),
  }
}

/** Whether a slot is hydrated from state that has to be there: one that is hydrated when it is used begins empty. */
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

/** What a route is in the beginning, and as text what is no plain value: this is compared with every page. */
const INITIAL_FACTS = Object.entries(initialRouteSummary).map(
  ([key, value]) => [key, value, JSON.stringify(value)] as const,
)

/** The facts of a route that are not as in the beginning; the reducers complete it (state/host-slices.ts). */
function routeSummary(routing: Route): ServedRoute {
  const all: State = { ...withoutCallNotes(routing) }
  const facts = INITIAL_FACTS.filter(
    ([key, initial, text]) => key in all && all[key] !== initial && JSON.stringify(all[key]) !== text,
  )
  return {
    ...(Object.fromEntries(facts.map(([key]) => [key, all[key]])) as Partial<RouteSummary>),
    currentPath: routing.currentPath,
  }
}

const pick = (state: State, keys: readonly string[]): State =>
  Object.fromEntries(keys.filter((key) => key in state).map((key) => [key, state[key]]))
