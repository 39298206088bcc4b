import type { AppEpic } from '@tessera/contract'
import { catchError, exhaustMap, from, map, of, onAction } from '@tessera/contract/store'
import { PAGE_SIZE } from '../domain/read-titles.ts'
import type { AskTitles } from '../io/ask-titles.ts'
import { moreFailed, moreFinished, moreRequested, selectExample } from './example.slice.ts'

/** The calls that the browser half makes. */
export interface ExampleIo {
  readonly askTitles: AskTitles
}

/** Request the next titles; a second press while the first is running is ignored. */
export const moreEpic: AppEpic<ExampleIo> = (action$, state$, { askTitles }) =>
  onAction(action$, moreRequested).pipe(
    exhaustMap(() =>
      from(askTitles(1 + Math.floor(selectExample(state$.value).more.length / PAGE_SIZE))).pipe(
        map((titles) => moreFinished(titles)),
        catchError(() => of(moreFailed())),
      ),
    ),
  )
