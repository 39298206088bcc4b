import type { InspectedCanary, InspectedShell, PageCounts } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import type { VersionRow } from './version-info.ts'

/** A row for each canary release: its share of visitors, its failures summed over all shells, and why a shell has stopped it. */
export function canaryRows(
  shells: readonly InspectedShell[],
  { canary: messages, notKnown }: VersionMessages,
): readonly VersionRow[] {
  const all = shells.flatMap(({ canaries = [] }) => canaries)
  const releases = Map.groupBy(all, ({ app, version }) => `${app} ${version}`)
  return [...releases].map(([label, ofShells]): VersionRow => {
    const [canary, live] = [sumOf(ofShells, 'canary'), sumOf(ofShells, 'live')]
    const [stopped] = ofShells.flatMap(({ state, why }) =>
      state === 'running' ? [] : [`${messages[state]}: ${why ?? notKnown}`],
    )
    const facts = [
      messages.seenBy(ofShells[0]?.percent ?? 0),
      messages.failed(canary.failures, canary.pages),
      messages.failedLive(live.failures, live.pages),
      ...(stopped ? [stopped] : []),
    ]
    return { label, value: facts.join('; '), status: stopped ? 'bad' : 'good' }
  })
}

const sumOf = (canaries: readonly InspectedCanary[], which: 'canary' | 'live'): PageCounts => ({
  pages: canaries.reduce((sum, one) => sum + one[which].pages, 0),
  failures: canaries.reduce((sum, one) => sum + one[which].failures, 0),
})
