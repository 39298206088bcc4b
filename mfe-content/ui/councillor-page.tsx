import { Link, Picture } from '@tessera/shared/ui'
import type { CouncillorModel } from '../domain/page-model.ts'
import { Facts, Lines } from './facts.tsx'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import { phoneHref } from './venue-page.tsx'
import styles from './page-layout.module.css'

/** A councillor: for whom, for where, and how to reach them. */
export function CouncillorPage({ model, route, words }: PageProps<CouncillorModel>) {
  return (
    <article className={`wrap ${styles.page}`}>
      <PageHeader model={model} route={route} words={words} />
      <div className={styles.portrait}>
        {model.image && <Picture image={model.image} sizes="16rem" priority />}
        <Facts
          facts={[
            [words.ward, model.ward],
            [words.party, model.party],
            [words.roles, model.roles.length > 0 ? <Lines lines={model.roles} /> : null],
            [words.phone, model.phone && <Link href={phoneHref(model.phone)}>{model.phone}</Link>],
            [words.email, model.email && <Link href={`mailto:${model.email}`}>{model.email}</Link>],
          ]}
        />
      </div>
    </article>
  )
}
