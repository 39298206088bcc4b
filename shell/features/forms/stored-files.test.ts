import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createSealer } from '../../http/sealer.server.ts'
import { createStoredFiles } from './stored-files.server.ts'
import type { StreamedFile } from './receive-file.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'stored-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** By how much the clock of the test is ahead, in milliseconds. */
let laterMs = 0
const now = () => Date.now() + laterMs
const files = createStoredFiles(
  { keptMs: 60_000, keptBytes: 1_000 },
  { folder, sealer: createSealer([Buffer.alloc(32, 7)], now, 0), now },
)
const aFile = (content: string): StreamedFile => ({
  chunks: Readable.from([Buffer.from(content)]),
  size: () => content.length,
  signal: new AbortController().signal,
  drop: () => undefined,
})
const keep = (content: string) => files.store(aFile(content), { name: 'a.txt', type: 'text/plain' })
const count = () => readdirSync(folder).length

describe('files that wait for their form (docs/decisions/0047)', () => {
  beforeEach(async () => {
    laterMs = 3_600_000
    await files.sweep()
    laterMs = 0
  })

  it('are kept for their lifetime, and then removed without a request', async () => {
    const kept = await keep('one')
    laterMs = 59_000
    await files.sweep()
    expect(await text(await files.read(kept))).toBe('one')
    laterMs = 61_000
    await expect(files.read(kept)).rejects.toMatchObject({ code: 'gateway/file-gone' })
    expect(count()).toBe(1)
    await files.sweep()
    expect(count()).toBe(0)
  })
  it('make room when the next one comes', async () => {
    await keep('x'.repeat(1_000))
    await expect(keep('two')).rejects.toMatchObject({
      code: 'gateway/limited',
      details: { retryAfterSeconds: 60 },
    })
    laterMs = 61_000
    expect(await text(await files.read(await keep('two')))).toBe('two')
    expect(count()).toBe(1)
  })
  it('that are removed, or never were, are gone', async () => {
    const kept = await keep('one')
    await files.drop(kept)
    await expect(files.read(kept)).rejects.toMatchObject({ code: 'gateway/file-gone' })
    await expect(files.read({ ...kept, token: 'forged' })).rejects.toMatchObject({
      code: 'gateway/file-gone',
    })
    expect(count()).toBe(0)
  })
  it('that are not whole leave nothing', async () => {
    const broken = { ...aFile(''), chunks: brokenOff() }
    await expect(files.store(broken, { name: 'a.txt', type: '' })).rejects.toThrow('broken off')
    expect(count()).toBe(0)
  })
})

async function* brokenOff() {
  yield Buffer.from('one')
  throw new Error('broken off')
}
