import type { VenueModel } from '../domain/page-model.ts'
import { formatWeekday } from '@tessera/shared/messages'
import { PlaceMap, useSelector } from '@tessera/shared/ui'
import { contentConfig } from '../content.config.ts'
import type { Opening } from '../domain/opening.ts'
import type { ContentMessages } from '../messages/index.ts'
import { selectContent } from '../state/content.slice.ts'
import { Email, Facts, Lines, Phone, position } from './facts.tsx'
import styles from './facts.module.css'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'

/** A venue such as a library: address, opening hours, facilities. */
export function VenuePage(page: PageProps<VenueModel>) {
  const { model, messages } = page
  const { now } = useSelector(selectContent)
  const facts = (
    <Facts
      facts={[
        [messages.address, model.address.length > 0 && <Lines lines={model.address} />],
        [
          messages.openingHours,
          model.openingHours.length > 0 && (
            <OpeningHours hours={model.openingHours} opening={now.opening} messages={messages} />
          ),
        ],
        [messages.phone, model.phone && <Phone number={model.phone} />],
        [messages.email, model.email && <Email address={model.email} />],
        [
          messages.mapReference,
          model.location && (
            <>
              {position(model.location)}
              <br />
              <a href={contentConfig.directions(model.location)} rel="noreferrer">
                {messages.directions}
              </a>
            </>
          ),
        ],
      ].flatMap(([name, value]) => (value ? [[String(name), value] as const] : []))}
    />
  )
  return (
    <PageLayout
      page={page}
      side={
        <>
          {facts}
          {model.location && (
            <PlaceMap place={{ ...model.location, title: model.title }} messages={messages} />
          )}
        </>
      }
      sideFirst
      meta={model.kind && <p className={styles.tag}>{model.kind}</p>}
    >
      {model.facilities.length > 0 && (
        <section className={styles.facilities}>
          <h2>{messages.facilities}</h2>
          <ul>
            {model.facilities.map((facility) => (
              <li key={facility}>{facility}</li>
            ))}
          </ul>
        </section>
      )}
    </PageLayout>
  )
}

function sayOpening({ isOpen, isToday, until }: Opening, messages: ContentMessages): string {
  const time = timeOf(until, messages)
  if (isOpen) return messages.openNow(time)
  return isToday ? messages.opensToday(time) : messages.closedNow(formatWeekday(until, messages.dates), time)
}

interface OpeningHoursProps {
  readonly hours: VenueModel['openingHours']
  readonly opening: Opening | undefined
  readonly messages: ContentMessages
}

const OpeningHours = ({ hours, opening, messages }: OpeningHoursProps) => (
  <>
    {opening && <p className={styles.opening}>{sayOpening(opening, messages)}</p>}
    {hours.map((line) => (
      <span key={line.days} className={styles.hours}>
        <span>{line.days}</span> <span>{line.hours}</span>
      </span>
    ))}
  </>
)

const timeOf = (moment: number, { dates }: ContentMessages): string => dates.time.format(moment)
