import type { PageSlot, PageState, RouteState, UserState } from '@tessera/shared/contract'

type State = Readonly<Record<string, unknown>>

/**
 * The state that may leave the server for a navigation (`?redux=true`): the shell's slices and those of the remotes on
 * the page. Notes about calls stay here, but for staff who ask for them: they name addresses of the platform. Source:
 * design 5; reference security 1.11.
 */
export function pageState(state: State, remoteKeys: readonly string[], withCallNotes = false): State {
  const routing = state['routing'] as RouteState
  return {
    routing: withCallNotes ? routing : withoutCallNotes(routing),
    navigation: state['navigation'],
    version: state['version'],
    page: state['page'],
    ...pick(state, remoteKeys),
    ...ownUser(state),
  }
}

/** The user stands only where there is something to say: other pages are silent about who is signed in, rather than "nobody". */
function ownUser(state: State): State {
  const { isError } = (state['user'] as UserState | undefined)?.authenticationState ?? { isError: false }
  return isError || (state['page'] as PageState).madeFor ? pick(state, ['user']) : {}
}

/** Share of a document that its state may make up. Source: design 7. */
export const MAX_STATE_SHARE = 0.25

/**
 * The state that stands in the document: only what the page's islands need. A page without islands needs to know its
 * slots, so that the next navigation knows what to leave alone. What islands need is left out where it would make up too
 * much beside a body of `bodyLength` characters: the browser then fetches it when the first island wakes.
 */
export function inlineState(state: State, islandKeys: readonly string[], bodyLength: number): State {
  if (islandKeys.length === 0) return shellState(state)
  const whole = { ...shellState(state), ...pick(state, islandKeys), ...ownUser(state) }
  const length = JSON.stringify(whole).length
  if (length <= MAX_STATE_SHARE * (bodyLength + length)) return whole
  const { page, ...rest } = shellState(state)
  return {
    ...rest,
    page: {
      ...page,
      deferredKeys: [...islandKeys, ...Object.keys(ownUser(state))].filter((key) => key in state),
    },
  }
}

function shellState(state: State) {
  const routing = state['routing'] as RouteState
  const { slots, releases, head, preview, madeFor } = state['page'] as PageState
  const isInteractive = (slot: PageSlot) => slot.hydrate !== 'never'
  const mainIsIsland = slots.some((slot) => slot.id === 'main' && isInteractive(slot))
  // That of the main region for the next page, which is most likely one of its kind.
  const needed = new Set<string>(
    slots.filter((slot) => isInteractive(slot) || slot.id === 'main').map(({ remote }) => remote),
  )
  return {
    routing: mainIsIsland ? withoutCallNotes(routing) : whereabouts(routing),
    page: {
      head: { title: head.title, language: head.language, dir: head.dir },
      slots,
      ...(preview ? { preview } : {}),
      ...(madeFor ? { madeFor } : {}),
      releases: Object.fromEntries(Object.entries(releases).filter(([remote]) => needed.has(remote))),
    },
  }
}

const withoutCallNotes = ({ surrogateKeys: _keys, apiCalls: _calls, ...routing }: RouteState) => routing

const whereabouts = ({ currentPath, canonicalPath, statusCode, currentProject, entryID }: RouteState) => ({
  currentPath,
  canonicalPath,
  statusCode,
  currentProject,
  entryID,
})

const pick = (state: State, keys: readonly string[]): State =>
  Object.fromEntries(keys.filter((key) => key in state).map((key) => [key, state[key]]))
