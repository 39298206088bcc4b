import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
