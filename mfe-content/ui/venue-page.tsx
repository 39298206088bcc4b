import type { VenueModel } from '../domain/page-model.ts'
import { Email, Facts, Lines, Phone, position } from './facts.tsx'
import styles from './facts.module.css'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'

/** A library or leisure venue: where it is, when it is open, what it has. */
export function VenuePage(page: PageProps<VenueModel>) {
  const { model, messages } = page
  const facts = (
    <Facts
      facts={[
        [messages.address, model.address.length > 0 && <Lines lines={model.address} />],
        [messages.openingHours, model.openingHours.length > 0 && <OpeningHours hours={model.openingHours} />],
        [messages.phone, model.phone && <Phone number={model.phone} />],
        [messages.email, model.email && <Email address={model.email} />],
        [messages.mapReference, position(model.location)],
      ].flatMap(([name, value]) => (value ? [[String(name), value] as const] : []))}
    />
  )
  return (
    <PageLayout
      page={page}
      side={facts}
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

const OpeningHours = ({ hours }: { readonly hours: VenueModel['openingHours'] }) => (
  <>
    {hours.map((line) => (
      <span key={line.days} className={styles.hours}>
        <span>{line.days}</span> <span>{line.hours}</span>
      </span>
    ))}
  </>
)
