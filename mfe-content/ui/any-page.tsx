import { formatDate } from '@tessera/shared/messages'
import type { AnyModel } from '../domain/page-model.ts'
import { sideMenu } from '../domain/side-menu.ts'
import { Facts } from './facts.tsx'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'
import { SideMenu } from './side-menu.tsx'

/** An entry of a content type that this site has no page of its own for: everything it says, in the order of its fields. */
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
