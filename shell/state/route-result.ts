import type { Node } from '@tessera/shared/content'
import type { AppError, Hydrate, RemoteName } from '@tessera/shared/contract'
import type { RouteFacts } from '../domain/route-outcome.ts'
import type { Lane } from './route-request.ts'

/** The main slot of a page. */
export interface MainView {
  readonly remote: RemoteName
  readonly view: string
  readonly hydrate: Hydrate
  /** The remote's state keys that the page has; all of them unless given. */
  readonly injectRedux?: readonly string[]
}

/** What every outcome but a redirect says. */
interface Outcome {
  readonly facts: RouteFacts
  /** In whose name the page was asked for. */
  readonly lane: Lane['name']
}

/** What became of a path. */
export type RouteResult =
  | (Outcome & {
      readonly type: 'page'
      readonly main: MainView
      readonly isComplete: boolean
      /** The tree as this page wants it, where that is more than every page has. */
      readonly ownTree?: Node | null
    })
  | { readonly type: 'sign-in' }
  | { readonly type: 'access-denied' }
  | (Outcome & { readonly type: 'not-found' })
  | (Outcome & { readonly type: 'error'; readonly error: AppError })
