import markdownIt from 'markdown-it'

const markdown = markdownIt()
/** Markup passes, as authors write HTML too; lines that are indented are no code, since HTML is often indented. */
const withMarkup = markdownIt({ html: true }).disable('code')
const BEGINS_WITH_BLOCK = /^\s*<(?:p|div|section|h[1-6]|ul|ol|dl|table|blockquote)\b/i
const INDENT_OF_MARKUP = /^[ \t]+(?=<)/gm

/** The HTML of a text in Markdown, which is what the vendor's own client takes these texts for, or of HTML. Not sanitised. */
export const htmlOf = (text: string): string =>
  withMarkup.render(BEGINS_WITH_BLOCK.test(text) ? text.replace(INDENT_OF_MARKUP, '') : text).trim()

/**
 * A paragraph of Markdown as plain text: without its marks, and with the address of each link after its words. Words in angle brackets stay,
 * e.g. `<first name>`, and so does markup, as in the vendor's client.
 */
export function plainTextOf(text: string): string {
  const [inline] = markdown.parseInline(text, {})
  let plain = ''
  let [address, from] = ['', 0]
  for (const token of inline?.children ?? []) {
    if (token.type === 'link_open')
      [address, from] = [token.markup === 'autolink' ? '' : String(token.attrGet('href')), plain.length]
    else if (token.type === 'link_close')
      plain += address && address !== plain.slice(from) ? ` (${address})` : ''
    else plain += token.type.endsWith('break') ? ' ' : token.content
  }
  return plain
}
