import type { Action, Slice } from '../contract/index.ts'

/** What `createAction` gives: it makes actions, and names them. */
export type Creator<A extends Action = Action> = ((...args: never[]) => A) & { readonly type: string }

/** Says which state follows from an action of this creator, or of these. */
export type On<S> = <C extends Creator>(
  creators: C | readonly C[],
  reduce: (state: S, action: ReturnType<C>) => S,
) => void

/**
 * A key of the state with its reducer, as a table of actions. Reducers return the next state and draft nothing: Immer would
 * walk all that they are given, which is up to half of the time of a page (docs/decisions/0026). `adopt` is that of `Slice`.
 */
export function defineSlice<S>(
  key: string,
  initial: S,
  describe: (on: On<S>) => void,
  adopt?: (previous: S, served: S) => S,
): Slice {
  const table = new Map<string, (state: S, action: never) => S>()
  describe((creators, reduce) => {
    for (const { type } of [creators].flat()) table.set(type, reduce)
  })
  return {
    key,
    reducer: (state: unknown, action: Action) => {
      const before = state === undefined ? initial : (state as S)
      return table.get(action.type)?.(before, action as never) ?? before
    },
    ...(adopt && { adopt: (previous, served) => adopt(previous as S, served as S) }),
  }
}
