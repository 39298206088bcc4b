import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT, storeFromTerminal } from './paths/root.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Run a command as from a terminal in an empty folder. */
const run = (command: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, `scripts/${command}.ts`), ...args],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', INIT_CWD: folder },
      encoding: 'utf8',
      timeout: 20_000,
    },
  )
  return { status, stdout, stderr }
}

describe('a command that is asked for help', () => {
  it.each(
    Object.values(
      (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
    ).map((script: string) => script.split(' ').at(-1)!),
  )('%s says how it is called and does nothing, whatever else is given', (command) => {
    expect(run(command, '--bogus', '--help')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Usage: /),
      stderr: '',
    })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a command with wrong arguments', () => {
  it.each(['build', 'kit', 'mutants', 'test', 'lint', 'structure', 'photographs', 'embed-pack', 'keys'])(
    'of npm run %s says so in one line, and does nothing',
    (command) => {
      expect(run(command, '--bogus')).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Unknown option '--bogus'\. .*\n$/),
      })
      expect(readdirSync(folder)).toEqual([])
    },
  )

  it.each([
    ['mutants', ['--only', '('], /^Invalid regular expression: .*\n$/],
    ['mutants', ['--jobs', 'many'], /^--jobs must be a number above 0, not "many"\.\n$/],
    [
      'keys',
      ['grant', 'mfe-search', '--key', 'team.pem'],
      /^"grant" takes no --key\. Options: --route, .*\n$/,
    ],
    ['keys', ['add', 'mfe-search', '--keep'], /^"add" takes no --keep\. .*\n$/],
    ['keys', ['list', 'mfe-search'], /^Unexpected argument 'mfe-search'\.\n$/],
    ['keys', ['revoke', '--why', 'left'], /^revoke needs the name of a key\.\n$/],
    [
      'keys',
      ['add', 'mfe-bus-times', '--key', 'team.pem'],
      /^"mfe-bus-times" is no name of a remote: mfe- and lower-case letters\.\n$/,
    ],
    ['keys', ['grant', 'mfe-search'], /^Which claims\? --route, .*\n$/],
    ['keys', ['grant', 'mfe-search', '--route', ''], /^--route is empty\.\n$/],
    ['keys', ['grant', 'mfe-search', '--route', 'places'], /^--route must begin with \/, not "places"\.\n$/],
    [
      'keys',
      ['grant', 'mfe-search', '--view', 'v'.repeat(601)],
      /^--view has 601 characters; 200 are the most\.\n$/,
    ],
    ['keys', ['revoke', 'abc', '--why', ' '], /^revoke needs --why TEXT\.\n$/],
    [
      'preview-link',
      ['/services', '--data', 'dta'],
      /^There is no secret in .*dta: give the folder that the site has as its --data\.\n$/,
    ],
    ['photographs', [], /^Usage: node scripts\/photographs\.ts FOLDER\n$/],
  ])('of npm run %s %j says so in one line', (command, args, line) => {
    expect(run(command, ...args)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(line) })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('npm run keys -- grant', () => {
  it.each(['/a?b', '/a#b', '/*/b', '/api/a', '/:1'])('refuses %s, which no remote can claim', (route) => {
    expect(run('keys', 'grant', 'mfe-search', '--route', route)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^--route: .*, so no remote can claim it\.\n$/),
    })
  })

  it('takes a route as the gate names it: its parameters without names', () => {
    const { stderr } = run('keys', 'grant', 'mfe-search', '--route', '/a/:/:', '--to', 'nowhere')
    expect(stderr).not.toContain('--route')
  })
})

describe('a path on the command line', () => {
  it('is read from where it was typed: the store and the key of npm run keys', () => {
    mkdirSync(path.join(folder, 'store'))
    writeFileSync(path.join(folder, 'store/releases.json'), 'not a document')
    writeFileSync(path.join(folder, 'team.pem'), 'not a key')
    expect(run('keys', 'list', '--to', 'store').stderr).toContain('The release document is not valid.')
    expect(run('keys', 'add', 'mfe-search', '--key', 'team.pem').stderr).not.toContain('team.pem is no key')
  })

  it('is a store at an address, too', () => {
    expect(storeFromTerminal('s3://bucket/site')).toBe('s3://bucket/site')
    expect(storeFromTerminal('https://site.example/releases')).toBe('https://site.example/releases')
    expect(storeFromTerminal('/srv/releases')).toBe('/srv/releases')
  })
})

describe('keys grant', () => {
  it.each(['/places/:place/:day?', '/places/:place/:day?/'])('grants %s without :day, too', (route) => {
    const to = mkdtempSync(path.join(folder, 'store-'))
    const key = path.join(folder, 'team.pub')
    const { publicKey } = generateKeyPairSync('ed25519')
    writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }))
    run('keys', 'add', 'mfe-places', '--key', key, '--to', to)
    const { stdout, stderr } = run('keys', 'grant', 'mfe-places', '--route', route, '--to', to)
    expect(stderr).toBe('')
    expect(stdout).toContain(`  routes: ${route}, /places/:, /places/:/:\n`)
  })
})
