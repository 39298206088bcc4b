/** `npm run mail`: the e-mails that a site without a mail server has written to disk, newest last. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { OUTBOX_FOLDER, readStoredMail } from '../shell/features/identity/mail/outbox.server.ts'
import { fromTerminal, ROOT } from './paths/root.ts'
import { readArguments } from './start/read-arguments.ts'
import { fail } from './start/usage-error.ts'

const USAGE = `Usage: npm run mail [-- --last N] [--data DIR]
  --last  how many messages (default: 5)
  --data  the site's data folder (default: .data)`

function main(): void {
  const { values } = readArguments(
    { last: { type: 'string', default: '5' }, data: { type: 'string' } },
    0,
    USAGE,
  )
  const last = Number(values.last)
  if (!Number.isInteger(last) || last < 1) throw new Error(USAGE)
  const dataDir = values.data ? fromTerminal(values.data) : path.join(ROOT, '.data')
  const folder = path.join(dataDir, 'shell', OUTBOX_FOLDER)
  const files = filesOf(folder).slice(-last)
  if (files.length === 0) console.log(`No messages in ${folder}.`)
  for (const file of files) {
    const { to, subject, date, text } = readStoredMail(readFileSync(path.join(folder, file), 'utf8'))
    console.log(`--- ${date}\nTo: ${to}\nSubject: ${subject}\n\n${text.trim()}\n`)
  }
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

try {
  main()
} catch (error) {
  fail(error)
}
