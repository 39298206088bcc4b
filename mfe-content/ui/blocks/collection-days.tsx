import { formatMoment } from '@tessera/shared/messages'
import { useSelector } from '@tessera/shared/ui'
import type { BinDates, CollectionDate } from '../../domain/collection-dates.ts'
import { nextCollection, type CollectionLookup } from '../../domain/collection-lookup.ts'
import { streetName } from '../../domain/street-lookup.ts'
import type { ContentMessages } from '../../messages/index.ts'
import { selectContent } from '../../state/content.slice.ts'
import type { BlockProps } from './block-props.ts'
import styles from './collection-days.module.css'
import { StreetLookupForm } from './street-lookup-form.tsx'

/** HTML id of the look-up. */
const PLACE = 'collection-days'

type Found = NonNullable<CollectionLookup['street']>

/** Look-up of the bin collections for a street. */
export function CollectionDaysBlock({ block, level, messages }: BlockProps<'collectionDays'>) {
  const { collections: lookup } = useSelector(selectContent)
  const below = level === 2 ? 3 : 4
  return (
    <StreetLookupForm place={PLACE} button={messages.findDays} prints {...{ block, level, messages, lookup }}>
      {lookup?.street && <Dates street={lookup.street} messages={messages} level={below} />}
    </StreetLookupForm>
  )
}

function Dates({
  street,
  messages,
  level,
}: {
  readonly street: Found
  readonly messages: ContentMessages
  readonly level: 3 | 4
}) {
  const Heading = `h${level}` as const
  const next = nextCollection(street.bins)
  return (
    <>
      <Heading>{streetName(street)}</Heading>
      {next && (
        <p className={styles.next}>
          <b>{messages.nextCollection}</b> <Day iso={next.day} messages={messages} />
          <br />
          {next.bins.join(' · ')}
        </p>
      )}
      <dl className={styles.bins}>
        {street.bins.map((bin) => (
          <Bin key={bin.code} bin={bin} messages={messages} />
        ))}
      </dl>
      <p className={styles.calendar}>
        <a className="button" href={street.calendar.subscribe}>
          {messages.subscribe}
        </a>
        <a className="button button--quiet" href={street.calendar.download} download="">
          {messages.downloadCalendar}
        </a>
      </p>
    </>
  )
}

const Bin = ({
  bin: { code, bin, dates },
  messages,
}: {
  readonly bin: BinDates
  readonly messages: ContentMessages
}) => (
  <div data-bin={code}>
    <dt>{bin}</dt>
    {dates.length === 0 && <dd>{messages.noCollection}</dd>}
    {dates.map((date) => (
      <dd key={date.day}>
        <Day iso={date.day} messages={messages} />
        <Instead date={date} messages={messages} />
        {date.isLast && <small>{messages.lastOfSeason}</small>}
      </dd>
    ))}
  </div>
)

const Instead = ({
  date: { instead },
  messages,
}: {
  readonly date: CollectionDate
  readonly messages: ContentMessages
}) => instead && <small>{messages.insteadOf(instead.of, instead.reason)}</small>

const Day = ({ iso, messages }: { readonly iso: string; readonly messages: ContentMessages }) => (
  <time dateTime={iso}>{formatMoment(iso, messages.dates)}</time>
)
