import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './paths/root.ts'

/** A checkout with one command and nothing to install. */
const checkout = mkdtempSync(path.join(tmpdir(), 'tessera-bootstrap-'))
const bootstrap = path.join(checkout, 'scripts/bootstrap.mjs')
const lock = {
  name: 'small',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: { '': { name: 'small', version: '1.0.0' } },
}
const command = `
process.on('SIGTERM', () => { console.log('asked to end'); process.exit(7) })
const [what, ...rest]: string[] = process.argv.slice(2)
console.log('arguments', JSON.stringify(rest))
if (what === 'wait') setInterval(() => undefined, 1000)
else process.exit(Number(what))
`

beforeAll(() => {
  mkdirSync(path.join(checkout, 'scripts'))
  copyFileSync(path.join(ROOT, 'scripts/bootstrap.mjs'), bootstrap)
  writeFileSync(path.join(checkout, 'scripts/try.ts'), command)
  writeFileSync(path.join(checkout, 'package.json'), JSON.stringify({ ...lock.packages[''], type: 'module' }))
  writeFileSync(path.join(checkout, 'package-lock.json'), JSON.stringify(lock))
})
afterAll(() => rmSync(checkout, { recursive: true }))

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [bootstrap, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: checkout },
  })

describe('the entry of every command', () => {
  it('refuses an unknown command in one line, before it installs anything', () => {
    expect(run('nonsense')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'Unknown command "nonsense". Commands: try.\n',
    })
    expect(existsSync(path.join(checkout, 'node_modules'))).toBe(false)
  })

  it('installs first, in an empty home, and passes arguments and the exit code', () => {
    const first = run('try', '3', '--port', '1')
    expect(first.stdout).toContain('Installing the packages')
    expect(first.stdout).toContain('arguments ["--port","1"]')
    expect(first.status).toBe(3)
  })

  it('installs nothing when the lock file has not changed', () => {
    expect(run('try', '0').stdout).toBe('arguments []\n')
  })

  it('installs again when the lock file has changed', () => {
    writeFileSync(path.join(checkout, 'package-lock.json'), JSON.stringify(lock, null, 2))
    rmSync(path.join(checkout, 'node_modules/.package-lock.json'), { force: true })
    expect(run('try', '0').stdout).toContain('Installing the packages')
  })

  it('passes a signal on and leaves nothing behind', async () => {
    const child = spawn(process.execPath, [bootstrap, 'try', 'wait'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('arguments')) child.kill('SIGTERM')
    })
    const [code] = await once(child, 'close')
    expect(output).toContain('asked to end')
    expect(code).toBe(7)
  })
})
