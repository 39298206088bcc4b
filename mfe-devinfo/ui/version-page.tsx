import { Link } from '@tessera/shared/ui'
import type { SiteInspection, VersionState } from '@tessera/shared/contract'
import { canaryRows } from '../domain/canary-rows.ts'
import { plannableOf } from '../domain/plan-action.ts'
import { shellRows } from '../domain/shell-rows.ts'
import { versionInfo } from '../domain/version-info.ts'
import type { VersionMessages } from '../messages/index.ts'
import { Candidates } from './candidates.tsx'
import { FactTable } from './fact-table.tsx'
import { LastPage } from './last-page.tsx'
import { ReleaseControl } from './release-control.tsx'
import { ReleaseTable } from './release-table.tsx'
import styles from './version.module.css'

interface VersionPageProps {
  /** Null for visitors who are not staff. */
  readonly inspection: SiteInspection | null
  readonly version: VersionState
  readonly project: string
  readonly messages: VersionMessages
}

/** The version page: a heading that links to the home page, the specification's table, and tools for staff. */
export function VersionPage({ inspection, version, project, messages }: VersionPageProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>
        <Link href="/">{messages.title}</Link>
      </h1>
      {inspection ? (
        <Sections inspection={inspection} version={version} project={project} messages={messages} />
      ) : (
        <p>{messages.staffOnly}</p>
      )}
    </div>
  )
}

function Sections({
  inspection,
  version,
  project,
  messages,
}: VersionPageProps & { readonly inspection: SiteInspection }) {
  const { releases, takenAt, lastPage, control, switches, platform, processes, shells = [] } = inspection
  const canaries = canaryRows(shells, messages)
  const rows = (values: SiteInspection['switches']) =>
    values.map(({ name, value }) => ({ label: name, value }))
  return (
    <>
      <FactTable sections={versionInfo({ inspection, version, project }, messages)} messages={messages} />
      <h2 id="releases">{messages.releases}</h2>
      <ReleaseTable releases={releases} takenAt={takenAt} messages={messages} />
      <p>
        <a href="embed">{messages.embed.title}</a>
      </p>
      <p>
        <a href="version/override" data-full-load="">
          {messages.override}
        </a>
      </p>
      <h2>{messages.candidates}</h2>
      <Candidates releases={releases} messages={messages} />
      {control ? (
        <ReleaseControl
          control={control}
          shells={shells}
          plannable={plannableOf(releases, control)}
          messages={messages.control}
        />
      ) : (
        <p>{messages.control.unread}</p>
      )}
      <h2 id="last-page">{messages.lastPage}</h2>
      <LastPage page={lastPage} messages={messages} />
      <FactTable
        sections={[
          ...(shells.length > 0 ? [{ title: messages.shells, rows: shellRows(shells, messages) }] : []),
          ...(canaries.length > 0 ? [{ title: messages.canary.title, rows: canaries }] : []),
          ...(processes ? [{ title: messages.processes, rows: rows(processes) }] : []),
          { title: messages.platformClient, rows: rows(platform) },
          { title: messages.switches, rows: rows(switches) },
        ]}
        messages={messages}
      />
    </>
  )
}
