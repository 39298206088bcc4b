import type { InspectedValue, SiteInspection, VersionState } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'

/** One fact, and whether it is as it should be, where that can be said. */
export interface VersionRow {
  readonly label: string
  readonly value: string
  readonly href?: string
  readonly status?: 'good' | 'bad'
}

/** A part of the table. */
export interface VersionSection {
  readonly title: string
  readonly rows: readonly VersionRow[]
}

/** What the table is made from. */
export interface VersionInput {
  readonly version: VersionState
  /** `unknown` where there is none. */
  readonly project: string
  readonly inspection: SiteInspection
}

/** The sections of the version table, in the specification's order. Source: specification 2, Version Information page. */
export function versionInfo(input: VersionInput, words: VersionMessages): readonly VersionSection[] {
  const { inspection } = input
  const development = inspection.development.map(asRow)
  return [
    { title: words.packageDetail, rows: packageRows(inspection, words) },
    { title: words.versionInfo, rows: versionRows(input, words) },
    { title: words.environment, rows: environmentRows(inspection, words) },
    { title: words.servers, rows: serverRows(inspection, words) },
    {
      title: words.projects,
      rows: inspection.projects.map(({ id, publicUrl }) => addressRow(id, publicUrl)),
    },
    { title: words.deliveryApi, rows: deliveryRows(inspection, words) },
    { title: words.runtime, rows: runtimeRows(inspection, words) },
    ...(development.length > 0 ? [{ title: words.development, rows: development }] : []),
  ]
}

const packageRows = (
  { package: { name, version } }: SiteInspection,
  words: VersionMessages,
): readonly VersionRow[] => [
  { label: words.name, value: name },
  { label: words.version, value: version },
]

function versionRows(
  { version, project, inspection }: VersionInput,
  words: VersionMessages,
): readonly VersionRow[] {
  const { repository } = inspection.package
  const { commitRef, buildNo, contensisVersionStatus } = version
  const link = (href: string | null) => (href ? { href } : {})
  return [
    { label: words.repository, value: repository ?? words.notKnown, ...link(repository) },
    {
      label: words.build,
      value: buildNo ?? words.notKnown,
      ...link(repository && buildNo && pipelineAddress(repository, buildNo)),
    },
    {
      label: words.commit,
      value: commitRef ?? words.notKnown,
      ...link(repository && commitRef && `${repository}/commit/${encodeURIComponent(commitRef)}`),
    },
    { label: words.project, value: project, ...(isKnown(project) ? {} : { status: 'bad' as const }) },
    {
      label: words.versionStatus,
      value: contensisVersionStatus,
      status: goodIf(contensisVersionStatus === 'published'),
    },
  ]
}

const isKnown = (project: string): boolean => project !== '' && project !== 'unknown'

/** Where a repository's host shows the run of a pipeline. */
function pipelineAddress(repository: string, buildNo: string): string {
  const isGitHub = URL.parse(repository)?.hostname === 'github.com'
  return `${repository}/${isGitHub ? 'actions/runs' : 'pipelines'}/${encodeURIComponent(buildNo)}`
}

const environmentRows = (
  { alias, publicUrl, platformPackages }: SiteInspection,
  words: VersionMessages,
): readonly VersionRow[] => [
  { label: words.alias, value: alias },
  addressRow(words.publicUrl, publicUrl),
  ...platformPackages.map(asRow),
]

const serverRows = (
  { servers, reverseProxyPaths }: SiteInspection,
  words: VersionMessages,
): readonly VersionRow[] => [
  ...servers.map(({ name, value }) => addressRow(name, value ?? words.notConfigured)),
  { label: words.proxyPaths, value: reverseProxyPaths.join(', ') },
]

const deliveryRows = (
  { deliveryApi, isDeliveryProxied }: SiteInspection,
  words: VersionMessages,
): readonly VersionRow[] => [
  ...deliveryApi.map(asRow),
  {
    label: words.isProxied,
    value: String(isDeliveryProxied),
    ...(isDeliveryProxied ? { status: 'good' as const } : {}),
  },
]

const runtimeRows = (
  { isInlineStateDisabled, mode }: SiteInspection,
  words: VersionMessages,
): readonly VersionRow[] => [
  { label: words.isInlineStateDisabled, value: String(isInlineStateDisabled) },
  { label: words.mode, value: mode, status: goodIf(mode === 'production') },
]

const asRow = ({ name, value }: InspectedValue): VersionRow => ({ label: name, value })

/** A link only where there is an address to open. */
const addressRow = (label: string, value: string): VersionRow =>
  /^https?:\/\/\S+$/.test(value) ? { label, value, href: value } : { label, value }

const goodIf = (isGood: boolean): 'good' | 'bad' => (isGood ? 'good' : 'bad')
