import type { PageState, VersionState } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages.ts'

/** One fact, and whether it is as it should be, where that can be said. */
export interface VersionRow {
  readonly label: string
  readonly value: string
  readonly status?: 'good' | 'bad'
}

/** A part of the table. */
export interface VersionSection {
  readonly title: string
  readonly rows: readonly VersionRow[]
}

/** What is known about what is running: names and versions, never addresses with tokens, never settings. */
export interface VersionInput {
  readonly package: { readonly name: string; readonly version: string }
  readonly version: VersionState
  readonly project: string
  /** Remote name → release that rendered this page. */
  readonly releases: PageState['releases']
  readonly mode: string
}

/** The version page's sections. Source: specification 2, Version Information page. */
export function versionInfo(input: VersionInput, words: VersionMessages): readonly VersionSection[] {
  const { commitRef, buildNo, contensisVersionStatus } = input.version
  const isProjectKnown = input.project !== '' && input.project !== 'unknown'
  return [
    {
      title: words.packageDetail,
      rows: [
        { label: words.name, value: input.package.name },
        { label: words.version, value: input.package.version },
      ],
    },
    {
      title: words.versionInfo,
      rows: [
        { label: words.commit, value: commitRef ?? words.notKnown },
        { label: words.build, value: buildNo ?? words.notKnown },
        {
          label: words.project,
          value: input.project || 'unknown',
          ...(isProjectKnown ? {} : { status: 'bad' as const }),
        },
        {
          label: words.versionStatus,
          value: contensisVersionStatus,
          status: goodIf(contensisVersionStatus === 'published'),
        },
      ],
    },
    {
      title: words.runtime,
      rows: [{ label: words.mode, value: input.mode, status: goodIf(input.mode === 'production') }],
    },
    { title: words.releases, rows: releaseRows(input.releases, words) },
  ]
}

const goodIf = (isGood: boolean): 'good' | 'bad' => (isGood ? 'good' : 'bad')

function releaseRows(releases: VersionInput['releases'], words: VersionMessages): readonly VersionRow[] {
  const names = Object.keys(releases).toSorted()
  if (names.length === 0) return [{ label: words.releases, value: words.noReleases, status: 'bad' }]
  return names.map((name) => ({ label: name, value: releases[name]?.version ?? words.notKnown }))
}
