/** A message of the outbox, as a person reads it. */
export interface KeptMail {
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
  readonly html: string
}

/** Read a message that this site wrote into its outbox. Other mail programs' ways of writing are not known here. */
export function readKeptMail(source: string): KeptMail {
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

/** A header's value; a line that begins with a space goes on with the one before it. */
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

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`, as headers hold what is not ASCII. */
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
