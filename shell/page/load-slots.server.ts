import {
  AppError,
  toAppError,
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
import { isAppError } from '../http/request-log.server.ts'
import type { GuardedRemote } from '../guard/guard-remote.server.ts'
import { parsePath, type SiteLanguages } from '../http/paths.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { matchRoute } from '../releases/routing-table.ts'
import { isJson } from './serialised-state.ts'

/** Deepest nesting of slots. */
const MAX_NESTING = 3

/** The data and functions that the slots of a page are loaded with. */
export interface SlotContext {
  readonly releases: ReleaseSnapshot
  readonly store: Store
  readonly route: RouteState
  readonly language: string
  /** The site's primary language: its messages are the fallback when a remote has none in the page's language. */
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
  /** State keys of its remote that the page's main slot needs; all by default. */
  readonly injectRedux?: readonly string[]
  /** Information on what is running; set only for staff. */
  readonly inspect?: LoadRequest['inspect']
  /** The site's languages, with which a remote's tools for previews resolve paths; set only in previews. */
  readonly previewed?: SiteLanguages
  /** Remotes whose state cannot be sent to browsers: their slots fail. */
  readonly withoutJson?: readonly RemoteName[] | undefined
}

/** A slot whose data is in the store, or that failed and gets its fallback. */
export interface LoadedSlot {
  readonly slot: PageSlot
  /** Null when the slot cannot be rendered. */
  readonly remote: GuardedRemote | null
  /** The remote's messages for the page, and their language; absent when the remote has none. */
  readonly messages?: unknown
  readonly catalogue?: string
  readonly result: LoadResult
  /** Why the slot cannot be rendered. */
  readonly error: AppError | null
}

/** Remotes that have a slot on a page. */
export const remotesOf = (slots: readonly LoadedSlot[]): ReadonlySet<PageSlot['remote']> =>
  new Set(slots.map(({ slot }) => slot.remote))

/** Whether the page fails when a slot fails: the main slot, and nested slots that are declared essential. */
export const isDecisive = ({ id, essential }: PageSlot): boolean => id === 'main' || essential === true

/**
 * Load the data of slots, and of the slots nested in their markup, in parallel. A slot that fails gets its fallback, and the slots
 * nested in it are left out, since there is no markup to hold them. The outer slots come first.
 */
export async function loadSlots(
  slots: readonly PageSlot[],
  context: SlotContext,
): Promise<readonly LoadedSlot[]> {
  return putInStore(await Promise.all(slots.map((slot) => fetchSlot(slot, context, 1))), context)
}

/** A slot whose data is loaded but not yet in the store, with the slots nested in it. */
interface FetchedSlot extends LoadedSlot {
  readonly inner: readonly FetchedSlot[]
}

/**
 * Load the data of a slot and of those nested in it. Loading of a nested slot starts as soon as it is named: by the remote's `slots`,
 * which runs in parallel with this slot's own data, or by that data. When this slot fails, results of nested slots are ignored.
 * Never rejects.
 */
async function fetchSlot(slot: PageSlot, context: SlotContext, level: number): Promise<FetchedSlot> {
  const inner = new Map<string, Promise<FetchedSlot>>()
  let hasFailed = false
  const begin = (named: readonly NestedSlot[] = []) => {
    if (!isJson(named)) throw invalidResult('slots')
    if (level === MAX_NESTING || hasFailed) return
    for (const one of named)
      if (!inner.has(one.id)) inner.set(one.id, fetchSlot({ ...one, parent: slot.id }, context, level + 1))
  }
  try {
    if (context.withoutJson?.includes(slot.remote)) throw invalidResult('state')
    const remote = remoteOf(slot.remote, context.releases)
    const chosen = chooseMessages(remote, context)
    // Nothing is loaded for it, and it adds nothing to the state, until the visitor uses it.
    if (slot.hydrate === 'touch') return { slot, remote, ...chosen, result: {}, error: null, inner: [] }
    const request = requestFor(slot, chosen, context)
    const named = remote.slots?.(request).then(begin)
    const [result] = await Promise.all([loadData(slot, remote, request, context), named])
    if (isDecisive(slot) && !isStatusOfPage(result.status)) throw invalidResult('status')
    if (!isTime(result.validUntil ?? 0)) throw invalidResult('validUntil')
    if (!isJson(result.head)) throw invalidResult('head')
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

const invalidResult = (what: 'head' | 'slots' | 'state' | 'status' | 'validUntil'): AppError =>
  pageError('page/result-invalid', { details: { what } })

/** Whether a loader may give its page this status: redirects need an address, and some others are answers without a body. */
const isStatusOfPage = (status: number | undefined): boolean =>
  status === undefined || status === 200 || (Number.isInteger(status) && status >= 400 && status <= 599)

/** Whether it can be compared with the times of other slots: the page is valid until the first of them. */
export const isTime = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value)

/** Level by level, the outer slots first: the state does not depend on which slot was loaded first. */
function putInStore(level: readonly FetchedSlot[], context: SlotContext): readonly LoadedSlot[] {
  if (level.length === 0) return []
  const loaded = level.map(({ inner: _inner, ...slot }) => putSlot(slot, context))
  const inner = level.flatMap((slot, index) => (loaded[index]?.error ? [] : slot.inner))
  return [...loaded, ...putInStore(inner, context)]
}

/** Put the state of one slot into the store; report its failure to `onFailure`. */
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
  error: errorOfSlot(thrown),
})

/** Statuses that an error of a remote may give its page: those of what failed behind it. The page of any other is a 500. */
const FAILED_BEHIND: readonly unknown[] = [502, 503, 504]

/**
 * The host's error for what a slot has thrown. That of a remote has no code or details here, but is its cause. A call that the platform
 * refused does not make the page missing or protected: it is a bad gateway.
 */
function errorOfSlot(thrown: unknown): AppError {
  const error = toAppError(thrown)
  const { code, message, details } = error
  if (error === thrown)
    return Number(error.status) < 500
      ? new AppError(code, message, { status: 502, details, cause: error })
      : error
  return isAppError(thrown) && FAILED_BEHIND.includes(thrown.status)
    ? new AppError(code, message, { status: thrown.status, cause: thrown })
    : error
}

/** A route or a content type may need only some of its remote's slices; slices that are not injected are not serialised either. */
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

/** The messages of a remote in a language; those of the site's primary language are the fallback. */
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
  deadlineMs: context.deadlineMs,
  ...(context.inspect && { inspect: context.inspect }),
  ...(context.previewed && { preview: previewTools(context.releases, context.previewed) }),
})

const previewTools = (
  { table }: ReleaseSnapshot,
  languages: SiteLanguages,
): NonNullable<LoadRequest['preview']> => ({
  isServed: (path) => matchRoute(table.staticRoutes, parsePath(path, languages).rest) !== null,
})
