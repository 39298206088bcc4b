import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { ROOT } from '../paths/root.ts'

const store = mkdtempSync(path.join(tmpdir(), 'tessera-remote-'))
const key = path.join(store, 'key.pem')
writeFileSync(key, '')
afterAll(() => rmSync(store, { recursive: true }))

const remote = (...args: readonly string[]) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'remote.ts'), ...args],
    {
      cwd: path.join(ROOT, 'mfe-search'),
      env: { ...process.env, NODE_OPTIONS: '', TESSERA_STORE: store, TESSERA_KEY: key },
      encoding: 'utf8',
    },
  )
  return { status, stderr }
}

describe('tessera-remote, when it cannot', () => {
  it.each([
    ['release --candidate --canary 10', '--candidate and --canary cannot go together.'],
    ['rollback --at 1', '"rollback" takes no --at. Options: --to, --key, --site-key, --why.'],
    ['create mfe-x --canary 10', '"create" takes no --canary. Options: --in, --kit.'],
    ['release mfe-search', "Unexpected argument 'mfe-search'."],
    ['dev --for https://site.example --why x', '"dev --for" takes no --why. Options: --for, --port.'],
    ['dev --port 4002', '"dev" takes no --port. Options: --to, --key, --site-key, --for.'],
    ['dev --why x', '"dev" takes no --why. Options: --to, --key, --site-key, --for.'],
    ['dev --for=', '--for must be an address such as https://www.example.org, not "".'],
    ['test --why x', '"test" takes no --why. Options: --to.'],
    ['dev --for https://site.example --port abc', '--port must be a number from 0 to 65535, not "abc".'],
  ])('says so of %s in one line', (line, refusal) => {
    expect(remote(...line.split(' '))).toEqual({ status: 1, stderr: `${refusal}\n` })
  })
})

describe('tessera-remote dev', () => {
  it('says that a package.json cannot be read, of a merge for example, and goes on when it can', async () => {
    const folder = path.join(store, 'mfe-weather')
    mkdirSync(folder)
    const signing = path.join(store, 'dev.pem')
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(signing, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const write = (text: string) => writeFileSync(path.join(folder, 'package.json'), text)
    write('{"name":"mfe-weather","version":"1.0.0"}')
    const dev = spawn(process.execPath, [path.join(import.meta.dirname, 'remote.ts'), 'dev'], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        TESSERA_STORE: store,
        TESSERA_KEY: signing,
      },
    })
    const ended = once(dev, 'exit')
    let said = ''
    for (const stream of [dev.stdout, dev.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    try {
      const says = (text: string) => until(async () => said.includes(text), 20_000)
      await says('Building mfe-weather')
      write('<<<<<<< HEAD')
      await says('The sources of mfe-weather cannot be read: Unexpected token')
      said = ''
      write('{"name":"mfe-weather","version":"1.0.1"}')
      await says('Building mfe-weather')
    } finally {
      dev.kill()
      await ended
    }
  }, 60_000)
})
