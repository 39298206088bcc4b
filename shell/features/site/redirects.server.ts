import type { Entry, PagedList } from '@tessera/shared/content'
import { followRedirect, indexRedirects, readRedirectRule, type RedirectIndex } from './redirect-rules.ts'
import type { Redirects } from '../../page/not-found.server.ts'
import type { RedirectRules } from './options.ts'

type RedirectRequest = Parameters<Redirects['find']>[0]

const BATCH = 2_000
/** Greatest number of batches; further rules are ignored. */
const MAX_BATCHES = 5
/** Longest chain of redirects; a longer one is ignored as a mistake. */
const MAX_STEPS = 5

/**
 * Redirects by rules that authors maintain as entries. The platform client caches the platform's answers until a rule changes;
 * this module caches only the index of those same answers.
 */
export function createRedirects({ contentType, hosts }: RedirectRules): Redirects {
  const read = async (client: RedirectRequest['client']): Promise<readonly PagedList<Entry>[]> => {
    const page = (pageIndex: number) =>
      client.search({
        where: [{ field: 'sys.contentTypeId', equalTo: contentType }],
        orderBy: ['sys.id'],
        fields: ['from', 'to', 'permanent'],
        pageIndex,
        pageSize: BATCH,
      })
    const first = await page(0)
    const count = Math.min(MAX_BATCHES, Math.ceil(first.totalCount / BATCH))
    return [
      first,
      ...(await Promise.all(Array.from({ length: Math.max(0, count - 1) }, (_, at) => page(at + 1)))),
    ]
  }
  let kept: { readonly items: readonly (readonly Entry[])[]; readonly index: RedirectIndex } | null = null
  const indexOf = (pages: readonly PagedList<Entry>[]): RedirectIndex => {
    const items = pages.map((page) => page.items)
    const isSame = kept?.items.length === items.length && items.every((list, at) => list === kept?.items[at])
    if (kept && isSame) return kept.index
    const rules = items.flat().flatMap((entry) => readRedirectRule(entry, hosts) ?? [])
    kept = { items, index: indexRedirects(rules) }
    return kept.index
  }

  return {
    async find({ path, search, client, isPage }) {
      const index = indexOf(await read(client))
      const seen = new Set([path.toLowerCase()])
      let at = followRedirect(index, path, search)
      for (let step = 1; at?.location.startsWith('/'); step += 1) {
        const target = new URL(at.location, 'https://site.invalid')
        const targetPath = decodeURIComponent(target.pathname)
        const next = followRedirect(index, targetPath, target.search)
        // A page that exists is not redirected, so that an author can swap two pages.
        if (!next || (await isPage(targetPath))) return seen.has(targetPath.toLowerCase()) ? null : at
        if (seen.has(targetPath.toLowerCase()) || step >= MAX_STEPS) return null
        seen.add(targetPath.toLowerCase())
        at = { location: next.location, isPermanent: at.isPermanent && next.isPermanent }
      }
      return at
    },
  }
}
