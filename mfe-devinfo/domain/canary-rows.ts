import type { InspectedCanary, InspectedShell, PageCounts } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import type { VersionRow } from './version-info.ts'

/** Whether shells show a canary to visitors, as they do unless all that report it have stopped it, and whether one of them has halted it. */
export function canaryState(
  shells: readonly InspectedShell[],
  app: string,
  version: string,
): { readonly isSeen: boolean; readonly isHalted: boolean } {
  const states = shells
    .flatMap(({ canaries = [] }) => canaries)
    .filter((one) => one.app === app && one.version === version)
    .map(({ state }) => state)
  return { isSeen: states.length === 0 || states.includes('running'), isHalted: states.includes('halted') }
}

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
      ofShells.some(({ state }) => state === 'running')
        ? messages.seenBy(ofShells[0]?.percent ?? 0)
        : messages.unseen,
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
