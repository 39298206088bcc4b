import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { headersOf } from './outbox.server.ts'
import type { Mail, Postbox } from './mail.ts'

/** What a postbox with a mail server is made of. */
export interface SmtpOptions {
  /** `smtps://user:password@host:465` or `smtp://host:587`. */
  readonly url: string
  readonly from: string
  readonly dataDir: string
  /** How long to wait after the first failure; doubled after each, up to an hour. */
  readonly retryMs?: number
  readonly onFailure: (error: unknown, isFinal: boolean) => void
}

const WAITING = 'mail-waiting'
const FAILED = 'mail-failed'
const RETRY_MS = 30_000
const MAX_RETRY_MS = 3_600_000
/** About a day, with the waits above. */
const MAX_TRIES = 30
/** A claimed message belongs to its sender this long; one that died gives it back by that. */
const CLAIM_MS = 5 * 60_000

/**
 * A postbox that sends through a mail server. A message lies on disk from the moment it is posted until the server has taken
 * it, so neither a mail server that is down nor the end of this process loses one. Refused for good, it is moved aside.
 */
export function createSmtpPostbox({
  url,
  from,
  dataDir,
  retryMs = RETRY_MS,
  onFailure,
}: SmtpOptions): Postbox {
  const [waiting, failed] = [path.join(dataDir, WAITING), path.join(dataDir, FAILED)]
  const transport = createTransport({
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
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let round: Promise<void> = Promise.resolve()

  const send = async (name: string): Promise<void> => {
    const claimed = await claim(waiting, name)
    if (claimed === null) return
    const { to, subject, text, html, language } = JSON.parse(await readFile(claimed, 'utf8')) as Mail
    try {
      await transport.sendMail({ from, to, subject, text, html, headers: headersOf(language) })
      await rm(claimed)
      failures = 0
    } catch (error) {
      failures += 1
      const isFinal = isRefusal(error) || triesOf(name) >= MAX_TRIES
      onFailure(error, isFinal)
      if (isFinal) await mkdir(failed, { recursive: true, mode: 0o700 })
      await rename(claimed, isFinal ? path.join(failed, name) : path.join(waiting, nextName(name)))
    }
  }
  const sendAll = async (): Promise<void> => {
    for (const name of await readdir(waiting).catch(() => [])) {
      if (isClosed) return
      if (name.includes('.json')) await send(name)
    }
    const left = await readdir(waiting).catch(() => [])
    if (left.length > 0 && !isClosed) wake(Math.min(retryMs * 2 ** Math.max(0, failures - 1), MAX_RETRY_MS))
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
      const file = path.join(waiting, `${Date.now()}-${randomBytes(6).toString('hex')}-1.json`)
      await mkdir(waiting, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, JSON.stringify(mail), { mode: 0o600, flag: 'wx' })
      await rename(`${file}.part`, file)
      wake(0)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await round
      transport.close()
    },
  }
}

/** Take a message: several shells may share the folder. Null when another one has it. */
async function claim(folder: string, name: string): Promise<string | null> {
  const from = path.join(folder, name)
  if (name.endsWith('.part')) return null
  if (name.endsWith('.sending')) {
    const age =
      Date.now() -
      (await stat(from).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      ))
    if (age < CLAIM_MS) return null
  }
  const taken = path.join(folder, `${name.replace(/\.sending$/, '')}.sending`)
  try {
    await rename(from, taken)
    await utimes(taken, new Date(), new Date())
    return taken
  } catch {
    return null
  }
}

const triesOf = (name: string): number => Number(/-(\d+)\.json/.exec(name)?.[1] ?? 1)

const nextName = (name: string): string =>
  name.replace(/-(\d+)\.json.*$/, (_all, tries: string) => `-${Number(tries) + 1}.json`)

/** The server understood and said no: asking again changes nothing. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}
