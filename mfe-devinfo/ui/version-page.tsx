import { Link } from '@tessera/shared/ui'
import type { SiteInspection, VersionState } from '@tessera/shared/contract'
import { versionInfo } from '../domain/version-info.ts'
import type { VersionMessages } from '../messages/index.ts'
import { Candidates } from './candidates.tsx'
import { FactTable } from './fact-table.tsx'
import { LastPage } from './last-page.tsx'
import { ReleaseTable } from './release-table.tsx'
import styles from './version.module.css'

interface VersionPageProps {
  /** Null for everybody but staff. */
  readonly inspection: SiteInspection | null
  readonly version: VersionState
  readonly project: string
  readonly words: VersionMessages
}

/** A heading that leads home, the specification's table, and what staff need when something is not as it should be. */
export function VersionPage({ inspection, version, project, words }: VersionPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>
        <Link href="/">{words.title}</Link>
      </h1>
      {inspection ? (
        <Sections inspection={inspection} version={version} project={project} words={words} />
      ) : (
        <p>{words.staffOnly}</p>
      )}
    </div>
  )
}

function Sections({
  inspection,
  version,
  project,
  words,
}: VersionPageProps & { readonly inspection: SiteInspection }) {
  const { releases, takenAt, lastPage, switches, platform } = inspection
  const rows = (values: SiteInspection['switches']) =>
    values.map(({ name, value }) => ({ label: name, value }))
  return (
    <>
      <FactTable sections={versionInfo({ inspection, version, project }, words)} words={words} />
      <h2 id="releases">{words.releases}</h2>
      <ReleaseTable releases={releases} takenAt={takenAt} words={words} />
      <h2>{words.candidates}</h2>
      <Candidates releases={releases} words={words} />
      <h2 id="last-page">{words.lastPage}</h2>
      <LastPage page={lastPage} words={words} />
      <FactTable
        sections={[
          { title: words.gate, rows: rows(platform) },
          { title: words.switches, rows: rows(switches) },
        ]}
        words={words}
      />
    </>
  )
}
