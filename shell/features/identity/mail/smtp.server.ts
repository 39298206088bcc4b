import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '../../../release-storage/write-atomically.server.ts'
import type { Mailer, Mail } from './mails.ts'
import { headersOf } from './outbox.server.ts'

/** The options of a mailer with a mail server. */
interface SmtpOptions {
  /** `smtps://user:password@host:465` or `smtp://host:587`. */
  readonly url: string
  readonly from: string
  readonly dataDir: string
  /** Wait after the first failure, in milliseconds; doubled after each further one, up to an hour. */
  readonly retryMs?: number
  readonly onFailure: (error: unknown, isFinal: boolean) => void
}

const RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
/**
 * A message is given up after so many attempts and so long, by the clock. Neither is enough alone: each new message has those that wait
 * tried again, and the clock may have been wrong.
 */
const [MAX_TRIES, MAX_AGE_MS] = [30, 24 * 3_600_000]

/**
 * A mailer that sends through a mail server. A message is stored on disk until the server has accepted it, so it is not lost when
 * the mail server is down or this process ends. A message that is refused permanently is moved to another folder.
 */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { from, dataDir, retryMs = RETRY_MS, onFailure } = options
  const folder = openMailFolder(dataDir)
  let transport: Awaited<ReturnType<typeof openTransport>> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let round: Promise<void> = Promise.resolve()

  /** Whether the message has to be sent later. */
  const send = async ({ read, isTriedOut, sent, requeue, markFailed }: ClaimedMail): Promise<boolean> => {
    try {
      const { to, subject, text, html, language } = await read()
      transport ??= await openTransport(options.url)
      await transport.sendMail({ from, to, subject, text, html, headers: headersOf(language) })
    } catch (error) {
      const isFinal = error instanceof SyntaxError || isRefusal(error) || isTriedOut
      onFailure(error, isFinal)
      await (isFinal ? markFailed() : requeue())
      return !isFinal
    }
    await sent()
    return false
  }
  const sendAll = async (): Promise<void> => {
    let isDown = false
    for (const name of await folder.list()) {
      if (isClosed) return
      const claimed = await folder.claim(name)
      // All are tried, because what one message fails with may be its own fault.
      if (claimed && (await send(claimed))) isDown = true
    }
    failures = isDown ? failures + 1 : 0
    if (isClosed || (await folder.list()).length === 0) return
    wake(Math.min(retryMs * 2 ** Math.max(0, failures - 1), MAX_RETRY_MS))
  }
  const wake = (afterMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      round = round.then(sendAll).catch((error: unknown) => {
        onFailure(error, false)
        if (!isClosed) wake(retryMs)
      })
    }, afterMs).unref()
  }
  wake(0) // sends messages that another process left behind

  return {
    async send(mail) {
      await folder.store(mail)
      wake(0)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
      transport?.close()
    },
  }
}

/** Loaded with the first message: most processes never send one. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Messages contain no content from files or URLs, so nodemailer may not load any.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Whether the mail server has refused the recipient or the message permanently (5xx), so that it is not retried. A refused sign-in
 * or sender is a mistake of the configuration, which is corrected while the messages wait.
 */
function isRefusal(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as Readonly<Partial<SmtpError>>
  return responseCode >= 500 && (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'RCPT TO'))
}

/** What nodemailer says of a failure. */
interface SmtpError {
  readonly code: string
  readonly command: string
  readonly responseCode: number
}

/** A message that this process has claimed, so that no other process sends it. */
interface ClaimedMail {
  /** @throws SyntaxError for a file that was not written to its end */
  readonly read: () => Promise<Mail>
  /** Whether this attempt is the last one. */
  readonly isTriedOut: boolean
  /** Deletes the message, because the server has accepted it. */
  readonly sent: () => Promise<void>
  /** Put it back into the queue, to be retried. */
  readonly requeue: () => Promise<void>
  /** Move it to the folder of failed messages, for people to look at: it cannot be delivered. */
  readonly markFailed: () => Promise<void>
}

/** The queue of messages, as files that outlive the process; several shells may share it. */
interface MailFolder {
  readonly store: (mail: Mail) => Promise<void>
  /** File names of the queued messages. */
  readonly list: () => Promise<readonly string[]>
  /** Claims a message; null when another process has claimed it. */
  readonly claim: (name: string) => Promise<ClaimedMail | null>
}

const [WAITING, FAILED] = ['mail-waiting', 'mail-failed']
/** Lifetime of a claim: afterwards another process may send the message, since the first one must have ended. */
const CLAIM_MS = 5 * 60_000

/** The mail queue in a site's data folder. Messages contain links that give access to accounts: only the folder's owner may read them. */
function openMailFolder(dataDir: string): MailFolder {
  const [waiting, failed] = [path.join(dataDir, WAITING), path.join(dataDir, FAILED)]
  return {
    async store(mail) {
      const file = path.join(waiting, `${Date.now()}-${randomBytes(6).toString('hex')}-1.json`)
      await writeAtomically(file, JSON.stringify(mail), { isPrivate: true })
    },
    async list() {
      const names = await readdir(waiting).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return [] // no message has been stored yet
      })
      return names.filter((name) => /\.json(\.(\w+\.)?sending)?$/.test(name)).sort()
    },
    async claim(name) {
      const taken = await take(waiting, name)
      if (taken === null) return null
      const [storedAt = 0, tries = 1] = (/^(\d+)-.*-(\d+)\.json/.exec(name) ?? []).slice(1).map(Number)
      const now = Date.now()
      // The age of a message that was stored while the clock was ahead counts from now.
      const nextName = name
        .replace(/^\d+/, String(Math.min(storedAt, now)))
        .replace(/-\d+\.json.*$/, `-${tries + 1}.json`)
      return {
        read: async () => JSON.parse(await readFile(taken, 'utf8')) as Mail,
        isTriedOut: tries >= MAX_TRIES && now - storedAt > MAX_AGE_MS,
        sent: () => rm(taken),
        requeue: () => rename(taken, path.join(waiting, nextName)),
        async markFailed() {
          await mkdir(failed, { recursive: true, mode: 0o700 })
          await rename(taken, path.join(failed, nextName))
        },
      }
    },
  }
}

/** Rename a message to a name of this claim alone: only one of several processes succeeds, also with a claim that has expired. */
async function take(folder: string, name: string): Promise<string | null> {
  const from = path.join(folder, name)
  if (name.endsWith('.sending') && !(await isClaimExpired(from))) return null
  const taken = path.join(
    folder,
    name.replace(/\.json.*$/, `.json.${randomBytes(6).toString('hex')}.sending`),
  )
  try {
    // First, so that no other process takes the renamed file for an expired claim.
    await utimes(from, new Date(), new Date())
    await rename(from, taken)
    return taken
  } catch {
    return null // another process was faster
  }
}

const isClaimExpired = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > CLAIM_MS,
    () => false,
  )
