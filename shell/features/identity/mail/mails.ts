import { directionOf } from '../../../http/paths.ts'
import type { MailMessages, MailText } from './messages/index.ts'

/** Who a message goes to, and what it leads to. */
interface MailFacts {
  readonly to: string
  readonly name: string
  readonly language: string
  readonly messages: MailMessages
  readonly siteName: string
  /** Address of the page that the message leads to. */
  readonly url: string
}

/** The messages of accounts. */
export type MailKind = keyof MailMessages['kinds']

/** How long the links of messages work. */
export const LINK_HOURS = { confirm: 24, reset: 1 } as const

/** A message of accounts in the language of its reader. Names are cut: nobody can send a text of their own through us. */
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

/** The lifetime of the link, for messages whose link expires; the other messages lead to a screen. */
const lifetimeOf = (kind: MailKind, { linkLifetime }: MailMessages): readonly string[] =>
  kind === 'confirm' || kind === 'reset' ? [linkLifetime[kind](LINK_HOURS[kind])] : []

const MAX_NAME = 60

/** A name, or nothing if mail programs would make a link of it. */
const plainName = (name: string): string =>
  /https?:|www\.|[/\\<>@]|\.\p{L}{2,}/iu.test(name) ? '' : name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME)

/** What a message says, in order; a link stands alone so that every reader of mail shows it whole. */
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

/** Both forms of a message from one content. Nothing in it is HTML but what is written here: names are escaped, addresses are ours. */
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
  const toParagraph = (messages: string) => `<p>${escape(messages)}</p>`
  const anchor = link
    ? `<p><a href="${escape(link.url)}">${escape(link.label)}</a></p><p>${escape(link.url)}</p>`
    : ''
  return (
    `<!doctype html><html lang="${escape(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><title>${escape(title)}</title></head>` +
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

const escape = (messages: string): string => messages.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

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

/** Takes a message over: once this resolves it will be sent, or kept where it can be read, also if the process ends. */
export interface Postbox {
  post(mail: Mail): Promise<void>
  close(): Promise<void>
}
