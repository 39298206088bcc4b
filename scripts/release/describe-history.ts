import type { NamedApps, ReleaseDocument } from '../../shell/release-document/release-document.server.ts'

/**
 * The history of a release store for a terminal, newest first: number, time, action, person, source and reason, and the state before
 * and after. With `app` only changes that affect it.
 */
export function describeHistory(
  documents: readonly ReleaseDocument[],
  app: string | null = null,
): readonly string[] {
  return documents.flatMap(({ sequence, changed, apps, frozen }, index) => {
    const earlier = documents[index + 1]
    // The state before the oldest document is unknown, unless it is the first one.
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
