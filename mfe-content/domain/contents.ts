import type { Block } from './page-model.ts'
import { plainText } from './plain-text.ts'

/** A part of a page, and the place that leads to it. */
export interface ContentsItem {
  readonly id: string
  readonly text: string
}

/** A page with fewer parts is seen at a glance. */
const LEAST_PARTS = 3

const HEADING = /<(h[23])((?:\s[^>]*)?)>(.*?)<\/\1>/gs

/**
 * Rich text whose headings can be linked to: those without an id get one, made of their words. `take` gives an id that the page does not
 * have yet. The markup comes from the sanitiser, so it is well-formed.
 */
export const withAnchors = (html: string, take: (text: string) => string): string =>
  html.replace(HEADING, (whole, tag: string, attributes: string, inner: string) =>
    /\sid="/.test(attributes)
      ? whole
      : `<${tag}${attributes} id="${take(plainText(inner))}">${inner}</${tag}>`,
  )

/** The parts of a page: its headings of the second level, in order; none where there are few. */
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
