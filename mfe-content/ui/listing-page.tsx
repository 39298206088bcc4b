import { Slot } from '@tessera/shared/ui'
import { LISTING_SLOT } from '../domain/nested-slots.ts'
import type { ListingModel } from '../domain/page-model.ts'
import { Composer } from './composer.tsx'
import { IntroBand } from './intro-band.tsx'
import type { PageProps } from './page-props.ts'
import styles from './listing-page.module.css'

/** A page with a list: its introduction, and the slot in which mfe-search renders the list. */
export function ListingPage(page: PageProps<ListingModel>) {
  const { model, messages } = page
  return (
    <article>
      <IntroBand page={page} />
      <div className={`wrap ${styles.body}`}>
        <Composer blocks={model.blocks} messages={messages} wide />
        {(model.listing ?? model.composition) === undefined ? (
          <p>{messages.nothingListed}</p>
        ) : (
          <Slot id={LISTING_SLOT} />
        )}
      </div>
    </article>
  )
}
