import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkBytes } from './check-bytes.ts'

const KB = 1_024
const folder = mkdtempSync(path.join(tmpdir(), 'check-bytes-'))
const place = path.join(folder, 'web/embed/c')

/** Write a script that compression cannot make much smaller than three quarters of its size. */
const write = (name: string, kilobytes: number): void =>
  writeFileSync(path.join(place, name), randomBytes(kilobytes * KB).toString('base64'))

beforeEach(() => mkdirSync(place, { recursive: true }))
afterEach(() => rmSync(folder, { recursive: true }))

describe('what a page of another site may load of a remote', () => {
  it('has words of many languages beside it, of which it loads one', () => {
    write('123.aaaaaaaaaa.js', 60)
    for (const language of ['ar', 'cy', 'de', 'en-GB', 'fr'])
      write(`messages-${language}-ts.bbbbbbbbbb.js`, 40)
    expect(() => checkBytes(folder)).not.toThrow()
  })

  it('is weighed with the heaviest of them', () => {
    write('123.aaaaaaaaaa.js', 60)
    write('messages-cy-ts.bbbbbbbbbb.js', 10)
    write('messages-en-GB-ts.bbbbbbbbbb.js', 70)
    expect(() => checkBytes(folder)).toThrow('heavier than a remote may be')
  })

  it('is weighed with everything else', () => {
    for (const number of [1, 2, 3, 4]) write(`${number}.aaaaaaaaaa.js`, 40)
    expect(() => checkBytes(folder)).toThrow('heavier than a remote may be')
  })
})
