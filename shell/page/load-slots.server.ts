import {
  toAppError,
  type AppError,
  type ContentClient,
  type LoadRequest,
  type LoadResult,
  type NestedSlot,
  type PageSlot,
  type RemoteName,
  type RouteState,
  type Slice,
  type Store,
} from '@tessera/shared/contract'
import { raceDeadline } from '@tessera/shared/io'
import { chooseLanguage } from '@tessera/shared/messages'
import { pageError } from '../errors.ts'
import type { GuardedRemote } from '../guard/guard-remote.server.ts'
import { placeOfPath, type SiteLanguages } from '../http/paths.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { matchRoute } from '../releases/routing-table.ts'

/** Deepest nesting of slots. */
const MAX_NESTING = 3

/** What the slots of a page are loaded with. */
export interface SlotContext {
  readonly releases: ReleaseSnapshot
  readonly store: Store
  readonly route: RouteState
  readonly language: string
  /** Of the site: its messages stand in where a remote has none in the page's language. */
  readonly primaryLanguage: string
  readonly query: Readonly<Record<string, string>>
  readonly posted?: Readonly<Record<string, string>> | undefined
  readonly form?: LoadRequest['form'] | undefined
  readonly formGate?: LoadRequest['formGate']
  readonly client: ContentClient
  readonly origin: string
  readonly sanitise: (html: string) => string
  readonly signal: AbortSignal
  /** Deadline for the data of one slot. */
  readonly deadlineMs: number
  readonly onFailure: (slot: PageSlot, error: AppError) => void
  /** State keys that the page's main slot has, of those of its remote; all unless given. */
  readonly injectRedux?: readonly string[]
  /** What is running; there only for staff. */
  readonly inspect?: LoadRequest['inspect']
  /** The site's languages, for what the remotes of a preview may ask of it; there only in previews. */
  readonly previewed?: SiteLanguages
}

/** A slot whose data is in the store, or that failed and gets its fallback. */
export interface LoadedSlot {
  readonly slot: PageSlot
  /** Null when there is nothing to render it with. */
  readonly remote: GuardedRemote | null
  /** Its messages for the page, and their language; absent where it has none. */
  readonly messages?: unknown
  readonly catalogue?: string
  readonly result: LoadResult
  /** Why there is nothing to render it with. */
  readonly error: AppError | null
}

/**
 * Load the data of slots, and of the slots that their markup will hold, side by side. A failure costs its slot, and those inside
 * it, which would have no place. The outer slots come first.
 */
export async function loadSlots(
  slots: readonly PageSlot[],
  context: SlotContext,
): Promise<readonly LoadedSlot[]> {
  return putInStore(await Promise.all(slots.map((slot) => fetchSlot(slot, context, 1))), context)
}

/** A slot whose data is there, and not yet in the store; with those inside it. */
interface FetchedSlot extends LoadedSlot {
  readonly inner: readonly FetchedSlot[]
}

/**
 * The data of a slot and of those inside it, each of which begins as soon as it is named: by the route beside this slot's own data,
 * or by that data. When this slot fails, nobody waits for those inside it any more, and what becomes of them is forgotten.
 * Never rejects.
 */
async function fetchSlot(slot: PageSlot, context: SlotContext, level: number): Promise<FetchedSlot> {
  const inner = new Map<string, Promise<FetchedSlot>>()
  let hasFailed = false
  const begin = (named: readonly NestedSlot[] = []) => {
    if (level === MAX_NESTING || hasFailed) return
    for (const one of named)
      if (!inner.has(one.id)) inner.set(one.id, fetchSlot({ ...one, parent: slot.id }, context, level + 1))
  }
  try {
    const remote = remoteOf(slot.remote, context.releases)
    const chosen = chooseMessages(remote, context)
    // Nothing is loaded for it, and it adds nothing to the state, until somebody uses it.
    if (slot.hydrate === 'touch') return { slot, remote, ...chosen, result: {}, error: null, inner: [] }
    const request = requestFor(slot, chosen, context)
    const named = remote.slots?.(request).then(begin)
    const [result] = await Promise.all([loadData(slot, remote, request, context), named])
    begin(result.slots)
    return { slot, remote, ...chosen, result, error: null, inner: await Promise.all(inner.values()) }
  } catch (thrown) {
    hasFailed = true
    return { ...failed(slot, thrown), inner: [] }
  }
}

