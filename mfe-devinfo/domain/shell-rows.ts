import type { InspectedShell } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import type { VersionRow } from './version-info.ts'

/** A row for each shell process: whether it runs the same releases as the first one, else the differences and refused releases. */
export function shellRows(
  [first, ...others]: readonly InspectedShell[],
  messages: VersionMessages,
): readonly VersionRow[] {
  if (!first) return []
  const own = new Map(first.apps.map(({ app, version }) => [app, version]))
  const rowOf = ({ name, apps }: InspectedShell, isFirst: boolean): VersionRow => {
    const differences = apps
      .filter(({ app, version, refused }) => refused || own.get(app) !== version)
      .map(({ app, version, refused }) => {
        const runs = `${app} ${version ?? messages.notKnown}`
        return refused ? `${runs}; ${messages.refused} ${refused.version}: ${refused.code}` : runs
      })
    if (differences.length > 0) return { label: name, value: differences.join(', '), status: 'bad' }
    return { label: name, value: isFirst ? messages.thisShell : messages.sameReleases, status: 'good' }
  }
  return [rowOf(first, true), ...others.map((one) => rowOf(one, false))]
}
