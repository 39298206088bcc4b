import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import type { Mail } from './mails.ts'
import { createSmtpPostbox } from './smtp.server.ts'

/** A mail server that answers each message with the next verdict, and records what it accepted. */
async function aMailServer(verdicts: readonly string[] = []) {
  const taken: string[] = []
  const envelopes: string[] = []
  let count = 0
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
                : '250 ok',
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

const aPostbox = (url: string, failures: [string, boolean][] = []) =>
  createSmtpPostbox({
    url,
    from: 'no-reply@larkmoor.example',
    dataDir,
    retryMs: 10,
    onFailure: (error, isFinal) => failures.push([(error as Error).message, isFinal]),
  })

describe('mail through SMTP (docs/decisions/0012)', () => {
  it('hands a message to the server, in both forms, and keeps nothing', async () => {
    const server = await aMailServer()
    const postbox = aPostbox(server.url)
    await postbox.post(MAIL)
    await until(() => server.taken.length === 1)
    await until(() => waiting().length === 0)
    const [message = ''] = server.taken
    expect(message).toMatch(/^From: no-reply@larkmoor\.example/m)
    expect(message).toMatch(/^To: gwen@post\.example/m)
    expect(message).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(message).toMatch(/^Content-Type: multipart\/alternative/m)
    await postbox.close()
    await server.close()
  })

  it('tries again when the server cannot take it now, and loses nothing', async () => {
    const server = await aMailServer(['451 later', '421 busy'])
    const failures: [string, boolean][] = []
    const postbox = aPostbox(server.url, failures)
    await postbox.post(MAIL)
    await until(() => server.taken.length === 1)
    expect(failures.map(([, isFinal]) => isFinal)).toEqual([false, false])
    await postbox.close()
    await server.close()
  })

  it('moves a message aside that the server refuses for good', async () => {
    const server = await aMailServer(['550 no such person'])
    const failures: [string, boolean][] = []
    const postbox = aPostbox(server.url, failures)
    await postbox.post(MAIL)
    await until(() => failures.length === 1)
    await until(() => waiting().length === 0)
    expect(failures[0]?.[1]).toBe(true)
    expect(readdirSync(path.join(dataDir, 'mail-failed'))).toHaveLength(1)
    await postbox.close()
    await server.close()
  })

  it('sends what a process left behind that ended while the server was down', async () => {
    const before = aPostbox('smtp://127.0.0.1:9')
    await before.post(MAIL)
    await before.close()
    expect(waiting()).toHaveLength(1)
    const server = await aMailServer()
    const after = aPostbox(server.url)
    await until(() => server.taken.length === 1)
    await after.close()
    await server.close()
  })

  it('sends a message once when two processes share the folder', async () => {
    const server = await aMailServer()
    const boxes = [aPostbox(server.url), aPostbox(server.url)]
    for (let index = 0; index < 5; index += 1)
      await boxes[index % 2]?.post({ ...MAIL, to: `p${index}@post.example` })
    await until(() => server.taken.length === 5)
    // Closing waits until the current messages are sent.
    await Promise.all(boxes.map((box) => box.close()))
    expect(new Set(server.envelopes.filter((line) => line.startsWith('RCPT'))).size).toBe(5)
    expect(server.taken).toHaveLength(5)
    await server.close()
  })
})
