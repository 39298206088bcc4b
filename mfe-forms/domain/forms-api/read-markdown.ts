import markdownIt from 'markdown-it'

/** Markup passes, as authors write HTML too; it is sanitised like all of theirs. */
const markdown = markdownIt({ html: true })
/** Would make code of markup that is indented. */
const INDENT_OF_MARKUP = /^[ \t]+(?=<)/gm
/** Markup that may stand in a line. Other names in angle brackets are words, e.g. `<first name>`. */
const INLINE_MARKUP = /^<\/?(?:a|abbr|b|br|code|em|i|p|small|span|strong|sub|sup|u)\b/i

/** The HTML of a text in Markdown, which is what the vendor's own client takes these texts for. Not sanitised. */
export const htmlOf = (text: string): string => markdown.render(text.replace(INDENT_OF_MARKUP, '')).trim()

/** A paragraph of Markdown as plain text: without its marks, and with the address of each link after its words. */
export function plainTextOf(text: string): string {
  const [inline] = markdown.parseInline(text, {})
  let plain = ''
  let [address, from] = ['', 0]
  for (const token of inline?.children ?? []) {
    if (token.type === 'link_open')
      [address, from] = [token.markup === 'autolink' ? '' : String(token.attrGet('href')), plain.length]
    else if (token.type === 'link_close')
      plain += address && address !== plain.slice(from) ? ` (${address})` : ''
    else if (token.type.endsWith('break') || /^<br\b/i.test(token.content)) plain += ' '
    else if (token.type !== 'html_inline' || !INLINE_MARKUP.test(token.content)) plain += token.content
  }
  return plain
}
