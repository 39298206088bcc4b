import type { InspectedValue, SiteInspection, VersionState } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'

/** One fact; `status` says whether its value is as expected, where that is known. */
export interface VersionRow {
  readonly label: string
  readonly value: string
  readonly href?: string
  readonly status?: 'good' | 'bad'
}

/** Rows under a title. */
interface VersionGroup {
  readonly title: string
  readonly rows: readonly VersionRow[]
}

/** A part of the table. */
export interface VersionSection extends VersionGroup {
  /** Groups with titles of their own, shown after the section's own rows. */
  readonly groups?: readonly VersionGroup[]
}

/** The data of the table. */
export interface VersionInput {
  readonly version: VersionState
  /** `unknown` without a project. */
  readonly project: string
  readonly inspection: SiteInspection
}

/** The sections of the version table, in the specification's order. Source: specification 2, Version Information page. */
export function versionInfo(input: VersionInput, messages: VersionMessages): readonly VersionSection[] {
  const { inspection } = input
  const development = inspection.development.map(asRow)
  return [
    { title: messages.packageDetail, rows: packageRows(inspection, messages) },
    { title: messages.versionInfo, rows: versionRows(input, messages) },
    buildConfiguration(inspection, messages),
    ...(development.length > 0 ? [{ title: messages.development, rows: development }] : []),
  ]
}

const buildConfiguration = (inspection: SiteInspection, messages: VersionMessages): VersionSection => ({
  title: messages.buildConfiguration,
  rows: environmentRows(inspection, messages),
  groups: [
    { title: messages.servers, rows: serverRows(inspection, messages) },
    {
      title: messages.projects,
      rows: inspection.projects.map(({ id, publicUrl }) => addressRow(id, publicUrl)),
    },
    { title: messages.deliveryApi, rows: deliveryRows(inspection, messages) },
    { title: messages.runtime, rows: runtimeRows(inspection, messages) },
  ],
})

const packageRows = (
  { package: { name, version } }: SiteInspection,
  messages: VersionMessages,
): readonly VersionRow[] => [
  { label: messages.name, value: name },
  { label: messages.version, value: version },
]

function versionRows(
  { version, project, inspection }: VersionInput,
  messages: VersionMessages,
): readonly VersionRow[] {
  const { repository } = inspection.package
  const { commitRef, buildNo, contensisVersionStatus } = version
  const link = (href: string | null) => (href ? { href } : {})
  return [
    { label: messages.repository, value: repository ?? messages.notKnown, ...link(repository) },
    {
      label: messages.build,
      value: buildNo ?? messages.notKnown,
      ...link(repository && buildNo && pipelineAddress(repository, buildNo)),
    },
    {
      label: messages.commit,
      value: commitRef ?? messages.notKnown,
      ...link(repository && commitRef && `${repository}/commit/${encodeURIComponent(commitRef)}`),
    },
    { label: messages.project, value: project, ...(isKnown(project) ? {} : { status: 'bad' as const }) },
    {
      label: messages.versionStatus,
      value: contensisVersionStatus,
      status: goodIf(contensisVersionStatus === 'published'),
    },
  ]
}

const isKnown = (project: string): boolean => project !== '' && project !== 'unknown'

/** URL of a pipeline run at a repository's host. */
function pipelineAddress(repository: string, buildNo: string): string {
  const isGitHub = URL.parse(repository)?.hostname === 'github.com'
  return `${repository}/${isGitHub ? 'actions/runs' : 'pipelines'}/${encodeURIComponent(buildNo)}`
}

const environmentRows = (
  { alias, publicUrl, platformPackages }: SiteInspection,
  messages: VersionMessages,
): readonly VersionRow[] => [
  { label: messages.alias, value: alias },
  addressRow(messages.publicUrl, publicUrl),
  ...platformPackages.map(asRow),
]

const serverRows = (
  { servers, reverseProxyPaths }: SiteInspection,
  messages: VersionMessages,
): readonly VersionRow[] => [
  ...servers.map(({ name, value }) => addressRow(name, value ?? messages.notConfigured)),
  { label: messages.proxyPaths, value: reverseProxyPaths.join(', ') },
]

const deliveryRows = (
  { deliveryApi, isDeliveryProxied }: SiteInspection,
  messages: VersionMessages,
): readonly VersionRow[] => [
  ...deliveryApi.map(asRow),
  {
    label: messages.isProxied,
    value: String(isDeliveryProxied),
    ...(isDeliveryProxied ? { status: 'good' as const } : {}),
  },
]

const runtimeRows = (
  { isInlineStateDisabled, mode }: SiteInspection,
  messages: VersionMessages,
): readonly VersionRow[] => [
  { label: messages.isInlineStateDisabled, value: String(isInlineStateDisabled) },
  { label: messages.mode, value: mode, status: goodIf(mode === 'production') },
]

const asRow = ({ name, value }: InspectedValue): VersionRow => ({ label: name, value })

/** A row whose value is a link if it is a URL. */
const addressRow = (label: string, value: string): VersionRow =>
  /^https?:\/\/\S+$/.test(value) ? { label, value, href: value } : { label, value }

const goodIf = (isGood: boolean): 'good' | 'bad' => (isGood ? 'good' : 'bad')
