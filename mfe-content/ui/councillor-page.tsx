import { Picture } from '@tessera/shared/ui'
import type { CouncillorModel } from '../domain/page-model.ts'
import { Email, Facts, Lines, Phone } from './facts.tsx'
import { PageEnd, Related } from './page-aside.tsx'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/** A councillor: ward, party, roles, and contact details. */
export function CouncillorPage(page: PageProps<CouncillorModel>) {
  const { model, route, messages } = page
  return (
    <article className={`wrap ${styles.page}`}>
      <PageHeader model={model} route={route} messages={messages} />
      <div className={styles.columns}>
        <div className={styles.text}>
          <div className={styles.portrait}>
            {model.image && (
              <Picture image={model.image} sizes="(min-width: 40rem) 20rem, 22.5rem" priority />
            )}
            <Facts
              facts={[
                [messages.ward, model.ward],
                [messages.party, model.party],
                [messages.roles, model.roles.length > 0 ? <Lines lines={model.roles} /> : null],
                [messages.phone, model.phone && <Phone number={model.phone} />],
                [messages.email, model.email && <Email address={model.email} />],
              ]}
            />
          </div>
          <PageEnd page={page} />
        </div>
        <div className={styles.side}>
          <Related heading={messages.alsoFor(model.ward ?? '')} />
        </div>
      </div>
    </article>
  )
}
