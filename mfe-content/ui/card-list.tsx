import { Picture } from '@tessera/shared/ui'
import { calendarLeaf, describeRange, formatDate } from '../domain/format-date.ts'
import type { CardModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import { SubHeading } from './blocks/sub-heading.tsx'
import { EntryLink } from './entry-link.tsx'
import styles from './card-list.module.css'

interface CardListProps {
  readonly cards: readonly CardModel[]
  /** Level of the cards' titles. */
  readonly level: 2 | 3
  readonly messages: ContentMessages
  /** A grid of cards, rows one below another, or one card across the text. */
  readonly layout?: 'grid' | 'rows' | 'wide'
}

/** Entries as cards. A card's link covers all of it, so its image is decoration. */
export function CardList({ cards, level, messages, layout = 'grid' }: CardListProps) {
  return (
    <ul
      className={`${styles.list} ${styles[layout]} ${cards.every(isPortrait) ? styles.portraits : ''}`.trim()}
    >
      {cards.map((card) => (
        <li key={card.href} className={styles.card}>
          <div className={styles.text}>
            <SubHeading level={level} text={<EntryLink link={card} />} />
            <Meta card={card} messages={messages} />
            {card.summary && (
              <p>
                <span lang={card.language}>{card.summary}</span>
              </p>
            )}
          </div>
          {card.dates && layout !== 'wide' && <Leaf iso={card.dates.from} messages={messages} />}
          {card.image && layout !== 'rows' && (
            <Picture
              image={{ ...card.image, alt: '' }}
              sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
              className={styles.image}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const isPortrait = ({ image }: CardModel): boolean =>
  Boolean(image?.width && image.height && image.height >= image.width)

function Meta({ card, messages }: { readonly card: CardModel; readonly messages: ContentMessages }) {
  if (!card.date && !card.dates && !card.facts) return null
  return (
    <p className={styles.meta}>
      {card.date && <time dateTime={card.date}>{formatDate(card.date, messages.dates)}</time>}
      {card.dates && <RangeText dates={card.dates} messages={messages} brief />}
      {card.facts?.map((fact) => (
        <span key={fact} lang={card.language}>
          {fact}
        </span>
      ))}
    </p>
  )
}

/** A date range in words. */
export function RangeText({
  dates,
  messages,
  brief = false,
}: {
  readonly dates: NonNullable<CardModel['dates']>
  readonly messages: ContentMessages
  /** Days only, where there are several. */
  readonly brief?: boolean
}) {
  const { from, to } = describeRange(dates, messages.dates, brief)
  return (
    <span>
      <time dateTime={from.iso}>{from.text}</time>
      {to && (
        <>
          {` ${messages.to} `}
          <time dateTime={to.iso}>{to.text}</time>
        </>
      )}
    </span>
  )
}

/** A leaf of a calendar, for the eye only: the date is in the text. */
function Leaf({ iso, messages }: { readonly iso: string; readonly messages: ContentMessages }) {
  const { day, month } = calendarLeaf(iso, messages.dates)
  return (
    <span className={styles.leaf} aria-hidden="true">
      <b>{day}</b>
      {month}
    </span>
  )
}
