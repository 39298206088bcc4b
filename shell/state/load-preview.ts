import { entryLimits, type Entry } from '@tessera/shared/content'
import { mappingOf } from '../domain/content-mapping.ts'
import { decideAccess } from '../domain/decide-access.ts'
import { bringsAll } from '../domain/first-call.ts'
import { previewPath, type PreviewPath } from '../domain/preview-path.ts'
import type { RouteFacts } from '../domain/route-outcome.ts'
import { finishNode, viewOf } from './finish-node.ts'
import type { Lane, RouteIo, RouteRequest } from './route-request.ts'
import type { RouteResult } from './route-result.ts'

/** An entry by its id, with the family of its node where it has one. An entry that a page needs a sign-in for needs it here too. */
export async function loadPreview(
  preview: PreviewPath,
  request: RouteRequest,
  io: RouteIo,
  lane: Lane,
): Promise<RouteResult> {
  const { entryId, language } = preview
  const { client } = lane
  const asked = entryLimits(undefined, undefined)
  const [found, node] = await Promise.all([
    client.entry(entryId, { language, ...asked }),
    // Without it the page has no breadcrumb; the entry is what was asked for.
    client.nodeOfEntry(entryId, { language }).catch(() => null),
  ])
  const missing: RouteResult = {
    type: 'not-found',
    lane: lane.name,
    facts: { ...request.facts, notFound: true },
  }
  const mapping = found && mappingOf(found.sys.contentTypeId ?? '', io.table)
  if (!mapping) return missing
  const decision = decideAccess(mapping.requireLogin, request.visitor)
  if (decision !== 'allow') return { type: decision }
  const needed = entryLimits(undefined, mapping)
  const entry = bringsAll(asked, needed)
    ? found
    : await client.entry(entryId, { language: found.sys.language, ...needed })
  if (!entry) return missing
  const facts = {
    ...request.facts,
    alternates: previewAlternates(preview, entry, request.supportedLanguages),
  }
  return finishNode({ node, entry, mapping, lane, main: viewOf(mapping), facts }, request, io)
}

/** The other languages of a previewed entry, drafts included, are previewed too. */
const previewAlternates = (
  { entryId }: PreviewPath,
  { sys }: Entry,
  supported: readonly string[],
): NonNullable<RouteFacts['alternates']> =>
  (sys.availableLanguages ?? [])
    .filter((language) => supported.includes(language))
    .map((language) => ({ language, path: previewPath({ entryId, language }) }))
