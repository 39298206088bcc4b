import type { ReactNode } from 'react'
import type { Card, RunningDates } from '../content/index.ts'
import {
  calendarLeaf,
  describeRange,
  formatDate,
  formatMoment,
  lastDay,
  type DateFormats,
} from '../messages/index.ts'
import { Link } from './link.tsx'
import { Picture } from './picture.tsx'
import styles from './card-list.module.css'

/** Messages of cards; part of a remote's messages. */
export interface CardMessages {
  readonly dates: DateFormats
  /** Between start and end of a date range. */
  readonly to: string
  /** For a range that has begun: before its end, and before its next session. */
  readonly nowUntil: string
  readonly nextDate: string
  /** Replaces a start day that is over. */
  readonly now: string
}

export interface CardListProps {
  readonly cards: readonly Card[]
  /** Level of the cards' titles. */
  readonly level: 2 | 3 | 4
  readonly messages: CardMessages
  /** `grid`; `lead`: a grid whose first card is wide enough to leave no gap; `rows`; `wide`: one card across the text. */
  readonly layout?: 'grid' | 'lead' | 'rows' | 'wide'
  /** Number of the first card among all results, from 1, where the order has a meaning: the list is then ordered. */
  readonly start?: number
  /** Whether each card shows its number and has the id `card-NUMBER`. */
  readonly isNumbered?: boolean
  /** Renders titles and summaries, e.g. with the words of a search highlighted. Plain text unless given. */
  readonly mark?: (text: string) => ReactNode
}

/** Entries as cards. A card's link covers the whole card, so its image is decorative. */
export function CardList({ start, ...list }: CardListProps) {
  const { cards, layout = 'grid', isNumbered = false } = list
  const className =
    `${styles['list']} ${styles[layout]} ${cards.every(isPortrait) ? styles['portraits'] : ''}`.trim()
  const items = cards.map((card, at) => (
    <CardItem key={card.path} card={card} list={list} {...(isNumbered && { number: (start ?? 1) + at })} />
  ))
  return start === undefined ? (
    <ul className={className}>{items}</ul>
  ) : (
    <ol className={className} start={start}>
      {items}
    </ol>
  )
}

interface CardItemProps {
  readonly card: Card
  readonly list: CardListProps
  readonly number?: number
}

function CardItem({ card, list, number }: CardItemProps) {
  const { level, messages, layout = 'grid', mark = (text: string) => text } = list
  const Title = `h${level}` as const
  return (
    <li className={styles['card']} {...(number !== undefined && { id: `card-${number}` })}>
      <div className={styles['text']}>
        <Title data-number={number}>
          <Link href={card.path} lang={card.language} hrefLang={card.language}>
            {mark(card.title)}
          </Link>
        </Title>
        <Meta card={card} messages={messages} />
        {card.summary && (
          <p>
            <span lang={card.language}>{mark(card.summary)}</span>
          </p>
        )}
      </div>
      {card.dates && layout !== 'wide' && <Leaf dates={card.dates} messages={messages} />}
      {card.image && layout !== 'rows' && (
        <Picture
          image={{ ...card.image, alt: '' }}
          sizes={layout === 'wide' ? WIDE_SIZES : GRID_SIZES}
          className={styles['image']}
        />
      )}
    </li>
  )
}

/** Widths of the images by card-list.module.css. An image of 3 to 2 that covers a square is half as wide again as the square. */
const GRID_SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 22rem, 9rem'
const WIDE_SIZES = '(min-width: 40rem) 20rem, calc(100vw - 2.2rem)'

const isPortrait = ({ image }: Card): boolean =>
  Boolean(image?.width && image.height && image.height >= image.width)

function Meta({ card, messages }: { readonly card: Card; readonly messages: CardMessages }) {
  if (!card.note && !card.kind && !card.date && !card.dates && !card.facts) return null
  return (
    <p className={styles['meta']}>
      {card.note && <span>{card.note}</span>}
      {card.kind && <span>{card.kind}</span>}
      {card.date && <time dateTime={card.date}>{formatDate(card.date, messages.dates)}</time>}
      {card.dates && <RangeText dates={card.dates} messages={messages} brief />}
      {card.facts?.map((fact) =>
        typeof fact === 'string' ? (
          <span key={fact} lang={card.language}>
            {fact}
          </span>
        ) : (
          <span key={fact.own}>{fact.own}</span>
        ),
      )}
    </p>
  )
}

interface RangeProps {
  readonly dates: RunningDates
  readonly messages: CardMessages
}

/** A date range as text; for a range that has begun without the days that are over. */
export function RangeText({
  dates,
  messages,
  brief = false,
}: {
  readonly dates: RunningDates
  readonly messages: CardMessages
  /** Only the days without times, where there are several days. */
  readonly brief?: boolean
}) {
  if (dates.isOn && (dates.next || dates.to)) return <Running dates={dates} messages={messages} />
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

/** The next session and the end of a range that has begun. */
function Running({ dates, messages }: RangeProps) {
  const { next, to } = dates
  return (
    <span>
      {next && (
        <>
          {`${messages.nextDate} `}
          <time dateTime={next}>{formatMoment(next, messages.dates)}</time>
          {to && '. '}
        </>
      )}
      {to && (
        <>
          {`${messages.nowUntil} `}
          <time dateTime={to}>{formatDate(lastDay(dates), messages.dates)}</time>
        </>
      )}
    </span>
  )
}

/** A calendar leaf, decorative: the date is in the text too. */
function Leaf({ dates: { from, isOn, next }, messages }: RangeProps) {
  if (isOn && !next)
    return (
      <span className={styles['leaf']} aria-hidden="true">
        {messages.now}
      </span>
    )
  const { day, month } = calendarLeaf(next ?? from, messages.dates)
  return (
    <span className={styles['leaf']} aria-hidden="true">
      <b>{day}</b>
      {month}
    </span>
  )
}
