import { mailWords } from './mail-words.ts'
import type { Mail } from './mail.ts'
import { writeMail } from './write-mail.ts'

/** Who a message goes to, and what it leads to. */
export interface MailFacts {
  readonly to: string
  readonly name: string
  readonly language: string
  readonly siteName: string
  /** Address of the page that the message leads to. */
  readonly url: string
}

/** The messages of accounts. */
export type MailKind = keyof ReturnType<typeof mailWords>['kinds']

/** A message of accounts in the language of its reader. Names are cut: nobody can send a text of their own through us. */
export function accountMail(kind: MailKind, { to, name, language, siteName, url }: MailFacts): Mail {
  const words = mailWords(language)
  const { subject, paragraphs, link, closing } = words.kinds[kind]
  return writeMail({
    to,
    language,
    siteName,
    subject,
    paragraphs: [words.greeting(plainName(name)), ...paragraphs],
    link: { label: link, url },
    closing,
  })
}

const MAX_NAME = 60

/** A name without what mail programs make links of. */
const plainName = (name: string): string =>
  /https?:|www\.|[/\\<>@]|\.\p{L}{2,}/iu.test(name) ? '' : name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME)
