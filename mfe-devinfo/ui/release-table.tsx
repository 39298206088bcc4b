import type { ReactNode } from 'react'
import type { InspectedRelease } from '@tessera/shared/contract'
import { formatDuration } from '../domain/format-duration.ts'
import type { VersionMessages } from '../messages/index.ts'
import { RecordTable } from './record-table.tsx'
import styles from './version.module.css'

interface ReleaseTableProps {
  readonly releases: readonly InspectedRelease[]
  /** ISO 8601. */
  readonly takenAt: string
  readonly messages: VersionMessages
}

/** The live release of each app, its owner, and the last release that failed. */
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
  const rows = releases.map((release) => ({
    key: release.app,
    cells: releaseCells(release, takenAt, messages),
  }))
  return <RecordTable labelledBy="releases" headings={headings} rows={rows} width="scroll" />
}

/** The first characters of a hash, without the name of its algorithm: enough to distinguish hashes. */
const shorten = (hash: string): string => `${hash.replace(/^sha\d+-/, '').slice(0, 10)}…`

const releaseCells = (release: InspectedRelease, takenAt: string, messages: VersionMessages): ReactNode[] => [
  <code key="version">{release.version}</code>,
  <code key="contract">{release.contract}</code>,
  <code key="commit">{release.commit?.slice(0, 10) ?? messages.notKnown}</code>,
  <time key="built" dir="ltr" dateTime={release.built}>
    {release.built.slice(0, 16).replace('T', ' ')}
  </time>,
  release.owner,
  <time key="live" dir="ltr" dateTime={release.liveSince}>
    {formatDuration(release.liveSince, takenAt)}
  </time>,
  release.lastFailure ? (
    <bdi key="failure" dir="ltr" className={styles['bad']}>
      {`✗ ${release.lastFailure.version}: ${release.lastFailure.code}`}
    </bdi>
  ) : (
    messages.none
  ),
  release.hashes.map(({ name, value }) => (
    <code key={name} title={value} className={styles['hash']}>
      {name} {shorten(value)}
    </code>
  )),
]
