import type { Mail } from './mail.ts'

/** What a message says, in order; a link stands alone so that every reader of mail shows it whole. */
export interface MailContent {
  readonly to: string
  readonly language: string
  readonly siteName: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  /** After the link. */
  readonly closing: readonly string[]
}

/** Both forms of a message from one content. Nothing in it is HTML but what is written here: names are escaped, addresses are ours. */
export function writeMail({ to, language, siteName, subject, paragraphs, link, closing }: MailContent): Mail {
  const line = oneLine(`${subject} – ${siteName}`)
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...closing, siteName]
  return {
    to,
    language,
    subject: line,
    text: `${text.join('\n\n')}\n`,
    html: toHtml(line, language, { paragraphs, link, closing, siteName }),
  }
}

function toHtml(
  title: string,
  language: string,
  { paragraphs, link, closing, siteName }: Pick<MailContent, 'paragraphs' | 'link' | 'closing' | 'siteName'>,
): string {
  const toParagraph = (words: string) => `<p>${escape(words)}</p>`
  const anchor = link
    ? `<p><a href="${escape(link.url)}">${escape(link.label)}</a></p><p>${escape(link.url)}</p>`
    : ''
  return (
    `<!doctype html><html lang="${escape(language)}"><head><meta charset="utf-8"><title>${escape(title)}</title></head>` +
    `<body>${paragraphs.map(toParagraph).join('')}${anchor}${closing.map(toParagraph).join('')}${toParagraph(siteName)}</body></html>`
  )
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (words: string): string => words.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

/** A line break in a subject could begin another header. */
const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()
