import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { copyCheckout } from './copy-checkout.ts'
import { runSuite } from './run-suite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mutants-run-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

describe('running a test file of a copy', () => {
  beforeEach(() => {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
    write('jest.config.mjs', 'export default { transform: {} }')
    write('package.json', '{ "type": "module" }')
  })

  it.each([
    ['passed', "test('one', () => {})", []],
    ['failed', "describe('a', () => { test('two', () => { throw 1 }); test('b', () => {}) })", ['two']],
    ['broken', 'this is no program', []],
    ['broken', '', []],
  ])('says that it %s: %s', async (kind, source, failed) => {
    write('a.test.js', source)
    expect(await runSuite({ copy: folder, suite: 'a.test.js', timeoutMs: 60_000 })).toMatchObject({
      kind,
      failed,
    })
  })

  it('runs the tests alone that it is told', async () => {
    write('a.test.js', "test('one (1)', () => {}); test('two', () => { throw 1 })")
    const run = { copy: folder, suite: 'a.test.js', timeoutMs: 60_000 }
    expect(await runSuite({ ...run, only: '(one \\(1\\))$' })).toMatchObject({ kind: 'passed' })
    expect(await runSuite({ ...run, only: '(three)$' })).toMatchObject({ kind: 'broken' })
  })

  it('ends one that never ends', async () => {
    write('a.test.js', "test('one', () => { for (;;); })")
    expect(await runSuite({ copy: folder, suite: 'a.test.js', timeoutMs: 3_000 })).toMatchObject({
      kind: 'hung',
    })
  })
})

describe('a copy of a checkout', () => {
  it('has its files, and links to its packages; those of its own lead to the copy', () => {
    write('shell/a.ts', 'const a = 1')
    write('node_modules/redux/index.js', '')
    write('node_modules/@swc/core/index.js', '')
    mkdirSync(path.join(folder, 'node_modules/@site'))
    symlinkSync('../../shell', path.join(folder, 'node_modules/@site/shell'))
    write('.git/HEAD', 'ref')
    write('dist/a.js', '')
    const copy = copyCheckout(folder)
    try {
      writeFileSync(path.join(copy, 'shell/a.ts'), 'const a = 2')
      expect(readFileSync(path.join(folder, 'shell/a.ts'), 'utf8')).toBe('const a = 1')
      expect(readFileSync(path.join(copy, 'node_modules/@site/shell/a.ts'), 'utf8')).toBe('const a = 2')
      expect(lstatSync(path.join(copy, 'node_modules/redux')).isSymbolicLink()).toBe(true)
      expect(lstatSync(path.join(copy, 'node_modules/@swc/core')).isSymbolicLink()).toBe(true)
      expect([existsSync(path.join(copy, '.git')), existsSync(path.join(copy, 'dist'))]).toEqual([
        false,
        false,
      ])
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
})
