import type { EventModel } from '../domain/page-model.ts'
import { RangeText } from '@tessera/shared/ui'
import { EntryLink } from './entry-link.tsx'
import { Facts, Lines } from './facts.tsx'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'

/** An event: when, where and for how much, then what it is. */
export function EventPage(page: PageProps<EventModel>) {
  const { model, messages } = page
  const facts = (
    <Facts
      facts={[
        [messages.when, model.dates && <RangeText dates={model.dates} messages={messages} />],
        [messages.where, model.venue && <Venue venue={model.venue} />],
        [messages.price, model.price],
        [messages.topic, model.topic],
      ]}
    />
  )
  return <PageLayout page={page} side={facts} sideFirst />
}

const Venue = ({ venue }: { readonly venue: NonNullable<EventModel['venue']> }) => (
  <>
    {venue.href ? <EntryLink link={{ ...venue, href: venue.href }} /> : venue.title}
    <Lines lines={venue.address ?? []} />
  </>
)
