import type { Entry } from '@tessera/shared/content'
import type { JsonObject, LoadRequest, LoadResult } from '@tessera/shared/contract'
import { QUALITY_SLOT } from '../domain/nested-slots.ts'
import type { Finding } from '../domain/quality/finding.ts'
import { reviewEntry, type InternalLink } from '../domain/quality/review-entry.ts'
import { loadUsefulness } from './load-usefulness.ts'

/** Levels of links that are resolved: what a card shows of an entry, and that entry's image. */
const LINK_DEPTH = 2
/** A page with more has the rest unchecked, and says so: each may be a call to the platform. */
const MAX_LOOKED_UP = 40

type QualityRequest = Pick<LoadRequest, 'client' | 'language' | 'origin' | 'preview' | 'route' | 'sanitise'>

/**
 * In a preview the slot that lists what an author should look at; none on any other page, nor for a page without an entry. `askedAbout`
 * is the path of a page that asks its visitors whether it is useful; null for one that does not.
 */
export async function loadQuality(
  request: QualityRequest,
  askedAbout: string | null = null,
): Promise<Pick<LoadResult, 'slots'>> {
  const { client, route, preview, sanitise, origin } = request
  const known = route.entry
  if (!preview || !known) return {}
  const language = known.sys.language ?? request.language
  // What visitors say is told beside the findings, which are there without it too.
  const usefulness = askedAbout === null ? null : loadUsefulness(request, askedAbout).catch(() => null)
  // The page's own call brings only the fields that it shows.
  const entry = (await client.entry(known.sys.id, { language, linkDepth: LINK_DEPTH })) ?? known
  const review = reviewEntry(entry, { origin, path: route.currentPath, language, sanitise })
  const paths = [...new Set(review.links.map(({ path }) => path))]
  const looked = paths.slice(0, MAX_LOOKED_UP)
  const broken = await brokenPaths(looked, request, preview.isServed)
  const findings = [...review.findings, ...brokenLinks(review.links, broken)]
  const props = {
    findings: findings.map((one) => asJson(one, entry, language)),
    readingAge: review.readingAge,
    unchecked: paths.length - looked.length,
    useful: await usefulness,
  }
  return { slots: [{ id: QUALITY_SLOT, remote: 'mfe-devinfo', view: 'quality', hydrate: 'never', props }] }
}

const brokenLinks = (links: readonly InternalLink[], broken: ReadonlySet<string>): readonly Finding[] =>
  links.flatMap(({ path, finding }) => (broken.has(path) ? [finding] : []))

/** The paths at which there is neither an entry's page nor a screen of the site. */
async function brokenPaths(
  paths: readonly string[],
  { client }: Pick<QualityRequest, 'client'>,
  isServed: (path: string) => boolean,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    paths.map(async (path) => {
      if (isServed(path)) return true
      return (await client.nodeByPath(path, { entryLimits: { fields: ['sys.id'], linkDepth: 0 } })) !== null
    }),
  )
  return new Set(paths.filter((_, at) => !found[at]))
}

/** A finding as the panel reads it: plain JSON, the entry by what an author knows it by. */
const asJson = ({ entry, ...finding }: Finding, page: Entry, language: string): JsonObject => ({
  ...finding,
  field: [...finding.field],
  entry: {
    id: entry.sys.id,
    name: entry.entryTitle ?? entry.sys.id,
    language: entry.sys.language ?? language,
    isPage: entry.sys.id === page.sys.id,
  },
})
