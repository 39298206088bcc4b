import type { SlotProps } from '@tessera/contract'
import { Slot, useSelector } from '@tessera/contract/ui'
import type { ExampleMessages } from '../messages/index.ts'
import { moreRequested, selectExample } from '../state/example.slice.ts'
import styles from './example.module.css'

/** The slots of this remote: its page, and the part of it that is hydrated in the browser. */
export const ExampleSlot = (slot: SlotProps<ExampleMessages>) =>
  slot.view === 'more' ? <More {...slot} /> : <Page {...slot} />

function Page({ messages }: SlotProps<ExampleMessages>) {
  const { titles } = useSelector(selectExample)
  return (
    <article className={`wrap ${styles['page']}`}>
      <h1>{messages.title}</h1>
      <p>{messages.intro}</p>
      <ul>
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      <Slot id="example-more" />
    </article>
  )
}

function More({ messages, store }: SlotProps<ExampleMessages>) {
  const { more, status } = useSelector(selectExample)
  return (
    <section className={styles['more']} aria-label={messages.more}>
      <ul>
        {more.map((title, index) => (
          <li key={`${index} ${title}`}>{title}</li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        aria-disabled={status === 'asking'}
        onClick={() => store.dispatch(moreRequested())}
      >
        {messages.more}
      </button>
      <p role="status">{status === 'failed' ? messages.failed : messages.shown(more.length)}</p>
    </section>
  )
}
