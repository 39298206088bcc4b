import { createTransport } from 'nodemailer'
import type { Postbox } from './mail.ts'
import { openMailFolder, type ClaimedMail } from './mail-folder.server.ts'
import { headersOf } from './outbox.server.ts'

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
  const transport = openTransport(options.url)
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let round: Promise<void> = Promise.resolve()

  const send = async ({ mail, tries, sent, putBack, setAside }: ClaimedMail): Promise<void> => {
    const { to, subject, text, html, language } = mail
    try {
      await transport.sendMail({ from: options.from, to, subject, text, html, headers: headersOf(language) })
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
      transport.close()
    },
  }
}

const openTransport = (url: string) =>
  createTransport({
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

/** The server understood and said no: asking again changes nothing. */
function isRefusal(error: unknown): boolean {
  const { responseCode } = error as { readonly responseCode?: number }
  return responseCode !== undefined && responseCode >= 500
}
