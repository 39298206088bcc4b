import type { NamedApps, ReleaseDocument } from '../../shell/release-document/release-document.server.ts'

/**
 * The record of a release store for a terminal, newest first: number, when, what was done, by whom, from where and why, and what it was
 * before and after. With `app` only what has changed something of it.
 */
export function describeHistory(
  documents: readonly ReleaseDocument[],
  app: string | null = null,
): readonly string[] {
  return documents.flatMap(({ sequence, changed, apps, frozen }, index) => {
    const earlier = documents[index + 1]
    // Of the oldest one that is kept nothing is known before, unless it is the first.
    const differences = earlier || sequence === 1 ? differencesOf(earlier?.apps ?? {}, apps, app) : []
    if (app !== null && differences.length === 0) return []
    const head = `${sequence}  ${changed.at}  ${changed.action}  (${changed.by} on ${changed.from})`
    return [
      head,
      ...(changed.why === '' ? [] : [`     why: ${changed.why}`]),
      ...differences.map((line) => `     ${line}`),
      ...(frozen && app === null && !earlier?.frozen ? [`     frozen: ${frozen.why}`] : []),
    ]
  })
}

function differencesOf(before: NamedApps, after: NamedApps, app: string | null): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names
    .filter((name) => app === null || name === app)
    .flatMap((name) => {
      const [was, is] = [before[name], after[name]].map((entry) => (entry ? inWords(entry) : 'none'))
      return was === is ? [] : [`${name}: ${was} -> ${is}`]
    })
}

const inWords = ({ live, candidates, canary, scheduled }: NamedApps[string]): string =>
  [
    live,
    canary && `(canary ${canary.version} for ${canary.percent} %)`,
    scheduled && `(${scheduled.version} scheduled for ${scheduled.at})`,
    candidates.length > 0 && `(candidates ${candidates.join(', ')})`,
  ]
    .filter(Boolean)
    .join(' ')
