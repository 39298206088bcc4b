import type { Action, Slice } from '../contract/index.ts'

/** An action creator, as `createAction` makes it. */
export type Creator<A extends Action = Action> = ((...args: never[]) => A) & { readonly type: string }

/** Registers a reducer for the actions of one or several creators. */
export type On<S> = <C extends Creator>(
  creators: C | readonly C[],
  reduce: (state: S, action: ReturnType<C>) => S,
) => void

/**
 * A slice whose reducer is a table by action. Reducers return the next state, without Immer's drafts: Immer would walk the whole
 * payload, which takes up to half of the time of a page (docs/decisions/0026). `adopt` is that of `Slice`.
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
