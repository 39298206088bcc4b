import { performReactRefresh } from 'react-refresh/runtime'
import type { Action, AppEpic, BrowserRemote, Lifecycles, Slice, Store } from '@tessera/shared/contract'
import { catchError, Observable } from '@tessera/shared/store'
import { mergeServed } from './merge-served.ts'
import { onServerState } from './server-state.client.ts'

/** As long as the refresh runtime itself waits: then every changed component has told it of itself. */
const REFRESH_AFTER_MS = 30

/** A remote in development: what the page is given of it stays the same while its code changes. */
export interface HotRemote {
  /** The first time what the page is to have of this remote; later, its changed code takes over inside that. */
  readonly remote: (loaded: BrowserRemote) => BrowserRemote
  /** The messages of the page, and each time that they have changed. */
  readonly messages: <Messages>(messages: Messages) => Messages
}

interface Mounted {
  readonly lifecycles: Lifecycles
  readonly store: Store
  readonly slotId: string
}

/** Each remote's build has one of its own. */
export const hot = createHotRemote()

export function createHotRemote(): HotRemote {
  const mounted = new Map<HTMLElement, Mounted>()
  let messages: unknown
  let given: { readonly take: (loaded: BrowserRemote) => void } | null = null

  const lifecyclesOf =
    (loaded: BrowserRemote): BrowserRemote['lifecycles'] =>
    (element) => {
      const lifecycles = loaded.lifecycles(element)
      const withMessages = (props: object) => (messages === undefined ? props : { ...props, messages })
      return {
        ...lifecycles,
        bootstrap: (props) => lifecycles.bootstrap(withMessages(props)),
        mount(props) {
          const { store, slotId } = props as Pick<Mounted, 'store' | 'slotId'>
          mounted.set(element, { lifecycles, store, slotId })
          return lifecycles.mount(withMessages(props))
        },
        unmount(props) {
          mounted.delete(element)
          return lifecycles.unmount(props)
        },
      }
    }
  return {
    remote(loaded) {
      if (given) {
        given.take(loaded)
        setTimeout(performReactRefresh, REFRESH_AFTER_MS)
        return loaded
      }
      const hot = createHotParts(loaded)
      given = hot
      followServer(hot, mounted)
      return { ...loaded, ...hot.parts, lifecycles: lifecyclesOf(loaded) }
    },
    messages(next) {
      messages = next
      for (const { lifecycles } of mounted.values()) void lifecycles.update?.({ messages: next })
      return next
    },
  }
}

/** Slices, epics and calls of a remote that become those of its changed code. State stays as it is. */
function createHotParts(first: BrowserRemote) {
  let current = first
  let restart = (): void => undefined
  const io = callsOf(() => current)
  const wholes = new WeakSet<object>()
  const run: AppEpic = (action$, state$) =>
    new Observable<Action>((actions) => {
      const running = new Map<AppEpic<never>, { readonly unsubscribe: () => void }>()
      const start = (epic: AppEpic<never>) =>
        epic(action$, state$, io as never)
          // One that fails is told of and goes on, as on a site.
          .pipe(catchError((thrown, again$) => (reportError(thrown), again$)))
          .subscribe((action) => actions.next(action))
      restart = () => {
        const epics = current.epics ?? []
        for (const [epic, work] of running) {
          if (epics.includes(epic)) continue // its code has not changed: what it has under way goes on
          work.unsubscribe()
          running.delete(epic)
        }
        for (const epic of epics) if (!running.has(epic)) running.set(epic, start(epic))
      }
      restart()
    })
  return {
    take(loaded: BrowserRemote) {
      if (keysOf(loaded) !== keysOf(first)) return location.reload() // other state: nothing of the page fits it
      current = loaded
      restart()
    },
    /** A state of these slices that is taken as it is, with nothing of the one before. */
    asWhole<State>(state: State): State {
      if (typeof state === 'object' && state !== null) wholes.add(state)
      return state
    },
    parts: {
      ...(first.slices && { slices: first.slices.map((slice) => hotSlice(slice, () => current, wholes)) }),
      ...(first.epics && { epics: [run] }),
      io,
    } satisfies Partial<BrowserRemote>,
  }
}

const keysOf = ({ slices = [] }: BrowserRemote): string => slices.map(({ key }) => key).join()

function hotSlice(first: Slice, current: () => BrowserRemote, wholes: WeakSet<object>): Slice {
  const { key } = first
  const now = () => current().slices?.find((slice) => slice.key === key) ?? first
  return {
    key,
    reducer: (state, action) => now().reducer(state, action),
    adopt: (previous, served) =>
      wholes.has(served as object) ? served : (now().adopt?.(previous, served) ?? served),
  }
}

/** Functions are those of the newest code. Objects may hold something of the visitor's, such as chosen files, and stay. */
function callsOf(current: () => BrowserRemote): object {
  const first = (current().io ?? {}) as Readonly<Record<string, unknown>>
  const isCall = (value: unknown): value is (...args: unknown[]) => unknown => typeof value === 'function'
  const newest = (name: string, own: unknown) => {
    const call = (current().io as typeof first)[name]
    return isCall(call) ? call : (own as (...args: unknown[]) => unknown)
  }
  return Object.fromEntries(
    Object.entries(first).map(([name, own]) => [
      name,
      isCall(own) ? (...args: unknown[]) => newest(name, own)(...args) : own,
    ]),
  )
}

/** What a changed loader has found goes into the state of the open page, beside what the visitor has done there. */
function followServer(
  { parts, asWhole }: ReturnType<typeof createHotParts>,
  mounted: ReadonlyMap<HTMLElement, Mounted>,
): void {
  onServerState(document, ({ before, now }) => {
    for (const { lifecycles, slotId } of mounted.values()) {
      const propsOf = (state: typeof now) => state.page.slots.find(({ id }) => id === slotId)?.props
      if (JSON.stringify(propsOf(before)) !== JSON.stringify(propsOf(now)))
        void lifecycles.update?.({ props: propsOf(now) })
    }
    const [first] = mounted.values()
    for (const { key } of parts.slices ?? []) {
      const state = first?.store.getState()[key]
      const merged = mergeServed(before[key], now[key], state)
      if (merged !== state) first?.store.adopt({ [key]: asWhole(merged) })
    }
  })
}
