import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Postbox } from './mail.ts'

/** Where messages of a site without a mail server lie, in its data folder. */
export const OUTBOX_FOLDER = 'outbox'

/**
 * A postbox that sends nothing: each message becomes a file that mail programs, and `npm run mail`, can open. They hold links
 * that open accounts, so only the owner of the folder may read them.
 */
export function createOutbox(
  dataDir: string,
  from: string,
  now: () => Date,
  onKept: (file: string) => void,
): Postbox {
  const folder = path.join(dataDir, OUTBOX_FOLDER)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async post({ to, subject, text, html, language }) {
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
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Under another name until it is whole: whoever reads the folder sees finished messages only.
      await writeFile(`${file}.part`, made.message, { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
      onKept(file)
    },
    close: () => Promise.resolve(),
  }
}

/** Replies go nowhere, and automatic ones are not wanted. */
export const headersOf = (language: string): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  'Content-Language': language,
})
