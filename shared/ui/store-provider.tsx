import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { AppError, type Store, type StoreState } from '../contract/index.ts'

/** The page's state as a remote sees it: the host's slices, and its own key beside them. */
export type PageStateTree = StoreState

interface SlotContextValue {
  readonly store: Store
  readonly slotHtml: Readonly<Record<string, string>> | null
}

const SlotContext = createContext<SlotContextValue | null>(null)

/** What every slot's root is wrapped in: its store and, on the server, the markup of the slots it holds. */
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
 * A part of the state, kept up to date. The answer keeps its identity while `isEqual` says that it is the same, so that a
 * selector may build an object.
 * @throws AppError ui/no-store outside a StoreProvider
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
  // A click may have changed the state before the markup is hydrated, which was made from the state that came with it.
  return useSyncExternalStore(store.subscribe, snapshot, served)
}

/** What the slot was mounted with; for the components of this folder. */
export function useSlotContext(): SlotContextValue {
  const context = use(SlotContext)
  if (!context) throw new AppError('ui/no-store', 'A component was used outside a StoreProvider')
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
