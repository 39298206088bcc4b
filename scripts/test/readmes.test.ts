import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CONTRACT_VERSION } from '@tessera/shared/contract'
import { ROOT } from '../paths/root.ts'
import { readOptions } from '../start/options.ts'
import { shellFiles, shellImports } from '../structure/measure-shell.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
const PACKAGES = '{shell,shared,platform,mfe-*,e2e,bench,scripts,deploy,docs,embed}'
const outside = (name: string) => ['node_modules', 'template'].includes(name) || name.startsWith('.')
const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => outside(path.basename(name)) })

/** Names of files to come, or made by a command. */
const SAMPLES = [
  'LANGUAGE.ts',
  'NNNN-what-was-decided.md',
  'assets/image-library/x.svg',
  'screenshots/index.html',
]

describe('the files that READMEs name', () => {
  const sources = files(`${PACKAGES}/**/*.*`).map((file) => file.replaceAll(path.sep, '/'))

  /** Of the checkout, of the README's folder, or of a folder below it. */
  const exists = (folder: string, name: string) =>
    existsSync(path.join(ROOT, name)) ||
    existsSync(path.join(ROOT, folder, name)) ||
    sources.some((file) => (folder === '.' || file.startsWith(`${folder}/`)) && file.endsWith(`/${name}`))
  /** Paths, some without the suffix of a module; no packages, and no data of a site. */
  const isPath = (name: string) =>
    /^[\w.-]+(\/[\w.-]+)*$/.test(name) &&
    /\/|\.(ts|tsx|mjs|css|json|md|vcl)$/.test(name) &&
    !name.startsWith('.data/') &&
    !SAMPLES.includes(name)

  it.each(files(`{README.md,CONTRIBUTING.md,${PACKAGES}/**/README.md}`))('of %s are there', (readme) => {
    const folder = path.posix.dirname(readme.replaceAll(path.sep, '/'))
    const named = quoted(read(readme)).filter(isPath)
    const missing = named.filter((name) =>
      ['', '.ts', '.tsx', '.server.ts', '.client.tsx'].every((end) => !exists(folder, name + end)),
    )
    expect(missing).toEqual([])
  })
})

describe('the folders of the shell (shell/README.md)', () => {
  const [, list = ''] = /^## Folders$([\s\S]+?)^A file without/m.exec(read('shell/README.md')) ?? []
  const order = [...list.matchAll(/(?:^- |; |^ {2})`([a-z-]+)`: /gm)].map(([, name = '']) => name)
  const folderOf = (file: string) => file.split('/')[1] ?? ''
  const folders = [
    ...new Set(
      shellFiles()
        .filter((file) => file.split('/').length > 2)
        .map(folderOf),
    ),
  ]
  const isLeaf = (file: string) => file === 'shell/document/html.ts'
  const allImports = shellImports()
  const imports = allImports.filter(
    ({ file, to }) =>
      to.startsWith('shell/') && folders.includes(folderOf(to)) && folderOf(to) !== folderOf(file),
  )

  it('are all named, those of features too, and no others', () => {
    expect([...order].sort()).toEqual([...folders].sort())
    const [, features = ''] = /^- `features`: ([\s\S]+?)^- /m.exec(list) ?? []
    const own = new Set(
      shellFiles()
        .filter((file) => file.startsWith('shell/features/'))
        .map((file) => file.split('/')[2]),
    )
    expect(quoted(features).sort()).toEqual([...own].sort())
  })

  it('import down the list, but for the file that it excepts, which imports no other folder', () => {
    const up = imports.filter(
      ({ file, to }) => order.indexOf(folderOf(to)) < order.indexOf(folderOf(file)) && !isLeaf(to),
    )
    expect(imports.length).toBeGreaterThan(100)
    expect(allImports).toContainEqual({ file: 'shell/document/site.css', to: 'shell/document/frame.css' })
    expect(up).toEqual([])
    expect(imports.filter(({ file }) => isLeaf(file))).toEqual([])
  })
})

describe('the commands (CONTRIBUTING.md)', () => {
  const guide = read('CONTRIBUTING.md')
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>
  }

  it.each(Object.keys(scripts))('%s is named', (name) => {
    const short = ['start', 'test'].includes(name) ? name : `run ${name}`
    expect(guide).toMatch(new RegExp(`^\\| \`npm ${short}[ \`]`, 'm'))
  })

  it('of a start are named with every option', () => {
    let message = ''
    try {
      readOptions(['--no-such-option'])
    } catch (error) {
      message = String(error)
    }
    const options = [...message.matchAll(/--[a-z-]+/g)].map(([option]) => option)
    const named = options.filter((option) => option !== '--no-such-option')
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((option) => !guide.includes(`\`${option} `))).toEqual([])
  })
})

describe('the kit (docs/teams.md)', () => {
  it('is named with the version that `npm run kit` gives it', () => {
    const versions = [...read('docs/teams.md').matchAll(/tessera-(?:contract|remote)-([\d.]+)\.tgz/g)]
    expect(versions.map(([, version]) => version)).toEqual([CONTRACT_VERSION, CONTRACT_VERSION])
  })
})
