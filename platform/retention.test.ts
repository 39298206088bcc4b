import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openWriter } from './repository/connection.ts'
import { createRecordWriter } from './records/sqlite-records.ts'
import { uploadFolderOf } from './files/upload-folder.ts'
import { pruneTaskOf, removedLine, removeOld, startRetention } from './retention.ts'
import { aFormPlatform, FORM_VERSION, type FormPlatform } from './testing/a-form-platform.ts'
import { form } from './testing/a-platform.ts'

const DAY_MS = 24 * 3_600_000

/** Make a post look older. */
function age(site: FormPlatform, post: number, days: number): void {
  // This connection waits while the platform writes.
  const db = openWriter(join(site.folder, 'platform.db'))
  db.prepare('UPDATE form_post SET received = ? WHERE id = ?').run(
    new Date(Date.now() - days * DAY_MS).toISOString(),
    post,
  )
  db.close()
}

describe('retention of form posts (security, data protection)', () => {
  let site: FormPlatform
  afterEach(() => site.close())
  /** A platform whose own retention removes nothing (0 days), so that only the tests remove posts. */
  const withoutOwnRounds = () =>
    aFormPlatform(({ environment, forms }) => {
      environment['forms'] = { retentionDays: 0 }
      for (const one of forms) one['settings'] = { notify: { to: 'staff@hillside.example' } }
    })
  const remove = async (dryRun = false, days: number | null = null) => {
    const model = {
      forms: [{ contentId: '1002', definition: {}, settings: { retentionDays: 0 } }],
      formTypes: [],
      environment: { alias: 'x', forms: { retentionDays: 30 } },
    }
    const db = openWriter(join(site.folder, 'platform.db'))
    try {
      const now = Date.now()
      const task = pruneTaskOf(model as never, now, days, dryRun)
      return await removeOld(createRecordWriter(db), uploadFolderOf(site.folder), task, now)
    } finally {
      db.close()
    }
  }

  test('old posts are removed with their files, messages, mails and keys; everything else stays', async () => {
    site = await withoutOwnRounds()
    const [old, young] = [await site.post(), await site.post()]
    for (const post of [old, young]) {
      await site.upload(post, {}, { 'idempotency-key': `file-${post}` })
      await form(site.platform, `/REST/UI/FormsModule/sendnotification/${FORM_VERSION}/${post}`, {})
    }
    const other = await form(site.platform, '/REST/UI/FormsModule/postform/70/0', {})
    const kept = (other.json as unknown as { formPostId: number }).formPostId
    for (const post of [old, kept]) age(site, post, 31)
    age(site, young, 29)
    expect(await remove(true)).toEqual({ posts: 1, files: 1, left: 0 })
    expect([site.rows('SELECT id FROM form_post').length, site.files().length]).toEqual([3, 2])
    expect(await remove()).toEqual({ posts: 1, files: 1, left: 0 })
    expect(site.rows('SELECT id FROM form_post ORDER BY id').map(({ id }) => id)).toEqual([young, kept])
    expect(site.rows('SELECT post FROM upload')).toEqual([{ post: young }])
    expect(site.rows('SELECT stored FROM upload').map(({ stored }) => stored)).toEqual(site.files())
    const told = site.rows("SELECT DISTINCT json_extract(json, '$.post') AS post FROM outbox ORDER BY post")
    expect(told.map(({ post }) => post)).toEqual([young, kept])
    expect(site.rows('SELECT key FROM form_key')).toEqual([{ key: `file\nfile-${young}` }])
  })

  test('the option of the command line takes precedence over the settings of forms; 0 keeps everything', async () => {
    site = await withoutOwnRounds()
    const post = await site.post()
    age(site, post, 400)
    expect(await remove(false, 0)).toEqual({ posts: 0, files: 0, left: 0 })
    expect(await remove(false, 500)).toEqual({ posts: 0, files: 0, left: 0 })
    expect(await remove(false, 300)).toEqual({ posts: 1, files: 0, left: 0 })
  })

  test('leftovers of a crash are removed: incomplete files, and files that belong to no post', async () => {
    site = await withoutOwnRounds()
    await site.upload(await site.post())
    const folder = uploadFolderOf(site.folder)
    mkdirSync(folder, { recursive: true })
    const hourAgo = new Date(Date.now() - 3_600_000)
    for (const name of [...site.files(), 'half.part', 'nobodys'])
      if (name.includes('-')) utimesSync(join(folder, name), hourAgo, hourAgo)
      else {
        writeFileSync(join(folder, name), 'x')
        utimesSync(join(folder, name), hourAgo, hourAgo)
      }
    writeFileSync(join(folder, 'arriving.part'), 'x')
    expect((await remove()).left).toBe(2)
    expect(site.files()).toHaveLength(2)
    expect(site.files()).toContain('arriving.part')
  })

  test('a platform removes old posts when it starts, and logs what it has removed', async () => {
    site = await withoutOwnRounds()
    const said: string[] = []
    const db = openWriter(join(site.folder, 'platform.db'))
    db.exec(`WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 450)
      INSERT INTO form_post (form, received, json) SELECT '1001', '2020-01-01', '{}' FROM many`)
    const model = { forms: [], formTypes: [], environment: { alias: 'x', forms: { retentionDays: 30 } } }
    const retention = startRetention(
      createRecordWriter(db),
      uploadFolderOf(site.folder),
      () => model as never,
      (line) => said.push(line),
    )
    await retention.close()
    db.close()
    expect(said).toEqual([removedLine({ posts: 450, files: 0, left: 0 })])
    expect(said[0]).toContain('removed 450 form posts with 0 files')
    expect(site.rows('SELECT id FROM form_post')).toEqual([])
    expect(removedLine({ posts: 0, files: 0, left: 0 })).toBeNull()
  })
})

describe('how long form posts are kept', () => {
  test('posts are kept for 180 days by default', () => {
    const task = pruneTaskOf(null, Date.parse('2026-07-01T00:00:00Z'), null, false)
    expect(task).toMatchObject({ before: '2026-01-02T00:00:00.000Z', byForm: {} })
  })
})
