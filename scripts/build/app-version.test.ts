import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { appVersion, isOfBuild } from './app-version.ts'
import { readApp, readAppPackage } from './apps.ts'

/** The files that a source file includes, without types: static and dynamic imports, and the style sheets of a style sheet. */
const IMPORTS = [
  /(?:^|\n)(?:import|export)\s(?!type\s)[^;'"]*?from '(\.[^']+)'/g,
  /(?:^|\n)import '(\.[^']+)'/g,
  /import\((?:\/\*.*?\*\/\s*)?'(\.[^']+)'\)/g,
  /@import '([^']+)'/g,
]

/** Every file of the checkout that some files include, directly or not, and those files themselves. */
function reachedFrom(entries: readonly string[]): readonly string[] {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file) || !existsSync(path.join(ROOT, file))) return
    reached.add(file)
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    for (const pattern of IMPORTS)
      for (const [, name = ''] of text.matchAll(pattern))
        visit(path.posix.join(path.posix.dirname(file), name))
  }
  entries.map((entry) => path.posix.normalize(entry)).forEach(visit)
  return [...reached]
}

const embedsOf = (name: string): readonly string[] =>
  Object.values(readAppPackage({ folder: path.join(ROOT, name) }).tessera?.embeds ?? {}).map((entry) =>
    path.join(name, entry),
  )

describe('the version of a build', () => {
  it.each<[string, readonly string[]]>([
    ['shell', ['shell/browser/boot.client.ts', 'shell/document/site.css']],
    ['mfe-forms', ['mfe-forms/spa.tsx', ...embedsOf('mfe-forms')]],
    ['mfe-search', ['mfe-search/spa.tsx']],
  ])('is another one with every file that is in it: %s', (name, entries) => {
    const app = readApp(path.join(ROOT, name))
    const reached = reachedFrom(entries)
    expect(reached.length).toBeGreaterThan(20)
    expect(reached.filter((file) => !isOfBuild(app, path.join(ROOT, file)))).toEqual([])
  })

  it.each([
    'scripts/build/slim-federation.ts',
    'scripts/build/without-preloads.mjs',
    'scripts/build/without-snapshots.mjs',
    'rspack.config.ts',
  ])('is another one when %s changes', (file) => {
    expect(existsSync(path.join(ROOT, file))).toBe(true)
    expect(isOfBuild(readApp(path.join(ROOT, 'shell')), path.join(ROOT, file))).toBe(true)
  })

  it('stays the same while an editor has unsaved changes, which Emacs marks by a link that leads nowhere', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'app-version-'))
    try {
      writeFileSync(path.join(folder, 'package.json'), '{"version":"1.0.0"}')
      const app = { name: 'mfe-weather', folder, root: folder }
      const version = appVersion(app)
      symlinkSync('me@machine.123:456', path.join(folder, '.#page.tsx'))
      expect(appVersion(app)).toBe(version)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
