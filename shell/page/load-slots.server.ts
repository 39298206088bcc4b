import {
  toAppError,
  type AppError,
  type ContentClient,
  type LoadRequest,
  type LoadResult,
  type PageSlot,
  type RemoteName,
  type RouteState,
  type ServerRemote,
  type Slice,
  type Store,
} from '@tessera/shared/contract'
import { raceDeadline } from '@tessera/shared/io'
import { chooseLanguage } from '@tessera/shared/messages'
import { pageError } from '../errors.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'

/** Deepest nesting of slots. */
const MAX_NESTING = 3

/** What the slots of a page are loaded with. */
export interface SlotContext {
  readonly releases: ReleaseSnapshot
  readonly store: Store
  readonly route: RouteState
  readonly language: string
  /** Of the site: its words stand in where a remote has none in the page's language. */
  readonly primaryLanguage: string
  readonly query: Readonly<Record<string, string>>
  readonly posted?: Readonly<Record<string, string>> | undefined
  readonly client: ContentClient
  readonly sanitise: (html: string) => string
  readonly signal: AbortSignal
  /** Deadline for the data of one slot. */
  readonly deadlineMs: number
  readonly onFailure: (slot: PageSlot, error: AppError) => void
  /** State keys that the page's main slot has, of those of its remote; all unless given. */
  readonly injectRedux?: readonly string[]
  /** What is running; there only for staff. */
  readonly inspect?: LoadRequest['inspect']
}

/** A slot whose data is in the store, or that failed and gets its fallback. */
export interface LoadedSlot {
  readonly slot: PageSlot
  /** Null when there is nothing to render it with. */
  readonly remote: ServerRemote | null
  /** Its words for the page, and the language that they are in; absent where it has none. */
  readonly messages?: unknown
  readonly catalogue?: string
  readonly result: LoadResult
  /** Why there is nothing to render it with. */
  readonly error: AppError | null
}

/** Load the data of slots, and of the slots that their markup will hold, side by side. A failure costs its slot only. */
export async function loadSlots(
  slots: readonly PageSlot[],
  context: SlotContext,
  level = 1,
): Promise<readonly LoadedSlot[]> {
  const loaded = await Promise.all(slots.map((slot) => loadSlot(slot, context)))
  const nested = loaded.flatMap(({ slot, result }) =>
    (result.slots ?? []).map((inner): PageSlot => ({ ...inner, parent: slot.id })),
  )
  if (nested.length === 0 || level === MAX_NESTING) return loaded
  return [...loaded, ...(await loadSlots(nested, context, level + 1))]
}

async function loadSlot(slot: PageSlot, context: SlotContext): Promise<LoadedSlot> {
  try {
    const remote = remoteOf(slot.remote, context.releases)
    context.store.inject({ owner: slot.remote, slices: slicesFor(slot, remote, context) })
    const messages = wordsOf(remote, context)
    const result = remote.load
      ? await raceDeadline(context.deadlineMs, remote.load(requestFor(slot, messages, context)), () => {
          throw pageError('page/deadline', { details: { what: slot.id, deadlineMs: context.deadlineMs } })
        })
      : {}
    for (const action of result.actions ?? []) context.store.dispatch(action)
    return { slot, remote, ...messages, result, error: null }
  } catch (thrown) {
    const error = toAppError(thrown)
    context.onFailure(slot, error)
    return { slot, remote: null, result: {}, error }
  }
}

/** A route or a content type may want only some of its remote's state; what is not injected is not serialised either. */
const slicesFor = (
  { id }: PageSlot,
  { slices = [] }: ServerRemote,
  { injectRedux }: SlotContext,
): readonly Slice[] =>
  id === 'main' && injectRedux ? slices.filter(({ key }) => injectRedux.includes(key)) : slices

function remoteOf(name: RemoteName, { remotes }: ReleaseSnapshot): ServerRemote {
  const live = remotes.get(name)
  if (!live) throw pageError('page/remote-missing', { details: { remote: name } })
  return live.remote
}

type Words = Pick<LoadedSlot, 'messages' | 'catalogue'>

function wordsOf({ catalogues }: ServerRemote, { language, primaryLanguage }: SlotContext): Words {
  if (!catalogues) return {}
  const catalogue = chooseLanguage(Object.keys(catalogues), language, primaryLanguage)
  return { messages: catalogues[catalogue], catalogue }
}

const requestFor = (slot: PageSlot, { messages }: Words, context: SlotContext): LoadRequest => ({
  slot,
  route: context.route,
  language: context.language,
  messages,
  query: context.query,
  ...(context.posted ? { posted: context.posted } : {}),
  client: context.client,
  sanitise: context.sanitise,
  signal: context.signal,
  ...(context.inspect && { inspect: context.inspect }),
})
