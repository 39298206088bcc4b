import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '../paths/root.ts'

/** The measures of the shell's layout. Source: docs/decisions/0029. */
export interface ShellStructure {
  /** Number of source files, without tests, test tools and style sheets, in the folders that the limits were set for. */
  readonly files: number
  /** Number of source files in later folders. */
  readonly laterFiles: number
  /** Pairs of folders that import each other. */
  readonly twoWayPairs: readonly string[]
  /** The longest function in physical lines, comments and blank lines included, and its place. */
  readonly longestFunction: { readonly lines: number; readonly position: string }
  /** Places where a limit on the size of functions or files is disabled. */
  readonly switchedOff: readonly string[]
}

/** Folders that later work has added: each does something that the shell did not do when the limits were set (docs/decisions/0029). */
const LATER_FOLDERS = [
  'shell/browser/analytics/',
  'shell/browser/canaries/',
  'shell/browser/override/',
  'shell/browser/share/',
  'shell/canaries/',
  'shell/features/alerts/',
  'shell/features/analytics/',
  'shell/features/embed/',
  'shell/features/forms/',
  'shell/features/override/',
  'shell/features/release-actions/',
  'shell/features/remote-data/',
  'shell/features/share-images/',
  'shell/guard/',
  'shell/metrics/',
  'shell/override/',
  'shell/release-document/',
  'shell/release-requests/',
  'shell/release-storage/',
  'shell/reports/',
  'shell/supervisor/',
]

/** Whether a file is in a later folder. */
export const isLater = (file: string): boolean => LATER_FOLDERS.some((folder) => file.startsWith(folder))

const isSource = (file: string): boolean =>
  /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|(^|\/)(testing|node_modules)\//.test(file)

const isStyleSheet = (file: string): boolean => file.endsWith('.css') && !file.includes('node_modules/')

/** All files below the shell's folder, by path below the root with forward slashes. */
const everyFile = (): readonly string[] =>
  readdirSync(path.join(ROOT, 'shell'), { recursive: true, encoding: 'utf8' })
    .map((file) => `shell/${file.replaceAll(path.sep, '/')}`)
    .toSorted()

/** Source files of the shell. */
export const shellFiles = (): readonly string[] => everyFile().filter(isSource)

/** One file imports another by a relative path. */
export interface Import {
  readonly file: string
  readonly to: string
}

/** The relative imports of the shell's source files and style sheets. */
export const shellImports = (): readonly Import[] =>
  everyFile()
    .filter((file) => isSource(file) || isStyleSheet(file))
    .flatMap((file) =>
      namesImported(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => ({ file, to: path.posix.join(path.posix.dirname(file), name) })),
    )

function namesImported(file: string): readonly string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  if (!isStyleSheet(file)) return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
  return [...text.matchAll(/@import\s+(?:url\()?['"]([^'"]+)['"]/g)].map(([, name = '']) => name)
}

/** Measure the shell's current sources. */
export function measureShell(): ShellStructure {
  const files = shellFiles()
  const sources = files.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  const functions = sources.flatMap(({ file, text }) => functionsOf(file, text))
  return {
    files: files.filter((file) => !isLater(file)).length,
    laterFiles: files.filter(isLater).length,
    twoWayPairs: twoWayPairs(shellImports()),
    longestFunction: functions.toSorted((a, b) => b.lines - a.lines)[0] ?? { lines: 0, position: '' },
    switchedOff: sources
      .filter(({ text }) => /eslint-disable[^\n]*(max-lines|complexity|max-depth)/.test(text))
      .map(({ file }) => file),
  }
}

function twoWayPairs(imports: readonly Import[]): readonly string[] {
  const pairs = imports.map(({ file, to }) => [path.posix.dirname(file), path.posix.dirname(to)])
  const arrows = new Set(pairs.filter(([from, to]) => from !== to).map((pair) => pair.join(' ')))
  const backwards = (arrow: string) => arrow.split(' ').toReversed().join(' ')
  return [...arrows].filter((arrow) => arrow < backwards(arrow) && arrows.has(backwards(arrow)))
}

function functionsOf(file: string, text: string): readonly ShellStructure['longestFunction'][] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: ShellStructure['longestFunction'][] = []
  const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = lineOf(node.getStart(source))
      found.push({ lines: lineOf(node.end) - start + 1, position: `${file}:${start + 1}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
