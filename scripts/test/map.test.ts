import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { remotesHere } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'

const remotes = remotesHere().map(({ name }) => name)
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

describe('the map (docs/map.md)', () => {
  const named = quoted(read('docs/map.md'))

  it('names only what exists', () => {
    expect(named.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([])
  })

  it('names a file of every package', () => {
    const unnamed = ['shared', 'platform', 'shell', ...remotes].filter(
      (name) => !named.some((place) => place.startsWith(`${name}/`)),
    )
    expect(unnamed).toEqual([])
  })

  it('leads to files, and from each in few steps', () => {
    const rows = read('docs/map.md')
      .split('\n')
      .filter((line) => line.includes('`'))
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((row) => quoted(row).length > 8)).toEqual([])
  })
})

describe('the folders of remotes (CONTRIBUTING.md)', () => {
  const sentence = /Every remote \(`mfe-\*`\) has the same folders: ([\s\S]+?)\. The shell/.exec(
    read('CONTRIBUTING.md'),
  )
  const named = quoted(sentence?.[1] ?? '')
  const everywhere = named.filter((name) => !['io', 'config', 'embed'].includes(name))

  it.each(remotes)('%s has those that are named, and no others but for its tests and examples', (remote) => {
    const folders = readdirSync(path.join(ROOT, remote), { withFileTypes: true })
      .filter((item) => item.isDirectory() && item.name !== 'node_modules')
      .map(({ name }) => name)
    expect(everywhere.length).toBeGreaterThan(2)
    expect(folders).toEqual(expect.arrayContaining(everywhere))
    expect(folders.filter((name) => ![...named, 'testing', 'fixtures', 'examples'].includes(name))).toEqual(
      [],
    )
  })
})

describe('the decisions (docs/decisions)', () => {
  const records = readdirSync(path.join(ROOT, 'docs/decisions')).filter((file) => /^\d{4}-/.test(file))

  it.each(records)('%s says when, whether, why and what follows', (file) => {
    const text = read(`docs/decisions/${file}`)
    expect(text).toMatch(/^# \d{4}: /)
    expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/m)
    expect(text).toMatch(/^Status: (proposed|accepted|replaced by \d{4})$/m)
    for (const part of ['Context', 'Decision', 'Consequences']) expect(text).toContain(`\n## ${part}\n`)
  })

  it('are all in the index, each number once', () => {
    const index = read('docs/decisions/README.md')
    expect(records.filter((file) => !index.includes(`(${file})`))).toEqual([])
    expect(new Set(records.map((file) => file.slice(0, 4))).size).toBe(records.length)
  })
})
