import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { writeAtomically } from '../../../release-storage/write-atomically.server.ts'
import type { Mailer } from './mails.ts'

/** Subfolder of the data folder with the messages of a site without a mail server. */
export const OUTBOX_FOLDER = 'outbox'

/**
 * A mailer that sends nothing: each message becomes a file that mail programs, and `npm run mail`, can open. Messages contain links
 * that give access to accounts, so only the owner of the folder may read them.
 */
export function createOutbox(
  dataDir: string,
  from: string,
  now: () => Date,
  onKept: (file: string) => void,
): Mailer {
  const folder = path.join(dataDir, OUTBOX_FOLDER)
  return {
    async send({ to, subject, text, html, language }) {
      const { createTransport } = await import('nodemailer') // loaded with the first message
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const made = await composer.sendMail({
        from,
        to,
        subject,
        text,
        html,
        date: now(),
        headers: headersOf(language),
      })
      const stamp = now().toISOString().replaceAll(':', '-')
      const file = path.join(folder, `${stamp}-${randomBytes(4).toString('hex')}.eml`)
      await writeAtomically(file, made.message, { isPrivate: true })
      onKept(file)
    },
    close: () => Promise.resolve(),
  }
}

/** Headers that ask for no automatic replies. */
export const headersOf = (language: string): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  'Content-Language': language,
})

/** A decoded message of the outbox. */
export interface StoredMail {
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
  readonly html: string
}

/** Parses a message that this site wrote to its outbox; messages of other mail programs are not supported. */
export function readStoredMail(source: string): StoredMail {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/)
  const header = (name: string) => decodeWords(headerOf(head, name))
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? ''
  const parts = rest.join('\n\n').split(`--${boundary}`).map(readPart)
  const bodyOf = (type: string) => parts.find((part) => part.type === type)?.body ?? ''
  return {
    to: header('To'),
    subject: header('Subject'),
    date: header('Date'),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  }
}

/** A header's value; a line that begins with white space continues the line before it. */
const headerOf = (head: string, name: string): string =>
  new RegExp(`^${name}:(.*)$`, 'im').exec(head.replace(/\r?\n[ \t]+/g, ' '))?.[1]?.trim() ?? ''

function readPart(source: string): { readonly type: string; readonly body: string } {
  const [head = '', ...rest] = source.replace(/^\r?\n/, '').split(/\r?\n\r?\n/)
  const type = headerOf(head, 'Content-Type').split(';', 1)[0] ?? ''
  const body = rest.join('\n\n')
  const encoding = headerOf(head, 'Content-Transfer-Encoding').toLowerCase()
  if (encoding === 'base64') return { type, body: Buffer.from(body, 'base64').toString('utf8') }
  return {
    type,
    body: encoding === 'quoted-printable' ? fromQuotedPrintable(body.replace(/=\r?\n/g, '')) : body,
  }
}

/** Decodes `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`, the encodings of header values that are not ASCII. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromQuotedPrintable(text.replaceAll('_', ' ')),
    )

const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
