import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Postbox, Mail } from './mails.ts'
import { headersOf } from './outbox.server.ts'

/** What a postbox with a mail server is made of. */
interface SmtpOptions {
  /** `smtps://user:password@host:465` or `smtp://host:587`. */
  readonly url: string
  readonly from: string
  readonly dataDir: string
  /** How long to wait after the first failure; doubled after each, up to an hour. */
  readonly retryMs?: number
  readonly onFailure: (error: unknown, isFinal: boolean) => void
}

const RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
/** About a day, with the waits above. */
const MAX_TRIES = 30

/**
 * A postbox that sends through a mail server. A message lies on disk from the moment it is posted until the server has taken
 * it, so neither a mail server that is down nor the end of this process loses one. Refused for good, it is moved aside.
 */
export function createSmtpPostbox(options: SmtpOptions): Postbox {
  const { dataDir, retryMs = RETRY_MS, onFailure } = options
  const folder = openMailFolder(dataDir)
  let transport: ReturnType<typeof openTransport> | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let round: Promise<void> = Promise.resolve()

  const send = async ({ mail, tries, sent, putBack, setAside }: ClaimedMail): Promise<void> => {
    const { to, subject, text, html, language } = mail
    try {
      transport ??= openTransport(options.url)
      const { from } = options
      await (await transport).sendMail({ from, to, subject, text, html, headers: headersOf(language) })
      failures = 0
    } catch (error) {
      failures += 1
      const isFinal = isRefusal(error) || tries >= MAX_TRIES
      onFailure(error, isFinal)
      return isFinal ? setAside() : putBack()
    }
    await sent()
  }
  const sendAll = async (): Promise<void> => {
    for (const name of await folder.list()) {
      if (isClosed) return
      const claimed = await folder.claim(name)
      if (claimed) await send(claimed)
    }
    if (isClosed || (await folder.list()).length === 0) return
    wake(Math.min(retryMs * 2 ** Math.max(0, failures - 1), MAX_RETRY_MS))
  }
  const wake = (afterMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      round = round.then(sendAll).catch((error: unknown) => onFailure(error, false))
    }, afterMs).unref()
  }
  wake(0) // what another process left behind

  return {
    async post(mail) {
      await folder.keep(mail)
      wake(0)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
      await transport?.then((opened) => opened.close())
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
    // A message is ours alone: neither files nor addresses are fetched into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The mail server has refused the message for good (5xx): it is not retried. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}

/** A message that this process has taken, and nobody else will send. */
interface ClaimedMail {
  readonly mail: Mail
  /** How often it has been tried, this time included. */
  readonly tries: number
  /** The server has it. */
  readonly sent: () => Promise<void>
  /** Put it back into the queue, to be retried. */
  readonly putBack: () => Promise<void>
  /** Move it aside, for people to look at: it can never be delivered. */
  readonly setAside: () => Promise<void>
}

/** Messages on their way, as files that outlive the process; several shells may share them. */
interface MailFolder {
  readonly keep: (mail: Mail) => Promise<void>
  /** Names of what lies there. */
  readonly list: () => Promise<readonly string[]>
  /** Take a message; null when another process has it. */
  readonly claim: (name: string) => Promise<ClaimedMail | null>
}

const [WAITING, FAILED] = ['mail-waiting', 'mail-failed']
/** A process that sends a message owns it this long; then another one may, since the first has died. */
const CLAIM_MS = 5 * 60_000

/** The folders of a site's data folder. They hold links that open accounts: only their owner may read them. */
function openMailFolder(dataDir: string): MailFolder {
  const [waiting, failed] = [path.join(dataDir, WAITING), path.join(dataDir, FAILED)]
  return {
    async keep(mail) {
      const file = path.join(waiting, `${Date.now()}-${randomBytes(6).toString('hex')}-1.json`)
      await mkdir(waiting, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, JSON.stringify(mail), { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
    },
    async list() {
      const names = await readdir(waiting).catch(() => [])
      return names.filter((name) => /\.json(\.sending)?$/.test(name)).sort()
    },
    async claim(name) {
      const taken = await take(waiting, name)
      if (taken === null) return null
      const tries = Number(/-(\d+)\.json/.exec(name)?.[1] ?? 1)
      const nextName = name.replace(/-\d+\.json.*$/, `-${tries + 1}.json`)
      return {
        mail: JSON.parse(await readFile(taken, 'utf8')) as Mail,
        tries,
        sent: () => rm(taken),
        putBack: () => rename(taken, path.join(waiting, nextName)),
        async setAside() {
          await mkdir(failed, { recursive: true, mode: 0o700 })
          await rename(taken, path.join(failed, nextName))
        },
      }
    },
  }
}

/** Rename a message to one that is being sent: only one of several processes succeeds. */
async function take(folder: string, name: string): Promise<string | null> {
  const from = path.join(folder, name)
  if (name.endsWith('.sending') && !(await isForsaken(from))) return null
  const taken = path.join(folder, `${name.replace(/\.sending$/, '')}.sending`)
  try {
    await rename(from, taken)
    await utimes(taken, new Date(), new Date())
    return taken
  } catch {
    return null // another process was faster
  }
}

const isForsaken = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > CLAIM_MS,
    () => false,
  )
