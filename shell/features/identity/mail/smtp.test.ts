import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { jest } from '@jest/globals'
import { until } from '@tessera/shared/testing'
import type { Mail } from './mails.ts'

/** Failures of the next loads of nodemailer. */
const failedLoads: Error[] = []
const { createTransport } = await import('nodemailer')
jest.unstable_mockModule('nodemailer', () => ({
  createTransport(options: Parameters<typeof createTransport>[0]) {
    const failure = failedLoads.shift()
    if (failure) throw failure
    return createTransport(options)
  },
}))
const { createSmtpMailer } = await import('./smtp.server.ts')

/**
 * A mail server that answers each message with the next verdict, and records what it accepted. It answers the first senders
 * with `refusals`.
 */
async function aMailServer(verdicts: readonly string[] = [], refusals: readonly string[] = []) {
  const taken: string[] = []
  const envelopes: string[] = []
  let count = 0
  const left = [...refusals]
  const server = createServer((socket) => {
    let data: string | null = null
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.example ESMTP')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (data !== null) {
        data += text
        if (!data.endsWith('\r\n.\r\n')) return
        const verdict = verdicts[count] ?? '250 taken'
        count += 1
        if (verdict.startsWith('250')) taken.push(data)
        data = null
        say(verdict)
        return
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'MAIL' || verb === 'RCPT') envelopes.push(line)
        if (verb === 'DATA') data = ''
        say(
          verb === 'DATA'
            ? '354 go on'
            : verb === 'QUIT'
              ? '221 bye'
              : verb === 'EHLO'
                ? '250 mail.example'
                : (verb === 'MAIL' && left.shift()) || '250 ok',
        )
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    envelopes,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const MAIL: Mail = {
  to: 'gwen@post.example',
  subject: 'Cadarnhewch – Cyngor',
  text: 'Helo',
  html: '<p>Helo</p>',
  language: 'cy',
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'mail-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const waiting = () => readdirSync(path.join(dataDir, 'mail-waiting'))

const aMailer = (url: string, failures: [string, boolean][] = [], retryMs = 10) =>
  createSmtpMailer({
    url,
    from: 'no-reply@larkmoor.example',
    dataDir,
    retryMs,
    onFailure: (error, isFinal) => failures.push([(error as Error).message, isFinal]),
  })

describe('mail through SMTP (docs/decisions/0012)', () => {
  it('sends a message to the server, as text and as HTML, and removes it from the folder', async () => {
    const server = await aMailServer()
    const mailer = aMailer(server.url)
    await mailer.send(MAIL)
    await until(() => server.taken.length === 1)
    await until(() => waiting().length === 0)
    const [message = ''] = server.taken
    expect(message).toMatch(/^From: no-reply@larkmoor\.example/m)
    expect(message).toMatch(/^To: gwen@post\.example/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
    await mailer.close()
    await server.close()
  })

  it('sends what a process that was killed had claimed once, though several processes start together', async () => {
    const server = await aMailServer()
    const folder = path.join(dataDir, 'mail-waiting')
    mkdirSync(folder)
    const long = new Date(Date.now() - 3_600_000)
    for (let n = 0; n < 10; n++) {
      const file = path.join(folder, `${Date.now()}-${n}-1.json.sending`)
      writeFileSync(file, JSON.stringify(MAIL))
      utimesSync(file, long, long)
    }
    const mailers = [aMailer(server.url), aMailer(server.url)]
    await until(() => waiting().length === 0)
    await Promise.all(mailers.map((mailer) => mailer.close()))
    expect(server.taken).toHaveLength(10)
    await server.close()
  })

  it('tries again when the server cannot accept it now, and loses nothing', async () => {
    const server = await aMailServer(['451 later', '421 busy'])
    const failures: [string, boolean][] = []
    const mailer = aMailer(server.url, failures)
    await mailer.send(MAIL)
    await until(() => server.taken.length === 1)
    expect(failures.map(([, isFinal]) => isFinal)).toEqual([false, false])
    await mailer.close()
    await server.close()
  })

  it('sends once its library can be loaded, e.g. since files can be opened again', async () => {
    const server = await aMailServer()
    failedLoads.push(new Error('EMFILE: too many open files'))
    const failures: [string, boolean][] = []
    const mailer = aMailer(server.url, failures)
    await mailer.send(MAIL)
    await until(() => server.taken.length === 1)
    expect(failures).toEqual([['EMFILE: too many open files', false]])
    await mailer.close()
    await server.close()
  })

  it('moves a message aside that the server refuses permanently', async () => {
    const server = await aMailServer(['550 no such person'])
    const failures: [string, boolean][] = []
    const mailer = aMailer(server.url, failures)
    await mailer.send(MAIL)
    await until(() => failures.length === 1)
    await until(() => waiting().length === 0)
    expect(failures[0]?.[1]).toBe(true)
    expect(readdirSync(path.join(dataDir, 'mail-failed'))).toHaveLength(1)
    await mailer.close()
    await server.close()
  })

  it('moves a message aside that is no longer readable, and sends those behind it', async () => {
    mkdirSync(path.join(dataDir, 'mail-waiting'), { recursive: true })
    writeFileSync(path.join(dataDir, 'mail-waiting', '1-cut-1.json'), '{"to":"gwen@po')
    const server = await aMailServer()
    const failures: [string, boolean][] = []
    const mailer = aMailer(server.url, failures)
    await mailer.send(MAIL)
    await until(() => server.taken.length === 1)
    await until(() => waiting().length === 0)
    expect(failures.map(([, isFinal]) => isFinal)).toEqual([true])
    expect(readdirSync(path.join(dataDir, 'mail-failed'))).toEqual(['1-cut-2.json'])
    await mailer.close()
    await server.close()
  })

  it('keeps messages while the mail server refuses the password or the sender, and sends them afterwards', async () => {
    const server = await aMailServer(
      [],
      ['530 5.7.0 sign in first', '550 5.1.0 sender not known', '530 5.7.0 sign in first'],
    )
    const failures: [string, boolean][] = []
    const mailer = aMailer(server.url, failures)
    await mailer.send(MAIL)
    await until(() => server.taken.length === 1)
    expect(failures.map(([, isFinal]) => isFinal)).toEqual([false, false, false])
    await mailer.close()
    await server.close()
  })

  it('waits as long after a round in which many messages failed as after one in which one did', async () => {
    const failures: [string, boolean][] = []
    const mailer = aMailer('smtp://127.0.0.1:9', failures, 200)
    await Promise.all(Array.from({ length: 8 }, () => mailer.send(MAIL)))
    // Were the wait doubled for each message, the second round would come after 25 seconds.
    await until(() => failures.length >= 16)
    await mailer.close()
  })

  it('gives up no message of today, however often the messages after it had all of them tried again', async () => {
    const failures: [string, boolean][] = []
    const down = aMailer('smtp://127.0.0.1:9', failures, 60_000)
    for (let [sent, tried] = [1, 1]; sent <= 35; sent += 1, tried += sent) {
      await down.send(MAIL)
      await until(() => failures.length === tried)
    }
    await down.close()
    expect(failures.map(([, isFinal]) => isFinal)).not.toContain(true)
    expect(waiting()).toHaveLength(35)
  })

  /** Have messages tried once that were stored so many days from now by this clock, and were tried so often before. */
  const tryOnce = async (days: number, ...allTries: readonly number[]) => {
    mkdirSync(path.join(dataDir, 'mail-waiting'), { recursive: true })
    const storedAt = Date.now() + days * 24 * 3_600_000
    for (const tries of allTries)
      writeFileSync(path.join(dataDir, 'mail-waiting', `${storedAt}-x-${tries}.json`), JSON.stringify(MAIL))
    const failures: [string, boolean][] = []
    const down = aMailer('smtp://127.0.0.1:9', failures, 60_000)
    await until(() => failures.length === allTries.length)
    await down.close()
    return { storedAt, areFinal: failures.map(([, isFinal]) => isFinal) }
  }

  it('moves a message aside that could not be sent for more than a day', async () => {
    const { storedAt } = await tryOnce(-2, 2, 30)
    expect(readdirSync(path.join(dataDir, 'mail-failed'))).toEqual([`${storedAt}-x-31.json`])
    expect(waiting()).toEqual([`${storedAt}-x-3.json`])
  })

  it('counts the age of a message from now that was stored while the clock was ahead', async () => {
    const before = Date.now()
    const { areFinal } = await tryOnce(2, 30)
    expect(areFinal).toEqual([false])
    const [, storedAt] = /^(\d+)-x-31\.json$/.exec(waiting().join()) ?? []
    expect(Number(storedAt)).toBeGreaterThanOrEqual(before)
    expect(Number(storedAt)).toBeLessThanOrEqual(Date.now())
  })

  it('sends the messages of a process that ended while the server was down', async () => {
    const before = aMailer('smtp://127.0.0.1:9')
    await before.send(MAIL)
    await before.close()
    expect(waiting()).toHaveLength(1)
    const server = await aMailServer()
    const after = aMailer(server.url)
    await until(() => server.taken.length === 1)
    await after.close()
    await server.close()
  })

  it('looks again for messages after the folder could not be read', async () => {
    const before = aMailer('smtp://127.0.0.1:9')
    await before.send(MAIL)
    await before.close()
    const folder = path.join(dataDir, 'mail-waiting')
    renameSync(folder, `${folder}-away`)
    writeFileSync(folder, '')
    const server = await aMailServer()
    const failures: [string, boolean][] = []
    const after = aMailer(server.url, failures)
    await until(() => failures.length > 0)
    expect(failures[0]).toEqual([expect.stringContaining('ENOTDIR'), false])
    rmSync(folder)
    renameSync(`${folder}-away`, folder)
    await until(() => server.taken.length === 1)
    await after.close()
    await server.close()
  })

  it('sends a message once when two processes share the folder', async () => {
    const server = await aMailServer()
    const boxes = [aMailer(server.url), aMailer(server.url)]
    for (let index = 0; index < 5; index += 1)
      await boxes[index % 2]?.send({ ...MAIL, to: `p${index}@post.example` })
    await until(() => server.taken.length === 5)
    // Closing waits until the current messages are sent.
    await Promise.all(boxes.map((box) => box.close()))
    expect(new Set(server.envelopes.filter((line) => line.startsWith('RCPT'))).size).toBe(5)
    expect(server.taken).toHaveLength(5)
    await server.close()
  })
})
