import { jest } from '@jest/globals'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { aFormPlatform, PNG, type FormPlatform } from '../testing/a-form-platform.ts'
import { runCommand } from './run-command.ts'
import { csvLine } from './write-csv.ts'

const ANSWERS = {
  'ctrl_3-69-cc333': 'Why, "oh why"?\nTell me',
  'ctrl_1-69-aa111': '=HYPERLINK("x")',
  'ctrl_2-69-bb222': 'ada@example.org',
}

describe('npm run forms: posts for the operator of the site', () => {
  let site: FormPlatform
  let out = ''
  beforeEach(async () => {
    out = mkdtempSync(join(tmpdir(), 'platform-export-'))
    site = await aFormPlatform(({ forms, environment }) => {
      environment['forms'] = { retentionDays: 30 }
      forms.push({
        formTypeId: 'tell-us',
        projectId: 'website',
        published: {
          name: 'Tell us',
          defaultLanguage: 'en-GB',
          version: { versionNo: '2.0' },
          fields: [
            { id: 'topics', name: 'Topics', dataType: 'stringArray' },
            {
              id: 'reference',
              name: 'Reference',
              dataFormat: 'reference',
              dataType: 'string',
              editor: { properties: { prefix: 'TU' } },
            },
          ],
        },
      })
    })
  })
  afterEach(async () => {
    await site.close()
    rmSync(out, { recursive: true, force: true })
  })

  /** What the command prints, on a running platform. */
  const forms = async (...args: string[]): Promise<string> => {
    const said: string[] = []
    const spies = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((text) => Boolean(said.push(String(text)))),
    )
    try {
      await runCommand(['forms', ...args, '--data', site.folder])
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
    return said.join('')
  }
  const exported = async (...args: string[]): Promise<string> => {
    await forms('export', '--out', join(out, 'posts'), ...args)
    return readFileSync(join(out, 'posts'), 'utf8')
  }
  const tellUs = async (topics: string[]) =>
    site.platform.inject({
      method: 'POST',
      url: '/api/forms/projects/website/contentTypes/tell-us/languages/default/entries',
      payload: { topics },
    })

  test('list names the forms that have posts, with their numbers of posts', async () => {
    expect(await forms('list')).toBe('There are no form posts\n')
    const post = await site.post(ANSWERS)
    await site.upload(post)
    await site.post()
    await tellUs(['a'])
    const said = await forms('list')
    expect(said).toMatch(
      /^1001 {2}Ask a gardener {2}2 posts, 1 files {2}20\S+ to 20\S+\ntell-us {2}Tell us {2}1 posts, 0 files/,
    )
  })

  test('show gives one post by its number or reference, with the names of its questions and its files', async () => {
    const post = await site.post({ ...ANSWERS, 'ctrl_1-69-aa111': 'Ada\u001b[31m\u009b' })
    await site.upload(post, { name: 'my photo.png' })
    const said = await forms('show', String(post))
    for (const line of [
      `Post ${post} of 1001 (Ask a gardener), version 69`,
      'Your name: Ada?[31m?',
      'Email: ada@example.org',
      `File 1-my photo.png: my photo.png, image/png, ${PNG.length} bytes`,
    ])
      expect(said.split('\n')).toContain(line)
    await tellUs(['a', 'b'])
    expect(await forms('show', 'TU 0000 0000 0002')).toContain('Topics: a; b')
    await expect(forms('show', '999')).rejects.toThrow('There is no form post "999"')
  })

  test('count gives the number of posts with the same answers to the given fields, named by label or id', async () => {
    const ask = (name: string, email?: string) =>
      site.post({ 'ctrl_1-69-aa111': name, ...(email && { 'ctrl_2-69-bb222': email }) })
    await ask('/news', 'yes')
    await ask('/contact', 'no')
    await ask('/news', 'yes')
    await ask('/contact\u001b[31m')
    await tellUs(['a'])
    expect(await forms('count', '--form', '1001', '--by', 'Your name', '--by', '2')).toBe(
      '2  /news  yes\n1  /contact  no\n1  /contact?[31m  \n',
    )
    expect(await forms('count', '--form', '1001', '--by', 'Email')).toBe('2  yes\n1  \n1  no\n')
    expect(await forms('count', '--form', '1001', '--by', 'Email', '--since', '2999-01-01')).toBe('')
    await expect(forms('count', '--form', '1001')).rejects.toThrow('Usage')
    await expect(forms('count', '--by', 'Email')).rejects.toThrow('Usage')
  })

  test('CSV has a column for every question in the order of the form, quotes what needs it, and holds no formula', async () => {
    await site.post(ANSWERS)
    await site.upload(1, { name: 'a.png' })
    const [first, second, ...rest] = (await exported()).split('\r\n')
    expect(first).toBe('\ufeffReference,Post,Form,Version,Language,Received,Your name,Email,Question,Files')
    expect(second).toMatch(
      /^1,1,Ask a gardener,69,,20[^,]+,"'=HYPERLINK\(""x""\)",ada@example\.org,"Why, ""oh why""\?\nTell me",1-a\.png$/,
    )
    expect(rest).toEqual([''])
    expect((await exported('--no-bom')).startsWith('Reference,')).toBe(true)
  })

  test('in a file of several forms each question has the name of its form; --form and --since leave other posts out', async () => {
    await site.post({ 'ctrl_1-69-aa111': 'Ada' })
    await tellUs(['a', 'b'])
    const lines = (await exported('--no-bom')).split('\r\n')
    expect(lines[0]).toBe(
      'Reference,Post,Form,Version,Language,Received,Ask a gardener: Your name,Tell us: Topics,Files',
    )
    expect(lines[1]).toMatch(/,Ada,,$/)
    expect(lines[2]).toMatch(/^TU 0000 0000 0002,2,Tell us,2\.0,en-GB,.+,,a; b,$/)
    expect((await exported('--form', 'tell-us')).split('\r\n')).toHaveLength(3)
    expect((await exported('--since', '2999-01-01')).split('\r\n')).toHaveLength(2)
    await expect(forms('export', '--since', 'tomorrow')).rejects.toThrow('--since must be a date')
    await expect(forms('export', '--format', 'xml')).rejects.toThrow('--format must be csv or json')
  })

  test('JSON has everything that was sent, without a byte order mark, and an empty list where there is nothing', async () => {
    expect(JSON.parse(await exported('--format', 'json'))).toEqual([])
    await site.post({ ...ANSWERS, 'ctrl_1_0-69-x': 'one choice', 'ctrl_1_2-69-y': 'another' })
    await site.upload(1)
    await tellUs(['a'])
    const posts = JSON.parse(await exported('--format', 'json')) as unknown[]
    expect(posts).toHaveLength(2)
    expect(posts[0]).toMatchObject({
      id: 1,
      form: '1001',
      version: '69',
      reference: '1',
      fields: ANSWERS,
      // The choices of a group are one answer.
      answers: expect.arrayContaining([
        { question: 'Your name', answer: '=HYPERLINK("x"); one choice; another' },
      ]) as unknown,
      files: [{ name: 'photo.png', size: PNG.length, exported: '1-photo.png' }],
    })
    expect(JSON.stringify(posts)).not.toContain('stored')
  })

  test('files are copied into a folder under safe names, also old files that are in the database', async () => {
    await site.post()
    await site.upload(1, { name: '..%2f$(rm).png' })
    const db = new DatabaseSync(join(site.folder, 'platform.db'), { timeout: 5_000 })
    db.exec(
      "INSERT INTO upload (post, received, name, type, fields, bytes) VALUES (1, '2026-01-01', 'old.txt', 'text/plain', '{}', x'616263')",
    )
    db.close()
    const folder = join(out, 'files')
    expect(await forms('export', '--out', join(out, 'posts.csv'), '--files', folder)).toContain('2 files')
    expect(readdirSync(folder).sort()).toEqual(['1-..%2f$(rm).png'.replaceAll(/[%$()]/g, '_'), '2-old.txt'])
    expect(readFileSync(join(folder, '2-old.txt'), 'utf8')).toBe('abc')
    expect(readFileSync(join(out, 'posts.csv'), 'utf8')).toContain('1-.._2f__rm_.png; 2-old.txt')
  })

  test('a file with a name that is too long for a file system is exported by its end, with whole characters', async () => {
    await site.post()
    await site.upload(1, { name: `${'申'.repeat(60)}𠮷${'請'.repeat(34)}書.png` })
    const folder = join(out, 'files')
    expect(await forms('export', '--files', folder, '--out', join(out, 'posts.csv'))).toContain('1 files')
    expect(readdirSync(folder)).toEqual([`1-${'請'.repeat(34)}書.png`])
  })

  test('a file that cannot be copied is named and fails the command, and all others are exported', async () => {
    await site.post()
    await site.upload(1, { name: 'first.png' })
    await site.upload(1, { name: 'second.png' })
    const folder = join(out, 'files')
    // A folder is where the first file is to be.
    mkdirSync(join(folder, '1-first.png'), { recursive: true })
    const exporting = forms('export', '--files', folder, '--out', join(out, 'posts.csv'))
    await expect(exporting).rejects.toThrow(/1 files could not be copied:\n1-first\.png: /)
    expect(readdirSync(folder).sort()).toEqual(['1-first.png', '2-second.png'])
    expect(readFileSync(join(out, 'posts.csv'), 'utf8')).toContain('1-first.png; 2-second.png')
  })

  test("prune shows a count first and removes then, by the site's retention time or by days", async () => {
    await site.post()
    await site.upload(1)
    const db = new DatabaseSync(join(site.folder, 'platform.db'), { timeout: 5_000 })
    db.exec("UPDATE form_post SET received = '2020-01-01T00:00:00Z'")
    db.close()
    await site.post()
    expect(await forms('prune', '--older-than', '9000')).toContain('Removed 0 posts')
    expect(await forms('prune', '--dry-run')).toBe('1 posts with 1 files are too old and would be removed\n')
    expect(site.files()).toHaveLength(1)
    expect(await forms('prune')).toContain('Removed 1 posts with 1 files')
    expect([site.rows('SELECT id FROM form_post'), site.files()]).toEqual([[{ id: 2 }], []])
    await expect(forms('prune', '--older-than', '0')).rejects.toThrow('--older-than must be a number of days')
  })

  test('remove deletes one post with its files and all messages about it', async () => {
    await site.post()
    await site.post()
    await site.upload(1)
    expect(await forms('remove', '1')).toBe('Removed post 1 of 1001 with 1 files\n')
    expect([site.rows('SELECT id FROM form_post'), site.files()]).toEqual([[{ id: 2 }], []])
    expect(site.rows("SELECT json_extract(json, '$.post') AS post FROM outbox")).toEqual([{ post: 2 }])
  })

  test('an option of another command is refused, and nothing is changed', async () => {
    await site.post()
    await expect(forms('remove', '1', '--dry-run')).rejects.toThrow(/^"remove" takes no --dry-run\nUsage/)
    await expect(forms('prune', '--form', '1001')).rejects.toThrow(/^"prune" takes no --form\n/)
    await expect(forms('prune', '--days', '3')).rejects.toThrow(/^Unknown option '--days'\nUsage/)
    expect(site.rows('SELECT id FROM form_post')).toEqual([{ id: 1 }])
  })

  test('works while no platform is running, and reports in one line what is missing', async () => {
    await site.post()
    await site.stop()
    expect(await forms('list')).toContain('1 posts')
    for (const name of ['nonsense', 'constructor'])
      await expect(forms(name)).rejects.toThrow(/^Usage: npm run forms -- COMMAND/)
    await expect(forms('show')).rejects.toThrow(/^Usage/)
    await expect(runCommand(['forms', 'list', '--data', join(out, 'nothing')])).rejects.toThrow(
      'holds no form posts',
    )
    expect(existsSync(join(out, 'nothing'))).toBe(false)
  })
})

describe('a line of CSV (RFC 4180; OWASP, CSV injection)', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+44 1632', "'+44 1632"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\uff1d1', "'\uff1d1"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    [' a', '" a"'],
    ['plain', 'plain'],
    ['5', '5'],
    ['', ''],
  ])('%j is written as %j', (value, cell) => {
    expect(csvLine([value, 'x'])).toBe(`${cell},x\r\n`)
  })
})
