import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeAtomically } from './write-atomically.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'written-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (file: string): number => statSync(file).mode & 0o777

describe('a file that several processes write', () => {
  it('is whole although all of them write it at once, and nothing else is left in its folder', async () => {
    const file = path.join(folder, 'new', 'state.json')
    const texts = Array.from({ length: 50 }, (_none, at) => `${at} `.repeat(20_000))
    await Promise.all(texts.map((text) => writeAtomically(file, text)))
    expect(texts).toContain(readFileSync(file, 'utf8'))
    expect(readdirSync(path.dirname(file))).toEqual(['state.json'])
  })

  it('is as before when it cannot be written, and no draft of it is left', async () => {
    const file = path.join(folder, 'state.json')
    writeFileSync(file, 'before')
    const publish = () => Promise.reject(new Error('no space left on device'))
    await expect(writeAtomically(file, 'after', { publish })).rejects.toThrow('no space left')
    expect(readFileSync(file, 'utf8')).toBe('before')
    mkdirSync(path.join(folder, 'taken'))
    await expect(writeAtomically(path.join(folder, 'taken'), 'after')).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['state.json', 'taken'])
  })

  it('is read by its owner alone where it is private', async () => {
    const [kept, open] = [path.join(folder, 'private', 'mail'), path.join(folder, 'open')]
    await writeAtomically(kept, Buffer.from('a link'), { isPrivate: true })
    await writeAtomically(open, 'anything')
    expect([modeOf(kept), modeOf(path.dirname(kept)), modeOf(open)]).toEqual([
      0o600,
      0o700,
      0o666 & ~process.umask(),
    ])
  })
})
