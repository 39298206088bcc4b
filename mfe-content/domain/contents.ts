import type { Block } from './page-model.ts'
import { plainText } from './plain-text.ts'

/** A heading in the table of contents, and its id to link to. */
export interface ContentsItem {
  readonly id: string
  readonly text: string
}

/** Pages with fewer headings need no table of contents. */
const LEAST_PARTS = 3

const HEADING = /<(h[23])((?:\s[^>]*)?)>(.*?)<\/\1>/gs

/**
 * Rich text in which every heading has an id to link to. `take` makes a unique id from a heading's text. The markup comes from the
 * sanitiser, so it is well-formed.
 */
export const withAnchors = (html: string, take: (text: string) => string): string =>
  html.replace(HEADING, (whole, tag: string, attributes: string, inner: string) =>
    /\sid="/.test(attributes)
      ? whole
      : `<${tag}${attributes} id="${take(plainText(inner))}">${inner}</${tag}>`,
  )

/** The table of contents of a page: its headings of level 2, in order; empty where there are fewer than three. */
export function contentsOf(blocks: readonly Block[]): readonly ContentsItem[] {
  const parts = blocks.flatMap((block): readonly ContentsItem[] => {
    if (block.type === 'heading') return [{ id: block.id, text: block.text }]
    if (block.type !== 'richText') return []
    return [...block.html.matchAll(HEADING)].flatMap(([, tag, attributes = '', inner = '']) => {
      const [, id] = /\sid="([^"]+)"/.exec(attributes) ?? []
      const text = plainText(inner)
      return tag === 'h2' && id && text ? [{ id, text }] : []
    })
  })
  return parts.length >= LEAST_PARTS ? parts : []
}
