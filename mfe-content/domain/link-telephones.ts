import { telephoneAddress } from '@tessera/shared/content'

/** A link with all that is in it, a tag, or a telephone number: the first two stay as they are. Numbers begin with 0 or a country's code. */
const PARTS =
  /<a\b[^]*?<\/a>|<[^>]*>|(?<![\w£$€+.,/:-])(?:\+[1-9]\d{0,2}[ \u00a0]?|0)\d(?:[ \u00a0]?\d){7,10}(?![\w-]|[.,]\d)/gi

/** Clean HTML in which each telephone number can be pressed. */
export const linkTelephones = (html: string): string =>
  html.replace(PARTS, (part) =>
    part.startsWith('<') ? part : `<a href="${telephoneAddress(part)}">${part}</a>`,
  )
