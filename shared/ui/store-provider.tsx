import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import type { HostState, Store, StoreState } from '../contract/index.ts'

/** The state of the page for a remote: the host's keys, and its own. */
export type PageStateTree = StoreState

interface SlotContextValue {
  readonly store: Store
  readonly slotHtml: Readonly<Record<string, string>> | null
}

const SlotContext = createContext<SlotContextValue | null>(null)

/** Context of a slot's root: its store and, on the server, the markup of its nested slots. */
export function StoreProvider({
  store,
  slotHtml,
  children,
}: {
  readonly store: Store
  readonly slotHtml?: Readonly<Record<string, string>> | undefined
  readonly children?: ReactNode
}) {
  const value = useMemo(() => ({ store, slotHtml: slotHtml ?? null }), [store, slotHtml])
  return <SlotContext value={value}>{children}</SlotContext>
}

/**
 * Subscribes to a part of the state. The result keeps its identity while `isEqual` returns true, so that a selector may return a
 * new object.
 * @throws Error outside a StoreProvider, which only a mistake in code can cause
 */
export function useSelector<T>(
  selector: (state: PageStateTree) => T,
  isEqual: (a: T, b: T) => boolean = Object.is,
): T {
  const { store } = useSlotContext()
  const [snapshot, served] = useMemo(
    () =>
      [stable(store.getState, selector, isEqual), stable(store.getServedState, selector, isEqual)] as const,
    [store, selector, isEqual],
  )
  // React must hydrate with the state that the markup was made from; a click may already have changed the current one.
  return useSyncExternalStore(store.subscribe, snapshot, served)
}

/** The route, for components that show none of its hash: when only the hash changes, they are not rendered anew. */
export const usePageRoute = (): HostState['routing'] => useSelector(routeOf, isSameButHash)

const routeOf = ({ routing }: PageStateTree): HostState['routing'] => routing

const isSameButHash = (a: HostState['routing'], b: HostState['routing']): boolean =>
  a.location.pathname === b.location.pathname &&
  a.location.search === b.location.search &&
  (Object.keys(b) as (keyof typeof b)[]).every((key) => key === 'location' || a[key] === b[key])

/** The context of the slot; only for the components of this folder. */
export function useSlotContext(): SlotContextValue {
  const context = use(SlotContext)
  if (!context) throw new Error('A component was used outside a StoreProvider')
  return context
}

function stable<S, T>(getState: () => S, select: (state: S) => T, isEqual: (a: T, b: T) => boolean): () => T {
  let last: { readonly state: S; readonly value: T } | null = null
  return () => {
    const state = getState()
    if (last?.state === state) return last.value
    const value = select(state)
    last = { state, value: last && isEqual(last.value, value) ? last.value : value }
    return last.value
  }
}
