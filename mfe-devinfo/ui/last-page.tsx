import type { InspectedPage } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import styles from './version.module.css'

interface LastPageProps {
  readonly page: InspectedPage | null
  readonly messages: VersionMessages
}

/** What a page was made of: its slots and why one fell back, its calls, its surrogate keys. */
export function LastPage({ page, messages }: LastPageProps) {
  if (!page) return <p>{messages.noLastPage}</p>
  return (
    <>
      <p>
        <code>{page.path}</code> · {messages.status} <code>{page.status}</code> · {messages.requestId}{' '}
        <code>{page.requestId}</code>
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
      <div className={styles['scroll']} role="region" aria-labelledby="last-page" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.slot}</th>
              <th scope="col">{messages.remote}</th>
              <th scope="col">{messages.version}</th>
              <th scope="col">{messages.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {page.slots.map((slot) => (
              <tr key={slot.id}>
                <th scope="row">{slot.id}</th>
                <td>
                  <bdi dir="ltr">{`${slot.remote} (${slot.view})`}</bdi>
                </td>
                <td>
                  <code>{slot.version ?? messages.notKnown}</code>
                </td>
                <td className={slot.reason ? styles['bad'] : styles['good']}>
                  {slot.reason ? `✗ ${messages.fallback}: ${slot.reason}` : `✓ ${messages.rendered}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
