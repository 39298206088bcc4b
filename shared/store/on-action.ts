import { filter, type Observable } from 'rxjs'
import type { Action, Slice } from '../contract/index.ts'

/** What createAction and createSlice give: a creator that knows its own actions. */
interface Creator<A> {
  readonly match: (action: unknown) => action is A
}

/** The actions of these creators, typed. */
export const onAction = <A>(action$: Observable<Action>, ...creators: readonly Creator<A>[]): Observable<A> =>
  action$.pipe(filter((action): action is Action & A => creators.some((creator) => creator.match(action))))

/** A slice of RTK's createSlice as the contract's: its name is its key. */
export const asSlice = <S>(slice: {
  readonly name: string
  readonly reducer: (state: S | undefined, action: Action) => S
}): Slice => ({ key: slice.name, reducer: slice.reducer as Slice['reducer'] })
