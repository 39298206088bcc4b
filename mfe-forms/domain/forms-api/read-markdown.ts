import markdownIt from 'markdown-it'

const markdown = markdownIt()
/** Lets markup pass between the text, which is sanitised like all markup of authors. */
const withMarkup = markdownIt({ html: true })
const BLOCK_OF_HTML = /^\s*<(?:p|div|section|h[1-6]|ul|ol|dl|table|blockquote)\b/i

/**
 * The HTML of a text in Markdown, which is what the vendor's own client takes these texts for. A text that begins with a block of HTML is
 * left as it is: indented lines would become code. Not sanitised.
 */
export const htmlOf = (text: string): string =>
  BLOCK_OF_HTML.test(text) ? text : withMarkup.render(text).trim()

/** A paragraph of Markdown as plain text: without its marks, and with the address of each link after its words. */
export function plainTextOf(text: string): string {
  const [inline] = markdown.parseInline(text, {})
  let plain = ''
  let address = ''
  for (const token of inline?.children ?? []) {
    if (token.type === 'link_open') address = token.markup === 'autolink' ? '' : ` (${token.attrGet('href')})`
    else if (token.type === 'link_close') plain += address
    else plain += token.type.endsWith('break') ? ' ' : token.content
  }
  return plain
}
