import { filter, type Observable } from 'rxjs'
import type { Action } from '../contract/index.ts'

/** An action creator whose `match` recognises its own actions. */
interface Creator<A> {
  readonly match: (action: unknown) => action is A
}

/** Only the actions of these creators, typed. */
export const onAction = <A>(action$: Observable<Action>, ...creators: readonly Creator<A>[]): Observable<A> =>
  action$.pipe(filter((action): action is Action & A => creators.some((creator) => creator.match(action))))
