import type { NamedApps } from '../../shell/release-document/release-document.server.ts'

type Entry = NamedApps[string]

/** How long a page may stay open and still request files of the releases that it names, in milliseconds. */
export const PAGE_MS = 7 * 86_400_000

/** How many earlier releases, and candidates, stay named however old they are: for rollbacks, and for trying. */
const KEPT = 10
/** How many stay named at most, however new they are: shells limit the size of a document. */
const MOST = 500

/** Releases of `npm run dev`, which removes them itself. */
const isOfDevelopment = (version: string): boolean => version.startsWith('dev-')

/**
 * An entry that still names the releases that open pages may request, because shells serve files of named releases only.
 * @param ended versions that visitors have seen, or staff have tried, until now
 */
export function keepEarlier(
  entry: Entry,
  ended: readonly (string | undefined)[],
  now: Date = new Date(),
): Entry {
  const until = new Map(Object.entries(entry.until ?? {}))
  for (const version of ended)
    if (version !== undefined && !isOfDevelopment(version)) until.set(version, now.toISOString())
  const keep = (versions: readonly string[]): string[] =>
    versions
      .filter(
        (one, index) =>
          index < KEPT ||
          one === entry.scheduled?.version ||
          now.getTime() - Date.parse(until.get(one) ?? '') <= PAGE_MS,
      )
      .slice(0, MOST)
  const [previous, candidates] = [keep(entry.previous), keep(entry.candidates)]
  const left = entry.left?.filter((version) => previous.includes(version)) ?? []
  const named = [...until].filter(([version]) => [...previous, ...candidates].includes(version))
  const { until: _before, left: _left, ...rest } = entry
  return {
    ...rest,
    previous,
    candidates,
    ...(named.length > 0 && { until: Object.fromEntries(named) }),
    ...(left.length > 0 && { left }),
  }
}

/** The previous releases that a rollback goes back to, the newest first: those that nobody went back from. */
export const earlierOf = ({ previous, left = [] }: Entry): readonly string[] =>
  previous.filter((version) => !left.includes(version))

/**
 * An entry in which this version is live. A canary and what is scheduled end.
 * @param isBack the version was live before: the releases that came after it are named last, and left out by rollbacks
 */
export function replaceLive(entry: Entry | undefined, version: string, isBack: boolean): Entry {
  const { previous = [], left = [], candidates = [], canary, until, live } = entry ?? {}
  const all = live === undefined ? [] : [live, ...previous]
  const known = all.indexOf(version)
  const after = isBack && !left.includes(version) ? all.splice(0, known < 0 ? all.length : known) : []
  const others = (versions: readonly string[]): string[] => versions.filter((one) => one !== version)
  const next = {
    live: version,
    previous: others([...all, ...after]),
    candidates: others(candidates),
    releasedAt: new Date().toISOString(),
    until,
    left: [...left, ...after],
  }
  return keepEarlier(next, [live, canary?.version])
}
