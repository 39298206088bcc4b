import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './paths/root.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-release-'))
afterAll(() => rmSync(folder, { recursive: true }))

const release = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'scripts/release.ts'), ...args, '--to', 'store'],
    { cwd: ROOT, env: { ...process.env, NODE_OPTIONS: '', INIT_CWD: folder }, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

describe('npm run release, when it cannot', () => {
  it.each([
    ['rollback --remote mfe-search --at 1', '"rollback" takes no --remote. Options: --at, --why, --to.'],
    [
      'mfe-search --dry-run',
      '"mfe-search" takes no --dry-run. Options: --candidate, --canary, --bar, --fewest, --at, --rollback, --why, --to.',
    ],
    ['prune mfe-search', "Unexpected argument 'mfe-search'."],
    ['log extra', "Unexpected argument 'extra'."],
    ['promote', 'promote needs the name of a remote.'],
    ['freeze', 'freeze needs --why TEXT.'],
    ['freeze --why=', 'freeze needs --why TEXT.'],
    ['unfreeze', 'Releases are not frozen.'],
    ['log --remote mfe-nosuch', 'The record has no change of mfe-nosuch.'],
  ])('says so of %s in one line, and does nothing', (line, refusal) => {
    expect(release(...line.split(' '))).toEqual({ status: 1, stdout: '', stderr: `${refusal}\n` })
    expect(existsSync(path.join(folder, 'store'))).toBe(false)
  })

  it('takes no blank reason for a freeze', () => {
    expect(release('freeze', '--why', ' ').stderr).toBe('freeze needs --why TEXT.\n')
  })

  it.each(['toString', 'mfe-nope'])('knows no command %s, and prints those that it has', (name) => {
    const { status, stderr } = release(name)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Usage: npm run release -- REMOTE/)
  })
})

describe('npm run release', () => {
  it('reads the store from where it was typed', () => {
    expect(release('prune', '--dry-run').stdout).toBe(
      `Would be removed: 0 of 0 releases in ${path.join(folder, 'store')}\n`,
    )
  })
})
