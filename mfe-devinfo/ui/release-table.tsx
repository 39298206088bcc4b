import type { ReactNode } from 'react'
import type { InspectedRelease } from '@tessera/shared/contract'
import { howLong } from '../domain/how-long.ts'
import type { VersionMessages } from '../messages/index.ts'
import { RecordTable } from './record-table.tsx'
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
  const rows = releases.map((release) => ({
    key: release.app,
    cells: releaseCells(release, takenAt, messages),
  }))
  return <RecordTable labelledBy="releases" headings={headings} rows={rows} width="scroll" />
}

/** Enough of a hash to tell it from another, without the name of its kind. */
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
    {howLong(release.liveSince, takenAt)}
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
