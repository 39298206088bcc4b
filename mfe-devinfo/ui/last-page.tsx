import type { ReactNode } from 'react'
import type { InspectedPage } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import { RecordTable } from './record-table.tsx'
import styles from './version.module.css'

interface LastPageProps {
  readonly page: InspectedPage | null
  readonly messages: VersionMessages
}

/** How the last page was rendered: its slots with the reasons for fallbacks, its API calls, its surrogate keys. */
export function LastPage({ page, messages }: LastPageProps) {
  if (!page) return <p>{messages.noLastPage}</p>
  return (
    <>
      <p>
        <code>{page.path}</code> · {messages.status} <code>{page.status}</code> · {messages.requestId}{' '}
        <code>{page.requestId}</code>
      </p>
      <RecordTable
        labelledBy="last-page"
        headings={[messages.slot, messages.remote, messages.version, messages.outcome]}
        rows={page.slots.map((slot) => ({ key: slot.id, cells: slotCells(slot, messages) }))}
        width="scroll"
      />
      <h3>{messages.calls}</h3>
      {page.apiCalls.length === 0 ? (
        <p>{messages.noCalls}</p>
      ) : (
        <ul className={styles['list']}>
          {page.apiCalls.map(({ url, status, keyCount }) => (
            <li key={url}>
              <code>{status}</code> <code>{url}</code> ({messages.keyCount}: {keyCount})
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          {messages.keys} ({page.surrogateKeys.length})
        </summary>
        <p className={styles['keys']}>
          <code>{page.surrogateKeys.join(' ')}</code>
        </p>
      </details>
    </>
  )
}

const slotCells = (slot: InspectedPage['slots'][number], messages: VersionMessages): ReactNode[] => [
  <bdi key="remote" dir="ltr">{`${slot.remote} (${slot.view})`}</bdi>,
  <code key="version">{slot.version ?? messages.notKnown}</code>,
  <span key="outcome" className={slot.reason ? styles['bad'] : styles['good']}>
    {slot.reason ? `✗ ${messages.fallback}: ${slot.reason}` : `✓ ${messages.rendered}`}
  </span>,
]
