import type { InspectedPage } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import styles from './version.module.css'

interface LastPageProps {
  readonly page: InspectedPage | null
  readonly words: VersionMessages
}

/** What a page was made of: its slots and why one fell back, its calls, its surrogate keys. */
export function LastPage({ page, words }: LastPageProps) {
  if (!page) return <p>{words.noLastPage}</p>
  return (
    <>
      <p>
        <code>{page.path}</code> · {words.status} <code>{page.status}</code> · {words.requestId}{' '}
        <code>{page.requestId}</code>
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard */}
      <div className={styles['scroll']} role="region" aria-labelledby="last-page" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.slot}</th>
              <th scope="col">{words.remote}</th>
              <th scope="col">{words.version}</th>
              <th scope="col">{words.outcome}</th>
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
                  <code>{slot.version ?? words.notKnown}</code>
                </td>
                <td className={slot.reason ? styles['bad'] : styles['good']}>
                  {slot.reason ? `✗ ${words.fallback}: ${slot.reason}` : `✓ ${words.rendered}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>{words.calls}</h3>
      {page.apiCalls.length === 0 ? (
        <p>{words.noCalls}</p>
      ) : (
        <ul className={styles['list']}>
          {page.apiCalls.map(({ url, status, keyCount }) => (
            <li key={url}>
              <code>{status}</code> <code>{url}</code> ({words.keyCount}: {keyCount})
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          {words.keys} ({page.surrogateKeys.length})
        </summary>
        <p className={styles['keys']}>
          <code>{page.surrogateKeys.join(' ')}</code>
        </p>
      </details>
    </>
  )
}
