import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSealer, readKeyRing } from './sealer.server.ts'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64url')

describe('the keys of sessions (reference security D2)', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'keys-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are made once, two of them, readable by their owner alone, and the same for every process', () => {
    const dataDir = path.join(folder, 'data')
    const ring = readKeyRing([], dataDir)
    expect(ring).toHaveLength(2)
    const file = path.join(dataDir, 'session-keys.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readKeyRing([], dataDir)).toEqual(ring)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(2)
  })

  it('are those given, newest first, and then no file is made', () => {
    expect(readKeyRing([key(1), key(2)], path.join(folder, 'none')).map((one) => one[0])).toEqual([1, 2])
    expect(() => statSync(path.join(folder, 'none'))).toThrow()
  })

  it.each([['[]'], ['{'], ['["short"]'], ['[7]'], ['null']])('refuses a file that says %s', (text) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'session-keys.json'), text)
    expect(() => readKeyRing([], folder)).toThrow(expect.objectContaining({ code: 'session/keys-invalid' }))
  })

  it('can be turned: what the old key sealed opens until it is taken out', () => {
    const now = () => 0
    const before = createSealer(readKeyRing([key(1)], folder), now)
    const turned = createSealer(readKeyRing([key(2), key(1)], folder), now)
    const after = createSealer(readKeyRing([key(2)], folder), now)
    const sealed = before.seal('p', 'text', 1_000)
    expect(turned.open('p', sealed)).toBe('text')
    expect(after.open('p', sealed)).toBeNull()
    expect(after.open('p', turned.seal('p', 'text', 1_000))).toBe('text')
  })
})
