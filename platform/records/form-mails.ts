import { columnsOf, nameOfColumn, type PostedForm } from '../domain/describe-form.ts'
import type { JsonObject } from '../domain/content.ts'

/** A mail as the outbox stores it. */
export type FormMail = { readonly to: string; readonly subject: string; readonly text: string }

/** The properties of a post that mails contain. */
export type MailedPost = {
  readonly reference: string
  readonly received: string
  readonly fields: JsonObject
  readonly files: readonly string[]
}

/** A single e-mail address: no list, no name, no line break. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,189}$/
const MAX_SUBJECT = 200

/** The mails about a post: to the form's staff address, and to the sender if the form has a confirmation and the post has an address. */
export function mailsOf({ title, labels, settings }: PostedForm, post: MailedPost): readonly FormMail[] {
  const columns = columnsOf(post.fields)
  const { notify, confirm } = settings
  const mails: FormMail[] = []
  if (notify !== undefined)
    mails.push({
      to: notify.to,
      subject: filled(notify.subject ?? `New post: ${title}`, post),
      text: textOf(title, columns, new Map(labels), post),
    })
  const sender = columns.get(confirm?.field ?? '')?.trim() ?? ''
  if (confirm !== undefined && ADDRESS.test(sender))
    mails.push({
      to: sender,
      subject: filled(confirm.subject, post),
      text: confirm.text.replaceAll('{reference}', post.reference),
    })
  return mails
}

const filled = (subject: string, { reference }: MailedPost): string =>
  subject
    .replaceAll('{reference}', reference)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, MAX_SUBJECT)

function textOf(
  title: string,
  columns: ReadonlyMap<string, string>,
  labels: ReadonlyMap<string, string>,
  { reference, received, files }: MailedPost,
): string {
  const answers = [...columns].map(([column, value]) => `${nameOfColumn(column, labels)}: ${value}`)
  const attached = files.length === 0 ? [] : ['', `Files: ${files.join(', ')}`]
  return [title, `Reference: ${reference}`, `Received: ${received}`, '', ...answers, ...attached]
    .map((line) => line.replaceAll(LINE_BREAK, '\n    '))
    .join('\n')
}

/** Further lines of an answer are indented: none of them looks like another answer. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
