import type { EventModel } from '../domain/page-model.ts'
import { RangeText, useSelector } from '@tessera/shared/ui'
import { eventCalendarHref } from '../domain/event-calendar.ts'
import { selectContent } from '../state/content.slice.ts'
import { EntryLink } from './entry-link.tsx'
import { Facts, Lines } from './facts.tsx'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'

/** An event: dates, venue and price first, then its description. */
export function EventPage(page: PageProps<EventModel>) {
  const { model, route, language, messages } = page
  const { now } = useSelector(selectContent)
  const dates = now.dates ?? model.dates
  const facts = (
    <Facts
      facts={[
        [messages.when, dates && <RangeText dates={dates} messages={messages} />],
        [messages.where, model.venue && <Venue venue={model.venue} />],
        [messages.price, model.price],
        [messages.topic, model.topic],
        [
          messages.calendar,
          dates && route.entryID && (
            <a href={eventCalendarHref(route.entryID, language)} download="">
              {messages.addToCalendar}
            </a>
          ),
        ],
      ]}
    />
  )
  return <PageLayout page={page} side={facts} sideFirst />
}

const Venue = ({ venue }: { readonly venue: NonNullable<EventModel['venue']> }) => (
  <>
    {venue.href ? (
      <EntryLink link={{ ...venue, href: venue.href }} />
    ) : (
      <span lang={venue.language}>{venue.title}</span>
    )}
    <Lines lines={venue.address ?? []} />
  </>
)
