import { formatDate } from '@tessera/shared/messages'
import type { PlanningModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import { Facts, Lines, position } from './facts.tsx'
import facts from './facts.module.css'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/** A planning application: what, where, by whom, and how far it is. */
export function PlanningPage({ model, route, messages }: PageProps<PlanningModel>) {
  const place = [model.address, model.postcode].flatMap((line) => line ?? [])
  return (
    <article className={`wrap ${styles.page}`}>
      <PageHeader model={model} route={route} messages={messages}>
        {model.status && <p className={facts.tag}>{model.status}</p>}
      </PageHeader>
      <div className={styles.text}>
        <Facts
          facts={[
            [messages.reference, model.reference],
            [messages.address, place.length > 0 ? <Lines lines={place} /> : null],
            [messages.ward, model.ward],
            [messages.applicant, model.applicant],
            [messages.received, model.received && <Day iso={model.received} messages={messages} />],
            [
              messages.decided,
              model.decided ? <Day iso={model.decided} messages={messages} /> : messages.notDecided,
            ],
            [messages.mapReference, position(model.location)],
          ]}
        />
      </div>
    </article>
  )
}

const Day = ({ iso, messages }: { readonly iso: string; readonly messages: ContentMessages }) => (
  <time dateTime={iso}>{formatDate(iso, messages.dates)}</time>
)
