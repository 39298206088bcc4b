import { formatMoment } from '@tessera/shared/messages'
import { Link, RichText, useSelector } from '@tessera/shared/ui'
import type { BinDates, CollectionDate } from '../../domain/collection-dates.ts'
import { nextCollection, type CollectionLookup, type Street } from '../../domain/collection-lookup.ts'
import type { ContentMessages } from '../../messages/index.ts'
import { selectContent } from '../../state/content.slice.ts'
import type { BlockProps } from './block-props.ts'
import styles from './collection-days.module.css'
import { SubHeading } from './sub-heading.tsx'

/** Where the answer stands: without script the page opens there. */
const PLACE = 'collection-days'

type Found = NonNullable<CollectionLookup['street']>

/** Look up when the bins of a street are emptied: a form of plain GET, and below it what it came to. */
export function CollectionDaysBlock({ block, level, messages }: BlockProps<'collectionDays'>) {
  const { collections: lookup } = useSelector(selectContent)
  const path = useSelector((state) => state.routing.currentPath)
  return (
    <section className={styles.lookup} id={PLACE} {...(lookup?.street && { 'data-prints-alone': true })}>
      {block.heading && <SubHeading level={level} text={block.heading} />}
      <form
        role="search"
        aria-label={block.heading ?? messages.findDays}
        action={`${path}#${PLACE}`}
        className={styles.form}
      >
        <label htmlFor="collection-address">{messages.yourAddress}</label>
        <div>
          <input
            id="collection-address"
            name="address"
            maxLength={100}
            required
            autoComplete="postal-code"
            defaultValue={lookup?.asked}
            key={lookup?.asked}
          />
          <button className="button">{messages.findDays}</button>
        </div>
      </form>
      {lookup && (
        <Outcome
          lookup={lookup}
          path={path}
          help={block.notFound}
          messages={messages}
          level={level === 2 ? 3 : 4}
        />
      )}
    </section>
  )
}

interface OutcomeProps {
  readonly lookup: CollectionLookup
  readonly path: string
  readonly help: string | undefined
  readonly messages: ContentMessages
  readonly level: 3 | 4
}

function Outcome({ lookup, path, help, messages, level }: OutcomeProps) {
  const { asked, street, choices, hasMore, hasFailed } = lookup
  const Heading = `h${level}` as const
  if (street) return <Dates street={street} messages={messages} level={level} />
  if (choices.length > 0)
    return (
      <>
        <Heading>{messages.whichStreet}</Heading>
        <ul className={styles.choices}>
          {choices.map((choice) => (
            <li key={choice.id}>
              <Link href={`${path}?street=${choice.id}#${PLACE}`}>{nameOf(choice)}</Link>
            </li>
          ))}
        </ul>
        {hasMore && <p>{messages.moreStreets}</p>}
      </>
    )
  return (
    <>
      <Heading>{hasFailed ? messages.streetsFailed : messages.noStreet(asked)}</Heading>
      {help && <RichText html={help} className="prose" />}
    </>
  )
}

const nameOf = ({ name, area }: Street): string => (area ? `${name}, ${area}` : name)

function Dates({
  street,
  messages,
  level,
}: Pick<OutcomeProps, 'messages' | 'level'> & { readonly street: Found }) {
  const Heading = `h${level}` as const
  const next = nextCollection(street.bins)
  return (
    <>
      <Heading>{nameOf(street)}</Heading>
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
