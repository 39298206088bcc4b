import { performReactRefresh } from 'react-refresh/runtime'
import type { Action, AppEpic, BrowserRemote, Lifecycles, Slice, Store } from '@tessera/shared/contract'
import { catchError, Observable } from '@tessera/shared/store'
import { mergeServed } from './merge-served.ts'
import { onServerState } from './server-state.client.ts'

/** As long as the refresh runtime itself waits, in milliseconds: then every changed component is registered. */
const REFRESH_AFTER_MS = 30

/** A remote in development: the object that the page holds stays the same while its code changes. */
export interface HotRemote {
  /** The first call gives the remote for the page; later calls replace the code inside it. */
  readonly remote: (loaded: BrowserRemote) => BrowserRemote
  /** Set the messages of the page; called again whenever they have changed. */
  readonly messages: <Messages>(messages: Messages) => Messages
}

interface Mounted {
  readonly lifecycles: Lifecycles
  readonly store: Store
  readonly slotId: string
}

/** The instance of this remote; each remote's build has its own. */
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

/** Slices, epics and calls of a remote that use its newest code. The state stays. */
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
          // An epic that fails is reported and restarted, as on a site.
          .pipe(catchError((thrown, again$) => (reportError(thrown), again$)))
          .subscribe((action) => actions.next(action))
      restart = () => {
        const epics = current.epics ?? []
        for (const [epic, work] of running) {
          if (epics.includes(epic)) continue // its code has not changed, so it keeps running
          work.unsubscribe()
          running.delete(epic)
        }
        for (const epic of epics) if (!running.has(epic)) running.set(epic, start(epic))
      }
      restart()
    })
  return {
    take(loaded: BrowserRemote) {
      if (keysOf(loaded) !== keysOf(first)) return location.reload() // the state has another shape, so the page does not fit it
      current = loaded
      restart()
    },
    /** Mark a state of these slices that is taken unchanged, without merging the previous one. */
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

/** Functions call the newest code. Objects stay, because they may hold data of the visitor, such as chosen files. */
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

/** Merge the result of a changed loader into the state of the open page, without losing what the visitor has done there. */
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
