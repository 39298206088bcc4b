import type { Entry } from '@tessera/shared/content'
import type { JsonObject, LoadRequest, LoadResult } from '@tessera/shared/contract'
import { QUALITY_SLOT } from '../domain/nested-slots.ts'
import type { Finding } from '../domain/quality/finding.ts'
import { reviewEntry, type InternalLink } from '../domain/quality/review-entry.ts'
import { loadUsefulness } from './load-usefulness.ts'

/** Levels of links to resolve: for the entries of cards, and for their images. */
const LINK_DEPTH = 2
/** Most links to look up, since each may need a call to the platform; the panel says how many were not checked. */
const MAX_LOOKED_UP = 40

type QualityRequest = Pick<LoadRequest, 'client' | 'language' | 'origin' | 'preview' | 'route' | 'sanitise'>

/**
 * The slot of the quality panel; only in previews of pages with an entry. `feedbackPath` is the path of a page with a feedback question,
 * null for a page without one.
 */
export async function loadQuality(
  request: QualityRequest,
  feedbackPath: string | null = null,
): Promise<Pick<LoadResult, 'slots'>> {
  const { client, route, preview, sanitise, origin } = request
  const known = route.entry
  if (!preview || !known) return {}
  const language = known.sys.language ?? request.language
  // Visitors' feedback is optional: without it the panel shows only the findings.
  const usefulness = feedbackPath === null ? null : loadUsefulness(request, feedbackPath).catch(() => null)
  // Loaded again, since the page's own call has only the fields that it shows.
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

/** The paths with neither a node nor a static route. */
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

/** A finding as JSON for the panel, with the entry's id, name and language. */
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
