import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aFormPlatform, type FormPlatform } from '../testing/a-form-platform.ts'

const MAIN = join(import.meta.dirname, '..', 'main.server.ts')
const POSTS = 3000

/** How often the test checks whether to kill the command, in milliseconds. */
const POLL_MS = 2

/** Run the command and kill it once `isTime` is true; with null it runs to its end. Gives whether it was killed. */
function formsCommand(
  site: FormPlatform,
  args: readonly string[],
  isTime: (() => boolean) | null,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, 'forms', ...args, '--data', site.folder], {
      stdio: 'ignore',
    })
    const timer = setInterval(() => isTime?.() === true && child.kill('SIGKILL'), POLL_MS)
    child.once('exit', (_code, signal) => {
      clearInterval(timer)
      resolve(signal === 'SIGKILL')
    })
  })
}

/** Posts older than their retention time, each with a file. */
function fill(site: FormPlatform): void {
  const uploads = join(site.folder, 'uploads')
  mkdirSync(uploads, { recursive: true })
  for (let at = 1; at <= POSTS; at += 1) writeFileSync(join(uploads, `file-${at}`), String(at))
  const db = new DatabaseSync(join(site.folder, 'platform.db'), { timeout: 5_000 })
  db.exec(`WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${POSTS})
    INSERT INTO form_post (id, form, received, json) SELECT n, '1001', '2020-01-01', json_object('ctrl_1-69-aa111', 'Ada ' || n) FROM many;
    INSERT INTO upload (post, received, name, type, fields, bytes, stored, size) SELECT id, received, 'a.txt', 'text/plain', '{}', x'', 'file-' || id, 1 FROM form_post`)
  db.close()
}

describe('commands on form posts survive a kill', () => {
  let site: FormPlatform
  beforeEach(async () => {
    // With 0 retention days the platform itself removes nothing, so only the command prunes.
    site = await aFormPlatform(({ environment }) => (environment['forms'] = { retentionDays: 0 }))
    fill(site)
  })
  afterEach(() => site.close())

  test('an export that is killed leaves no file that looks whole, and the next one has everything', async () => {
    const out = join(site.folder, 'posts.csv')
    const lines = (): number => readFileSync(out, 'utf8').split('\r\n').length
    const isWriting = (): boolean => existsSync(`${out}.part`)
    expect(await formsCommand(site, ['export', '--out', out], isWriting)).toBe(true)
    expect(existsSync(out)).toBe(false)
    await formsCommand(site, ['export', '--out', out], null)
    expect([lines(), isWriting()]).toEqual([POSTS + 2, false])
  }, 60_000)

  test('removing old posts, killed again and again, leaves no post without its file', async () => {
    const left = (): number => site.rows('SELECT id FROM form_post').length
    const kills: boolean[] = []
    for (let at = 0; at < 4; at += 1) {
      const before = left()
      kills.push(await formsCommand(site, ['prune', '--older-than', '30'], () => left() < before))
      const files = new Set(readdirSync(join(site.folder, 'uploads')))
      const stored = site.rows('SELECT stored FROM upload').map((row) => String(row['stored']))
      expect([stored.length, stored.filter((name) => !files.has(name))]).toEqual([left(), []])
    }
    expect(kills).toContain(true)
    await formsCommand(site, ['prune', '--older-than', '30'], null)
    expect([left(), site.rows('SELECT id FROM upload').length]).toEqual([0, 0])
  }, 60_000)
})
