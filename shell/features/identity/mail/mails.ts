import { escaped } from '../../../document/html.ts'
import { directionOf } from '../../../http/paths.ts'
import type { MailMessages, MailText } from './messages/index.ts'

/** The recipient of a message, and the page that it links to. */
interface MailFacts {
  readonly to: string
  readonly name: string
  readonly language: string
  readonly messages: MailMessages
  readonly siteName: string
  /** URL of the page that the message links to. */
  readonly url: string
}

/** The kinds of account messages. */
export type MailKind = keyof MailMessages['kinds']

/** Lifetime of the links in messages, in hours. */
export const LINK_HOURS = { confirm: 24, reset: 1 } as const

/** An account message in the recipient's language. Names are shortened, so that nobody can send their own text through this site. */
export function accountMail(
  kind: MailKind,
  { to, name, language, messages, siteName, url }: MailFacts,
): Mail {
  const { subject, paragraphs, link, closing }: MailText = messages.kinds[kind]
  return writeMail({
    to,
    language,
    siteName,
    subject,
    paragraphs: [messages.greeting(plainName(name)), ...paragraphs],
    link: { label: link, url },
    closing: [...lifetimeOf(kind, messages), ...closing],
  })
}

/** The lifetime of the link, for messages whose link expires; the other messages link to a screen. */
const lifetimeOf = (kind: MailKind, { linkLifetime }: MailMessages): readonly string[] =>
  kind === 'confirm' || kind === 'reset' ? [linkLifetime[kind](LINK_HOURS[kind])] : []

const MAX_NAME = 60

/** A name; empty if mail programs would turn it into a link. */
const plainName = (name: string): string =>
  /https?:|www\.|[/\\<>@]|\.\p{L}{2,}/iu.test(name) ? '' : name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME)

/** The content of a message, in order; the link is a paragraph of its own, so that all mail programs show it whole. */
interface MailContent {
  readonly to: string
  readonly language: string
  readonly siteName: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  /** After the link. */
  readonly closing: readonly string[]
}

/** A message as plain text and as HTML, from the same content. All values are escaped in the HTML; the link is the site's own. */
function writeMail({ to, language, siteName, subject, paragraphs, link, closing }: MailContent): Mail {
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
  const toParagraph = (messages: string) => `<p>${escaped(messages)}</p>`
  const anchor = link
    ? `<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p><p>${escaped(link.url)}</p>`
    : ''
  return (
    `<!doctype html><html lang="${escaped(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>` +
    `<body>${paragraphs.map(toParagraph).join('')}${anchor}${closing.map(toParagraph).join('')}${toParagraph(siteName)}</body></html>`
  )
}

/** A line break in a subject could begin another header. */
const oneLine = (messages: string): string => messages.replace(/\s+/g, ' ').trim()

/** A message to one person, in plain text and as HTML that says the same. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: string
}

/** Accepts messages: once `send` resolves, the message is on disk, to be sent or read there, even if the process ends. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
