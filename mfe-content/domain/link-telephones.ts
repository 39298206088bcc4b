import { telephoneAddress } from '@tessera/shared/content'

/** Matches whole links, tags, and telephone numbers; only numbers are replaced. They begin with 0 or a country code. */
const PARTS =
  /<a\b[^]*?<\/a>|<[^>]*>|(?<![\w£$€+.,/:-])(?:\+[1-9]\d{0,2}[ \u00a0]?|0)\d(?:[ \u00a0]?\d){7,10}(?![\w-]|[.,]\d)/gi

/** Sanitised HTML in which each telephone number is a link. */
export const linkTelephones = (html: string): string =>
  html.replace(PARTS, (part) =>
    part.startsWith('<') ? part : `<a href="${telephoneAddress(part)}">${part}</a>`,
  )

/** A part of a plain text; `href` where it is a telephone number. */
export interface TextPart {
  readonly text: string
  readonly href?: string
}

/** Plain text split into parts, each telephone number as a part of its own. */
export function telephoneParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: number, index } of text.matchAll(PARTS)) {
    if (number.startsWith('<')) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: number, href: telephoneAddress(number) })
    end = index + number.length
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts
}
