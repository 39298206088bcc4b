import { formatDate } from '../domain/format-date.ts'
import type { PlanningModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import { Facts, Lines, position } from './facts.tsx'
import facts from './facts.module.css'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/** A planning application: what, where, by whom, and how far it is. */
export function PlanningPage({ model, route, words }: PageProps<PlanningModel>) {
  const place = [model.address, model.postcode].flatMap((line) => line ?? [])
  return (
    <article className={`wrap ${styles.page}`}>
      <PageHeader model={model} route={route} words={words}>
        {model.status && <p className={facts.tag}>{model.status}</p>}
      </PageHeader>
      <div className={styles.text}>
        <Facts
          facts={[
            [words.reference, model.reference],
            [words.address, place.length > 0 ? <Lines lines={place} /> : null],
            [words.ward, model.ward],
            [words.applicant, model.applicant],
            [words.received, model.received && <Day iso={model.received} words={words} />],
            [words.decided, model.decided ? <Day iso={model.decided} words={words} /> : words.notDecided],
            [words.mapReference, position(model.location)],
          ]}
        />
      </div>
    </article>
  )
}

const Day = ({ iso, words }: { readonly iso: string; readonly words: ContentMessages }) => (
  <time dateTime={iso}>{formatDate(iso, words.dates)}</time>
)
