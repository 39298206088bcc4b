import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import { asModel } from '../domain/page-model.ts'
import { contentError } from '../errors.ts'
import type { ContentMessages } from '../messages/index.ts'
import { PAGES } from './page-table.ts'

/** The main region of a content page: the view's page, with the model that its entry mapper made. */
export function ContentSlot({ view, messages }: SlotProps<ContentMessages>) {
  const route = useSelector((state) => state.routing)
  const language = useSelector((state) => state.page.head.language)
  const Page = Object.hasOwn(PAGES, view) ? PAGES[view] : undefined
  if (!Page) throw contentError('mfe-content/no-such-view', { details: { view } })
  if (!route.mappedEntry)
    throw contentError('mfe-content/no-model', { details: { view, path: route.currentPath } })
  return <Page model={asModel(route.mappedEntry)} route={route} language={language} messages={messages} />
}
