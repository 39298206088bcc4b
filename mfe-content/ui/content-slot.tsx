import type { SlotProps } from '@tessera/shared/contract'
import { Slot, usePageRoute, useSelector } from '@tessera/shared/ui'
import { QUALITY_SLOT } from '../domain/nested-slots.ts'
import { asModel } from '../domain/page-model.ts'
import { contentError } from '../errors.ts'
import type { ContentMessages } from '../messages/index.ts'
import { PAGES } from './page-table.ts'

/** The main region: the page component of the view, with the model of its entry mapper. */
export function ContentSlot({ view, messages }: SlotProps<ContentMessages>) {
  const route = usePageRoute()
  const language = useSelector((state) => state.page.head.language)
  const isReviewed = useSelector((state) => state.page.slots.some(({ id }) => id === QUALITY_SLOT))
  const Page = Object.hasOwn(PAGES, view) ? PAGES[view] : undefined
  if (!Page) throw contentError('mfe-content/no-such-view', { details: { view } })
  if (!route.mappedEntry)
    throw contentError('mfe-content/no-model', { details: { view, path: route.currentPath } })
  return (
    <>
      {isReviewed && <Slot id={QUALITY_SLOT} />}
      <Page model={asModel(route.mappedEntry)} route={route} language={language} messages={messages} />
    </>
  )
}