const loadData = async (
  { id }: PageSlot,
  { load }: GuardedRemote,
  request: LoadRequest,
  { deadlineMs }: SlotContext,
): Promise<LoadResult> =>
  load
    ? raceDeadline(deadlineMs, load(request), () => {
        throw pageError('page/deadline', { details: { what: id, deadlineMs } })
      })
    : {}

/** Level by level, the outer slots first: what the state becomes does not depend on who was quicker. */
function putInStore(level: readonly FetchedSlot[], context: SlotContext): readonly LoadedSlot[] {
  if (level.length === 0) return []
  const loaded = level.map(({ inner: _inner, ...slot }) => putSlot(slot, context))
  const inner = level.flatMap((slot, index) => (loaded[index]?.error ? [] : slot.inner))
  return [...loaded, ...putInStore(inner, context)]
}

/** The state of one slot into the store; its failure to whoever wants to know. */
function putSlot(loaded: LoadedSlot, context: SlotContext): LoadedSlot {
  const own =
    loaded.remote && loaded.slot.hydrate !== 'touch' ? dispatchAll(loaded, loaded.remote, context) : loaded
  if (own.error) context.onFailure(own.slot, own.error)
  return own
}

function dispatchAll(loaded: LoadedSlot, remote: GuardedRemote, context: SlotContext): LoadedSlot {
  const { slot, result } = loaded
  try {
    context.store.inject({ owner: slot.remote, slices: slicesFor(slot, remote, context) })
    for (const action of result.actions ?? []) context.store.dispatch(action)
    return loaded
  } catch (thrown) {
    return failed(slot, thrown)
  }
}

const failed = (slot: PageSlot, thrown: unknown): LoadedSlot => ({
  slot,
  remote: null,
  result: {},
  error: toAppError(thrown),
})

/** A route or a content type may want only some of its remote's state; what is not injected is not serialised either. */
const slicesFor = (
  { id }: PageSlot,
  { slices = [] }: GuardedRemote,
  { injectRedux }: SlotContext,
): readonly Slice[] =>
  id === 'main' && injectRedux ? slices.filter(({ key }) => injectRedux.includes(key)) : slices

function remoteOf(name: RemoteName, { remotes }: ReleaseSnapshot): GuardedRemote {
  const live = remotes.get(name)
  if (!live) throw pageError('page/remote-missing', { details: { remote: name } })
  return live.remote
}

type ChosenMessages = Pick<LoadedSlot, 'messages' | 'catalogue'>

/** The messages of a remote in a language; those of the site's primary one stand in. */
export function chooseMessages(
  { catalogues }: Pick<GuardedRemote, 'catalogues'>,
  { language, primaryLanguage }: Pick<SlotContext, 'language' | 'primaryLanguage'>,
): ChosenMessages {
  if (!catalogues) return {}
  const catalogue = chooseLanguage(Object.keys(catalogues), language, primaryLanguage)
  return { messages: catalogues[catalogue], catalogue }
}

const requestFor = (slot: PageSlot, { messages }: ChosenMessages, context: SlotContext): LoadRequest => ({
  slot,
  route: context.route,
  language: context.language,
  messages,
  query: context.query,
  ...(context.posted ? { posted: context.posted } : {}),
  ...(context.form && { form: context.form }),
  ...(context.formGate && { formGate: context.formGate }),
  client: context.client,
  origin: context.origin,
  sanitise: context.sanitise,
  signal: context.signal,
  ...(context.inspect && { inspect: context.inspect }),
  ...(context.previewed && { preview: previewTools(context.releases, context.previewed) }),
})

const previewTools = (
  { table }: ReleaseSnapshot,
  languages: SiteLanguages,
): NonNullable<LoadRequest['preview']> => ({
  isServed: (path) => matchRoute(table.staticRoutes, placeOfPath(path, languages).rest) !== null,
})
