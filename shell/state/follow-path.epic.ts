import {
  toAppError,
  type Action,
  type AppEpic,
  type HostState,
  type SerialisedError,
} from '@tessera/shared/contract'
import { createAction, from, onAction, switchMap } from '@tessera/shared/store'
import { pageError } from '../errors.ts'
import { pathChanged } from './host-slices.ts'

/** The next page has to be there within this time. */
export const PAGE_DEADLINE_MS = 8_000

/** Where the browser goes. */
export type PathTarget = ReturnType<typeof pathChanged>['payload']

/** The state of a page, whole. */
export type PageTree = HostState & Readonly<Record<string, unknown>>

/** The next page's state is here. */
export const pageArrived = createAction<{ readonly target: PathTarget; readonly page: PageTree }>(
  'host/pageArrived',
)
/** The next page cannot be shown without a full load. */
export const pageFailed = createAction<{ readonly target: PathTarget; readonly error: SerialisedError }>(
  'host/pageFailed',
)

/** The calls of a navigation. */
export interface FollowPathIo {
  /** The state of the page, and all code that showing it takes. Rejects when only a full load helps. */
  readonly loadPage: (target: PathTarget, signal: AbortSignal) => Promise<PageTree>
}

/** Load the page of the newest path; the calls for an older one are aborted. Source: design 2, One resolver. */
export const followPath: AppEpic<FollowPathIo> = (action$, _state$, io) => {
  let newest: AbortController | null = null
  return onAction(action$, pathChanged).pipe(
    switchMap(({ payload }) => {
      newest?.abort()
      newest = new AbortController()
      return from(loadWithin(payload, newest, io))
    }),
  )
}

async function loadWithin(
  target: PathTarget,
  controller: AbortController,
  { loadPage }: FollowPathIo,
): Promise<Action> {
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(), PAGE_DEADLINE_MS)
  const ended = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () =>
      reject(pageError('page/deadline', { details: { path: target.path } })),
    ),
  )
  try {
    return pageArrived({ target, page: await Promise.race([loadPage(target, signal), ended]) })
  } catch (thrown) {
    return pageFailed({ target, error: toAppError(thrown).toJSON() })
  } finally {
    clearTimeout(timer)
  }
}
