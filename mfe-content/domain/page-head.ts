import type { JsonObject, PageHead, RouteState } from '@tessera/shared/contract'
import { breadcrumb } from './breadcrumb.ts'
import { asModel, type PageModel } from './page-model.ts'
import { describePage } from './structured-data.ts'

/**
 * The page's own parts of the head besides title and description: Open Graph type and image, and JSON-LD for search engines.
 * URLs are paths, which the shell makes absolute.
 */
export function pageHead(view: string, route: RouteState, language: string): Partial<PageHead> {
  if (!route.mappedEntry) return {}
  const model = asModel<PageModel>(route.mappedEntry)
  const described = describePage(view, route.mappedEntry, { path: route.currentPath, language })
  const trail = breadcrumbList(route, model)
  return {
    openGraphType: view === 'news' ? 'article' : 'website',
    ...(model.image ? { imagePath: model.image.src, imageAlt: model.image.alt } : {}),
    jsonLd: [described, trail].filter((data) => data !== null),
  }
}

function breadcrumbList(route: RouteState, model: PageModel): JsonObject | null {
  const trail = breadcrumb(route, model.title)
  if (trail.length === 0) return null
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ title, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: href,
    })),
  }
}
