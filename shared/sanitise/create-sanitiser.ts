import { LRUCache } from 'lru-cache'
import { sanitiseHtml } from './sanitise-html.ts'

const KEPT_CHARACTERS = 8_000_000

/** A sanitiser that caches its results, so that a text on many pages is sanitised only once. One per process. */
export function createSanitiser(): (html: string) => string {
  const kept = new LRUCache<string, { readonly clean: string }>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ clean }, html) => html.length + clean.length + 1,
  })
  return (html) => {
    const known = kept.get(html)
    if (known) return known.clean
    const clean = sanitiseHtml(html)
    kept.set(html, { clean })
    return clean
  }
}
