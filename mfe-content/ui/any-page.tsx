import { formatDate } from '@tessera/shared/messages'
import type { AnyModel } from '../domain/page-model.ts'
import { sideMenu } from '../domain/side-menu.ts'
import { Facts } from './facts.tsx'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'
import { SideMenu } from './side-menu.tsx'

/** The page for content types without a page of their own: all fields of the entry, in order. */
export function AnyPage(page: PageProps<AnyModel>) {
  const { model, route, messages } = page
  return (
    <PageLayout page={page} side={sideMenu(route) && <SideMenu route={route} messages={messages} />}>
      <Facts
        facts={model.facts.map(({ name, value, date }) => [
          name,
          date ? <time dateTime={date}>{formatDate(date, messages.dates)}</time> : value,
        ])}
      />
    </PageLayout>
  )
}
