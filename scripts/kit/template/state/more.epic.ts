import type { AppEpic } from '@tessera/contract'
import { catchError, exhaustMap, from, map, of, onAction } from '@tessera/contract/store'
import { PAGE_SIZE } from '../domain/read-titles.ts'
import type { AskTitles } from '../io/ask-titles.ts'
import { moreFailed, moreFinished, moreRequested, selectExample } from './example.slice.ts'

/** The calls of a browser. */
export interface ExampleIo {
  readonly askTitles: AskTitles
}

/** Ask for the next titles; who presses twice asks once. */
export const moreEpic: AppEpic<ExampleIo> = (action$, state$, { askTitles }) =>
  onAction(action$, moreRequested).pipe(
    exhaustMap(() =>
      from(askTitles(1 + Math.floor(selectExample(state$.value).more.length / PAGE_SIZE))).pipe(
        map((titles) => moreFinished(titles)),
        catchError(() => of(moreFailed())),
      ),
    ),
  )
