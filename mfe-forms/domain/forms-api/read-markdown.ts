import markdownIt from 'markdown-it'

// Authors write HTML too: it passes here, and is sanitised like all of their markup.
const markdown = markdownIt({ html: true })

/** The HTML of a text in Markdown, which is what the vendor's own client takes these texts for. Not sanitised. */
export const htmlOf = (text: string): string => markdown.render(text).trim()

/** A paragraph of Markdown as plain text: without its marks, and with the address of each link after its words. */
export function plainTextOf(text: string): string {
  const [inline] = markdown.parseInline(text, {})
  let plain = ''
  let link: { readonly address: string; readonly from: number } | null = null
  for (const token of inline?.children ?? []) {
    if (token.type === 'link_open') link = { address: String(token.attrGet('href')), from: plain.length }
    else if (token.type === 'link_close' && link && plain.slice(link.from) !== link.address)
      plain += ` (${link.address})`
    else if (token.type.endsWith('break')) plain += '\n'
    else if (token.type !== 'html_inline') plain += token.content
  }
  return plain
}
