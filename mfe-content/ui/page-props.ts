import type { RouteState } from '@tessera/shared/contract'
import type { PageModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'

/** Props of every page component. */
export interface PageProps<M extends PageModel = PageModel> {
  readonly model: M
  readonly route: RouteState
  readonly language: string
  readonly messages: ContentMessages
}
