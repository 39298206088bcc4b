import type { InspectedRelease } from '@tessera/shared/contract'
import { howLong } from '../domain/how-long.ts'
import type { VersionMessages } from '../messages/index.ts'
import styles from './version.module.css'

interface ReleaseTableProps {
  readonly releases: readonly InspectedRelease[]
  /** ISO 8601. */
  readonly takenAt: string
  readonly messages: VersionMessages
}

/** What is live of each app, whose it is, and what became of the last release that was tried. */
export function ReleaseTable({ releases, takenAt, messages }: ReleaseTableProps) {
  const headings = [
    messages.app,
    messages.version,
    messages.contract,
    messages.commit,
    messages.built,
    messages.owner,
    messages.live,
    messages.failure,
    messages.hashes,
  ]
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
    <div className={styles['scroll']} role="region" aria-labelledby="releases" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {releases.map((release) => (
            <ReleaseRow key={release.app} release={release} takenAt={takenAt} messages={messages} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ReleaseRow({
  release,
  takenAt,
  messages,
}: {
  readonly release: InspectedRelease
  readonly takenAt: string
  readonly messages: VersionMessages
}) {
  const { lastFailure } = release
  return (
    <tr>
      <th scope="row">{release.app}</th>
      <td>
        <code>{release.version}</code>
      </td>
      <td>
        <code>{release.contract}</code>
      </td>
      <td>
        <code>{release.commit?.slice(0, 10) ?? messages.notKnown}</code>
      </td>
      <td>
        <time dir="ltr" dateTime={release.built}>
          {release.built.slice(0, 16).replace('T', ' ')}
        </time>
      </td>
      <td>{release.owner}</td>
      <td>
        <time dir="ltr" dateTime={release.liveSince}>
          {howLong(release.liveSince, takenAt)}
        </time>
      </td>
      <td className={lastFailure ? styles['bad'] : undefined}>
        {lastFailure ? <bdi dir="ltr">{`✗ ${lastFailure.version}: ${lastFailure.code}`}</bdi> : messages.none}
      </td>
      <td>
        {release.hashes.map(({ name, value }) => (
          <code key={name} title={value} className={styles['hash']}>
            {name} {value}
          </code>
        ))}
      </td>
    </tr>
  )
}
