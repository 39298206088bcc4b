import type { Node } from '@tessera/shared/content'

/** Least likeness of two addresses for a suggestion, from 0 to 1. */
const MIN_SIMILARITY = 0.45
const MAX_SUGGESTIONS = 5

/** A page that the visitor may have meant. */
export interface SuggestedPage {
  readonly label: string
  readonly path: string
  /** Only where its page is in another language. */
  readonly language?: string
}

/** The deepest page of a tree that a path lies below; null when there is none except the root. */
export function nearestNode(root: Node | null, path: string): Node | null {
  let nearest: Node | null = null
  let level = root?.children
  while (level) {
    const next = level.find((node) => path === node.path || path.startsWith(`${node.path}/`))
    if (!next) break
    nearest = next
    level = next.children
  }
  return nearest
}

/** Every page of a tree, at any depth. */
export function pagesOf(root: Node | null): readonly Node[] {
  const pages: Node[] = []
  const open = root ? [root] : []
  for (let node = open.pop(); node; node = open.pop()) {
    pages.push(node)
    if (node.children) open.push(...node.children)
  }
  return pages
}

/**
 * The pages whose addresses are most like a path without a page: a typing error, another order of words, a page that was
 * moved to another section. The best first; empty when no address is alike enough.
 */
export function similarPages(path: string, candidates: readonly Node[]): readonly SuggestedPage[] {
  const wanted = pairs(lastSegment(path))
  if (wanted.size === 0) return []
  const scored = new Map<string, { readonly page: SuggestedPage; readonly score: number }>()
  for (const node of candidates) {
    const score = similarity(wanted, pairs(lastSegment(node.path)))
    const label = node.displayName ?? node.slug
    if (score >= MIN_SIMILARITY && label && node.path !== path)
      scored.set(node.path, { page: { label, path: node.path }, score })
  }
  return [...scored.values()]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ page }) => page)
}

/** Words for a search that the visitor may have meant: the last segment of the path without its hyphens. */
export const wordsOfPath = (path: string): string =>
  lastSegment(path)
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 80)

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(0, 100)

/** Pairs of neighbouring letters, words bounded by a space. */
function pairs(segment: string): ReadonlySet<string> {
  const words = segment
    .toLowerCase()
    .replace(/\.[a-z0-9]{2,5}$/, '')
    .split(/[^\p{L}\p{N}]+/u)
  const found = new Set<string>()
  for (const word of words.filter(Boolean)) {
    const bounded = ` ${word} `
    for (let at = 0; at < bounded.length - 1; at += 1) found.add(bounded.slice(at, at + 2))
  }
  return found
}

/** Sørensen–Dice: shared pairs among all pairs. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared += 1
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size)
}

/** The content that the not-found page shows in addition to its message. */
export interface NotFoundContent {
  /** The site's own text, sanitised HTML; null when the shell's text is shown. */
  readonly html: string | null
  /** Pages whose addresses are much like the requested one. */
  readonly near: readonly SuggestedPage[]
  /** Pages that most visitors look for. */
  readonly links: readonly SuggestedPage[]
  /** The words that the search box is filled with. */
  readonly term: string
}
