import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from './conformance-page.ts'
import type { Mutant } from './read-table.ts'

/** A mutant that can be tried: its text was found, and its row has a test. */
export interface Trial extends Mutant, RowSuite {
  readonly suite: string
  /** The row's other test files, which are tried in turn while none fails; none for a mutant that names its test file. */
  readonly others: readonly RowSuite[]
}

/** A test file of a row. */
interface RowSuite {
  readonly suite: string
  /** Titles of the row's tests in that file; one of them has to fail. */
  readonly titles: readonly string[]
}

/** A mutant that cannot be tried, and the reason. */
export interface Stale {
  readonly mutant: Mutant
  readonly problem: string
  /** Other product files that contain its text exactly once. */
  readonly foundIn: readonly string[]
  /** Other test files of its row, when the one that it names is not among them. */
  readonly suites: readonly string[]
}

/** The mutants that can be tried, and those that cannot. */
export interface Checked {
  readonly trials: readonly Trial[]
  readonly stale: readonly Stale[]
}

/** Check mutants against the code below `root` and the rows of the conformance page. */
export function checkMutants(mutants: readonly Mutant[], rows: readonly Row[], root: string): Checked {
  const sources = sourceReader(root)
  const trials: Trial[] = []
  const stale: Stale[] = []
  for (const mutant of mutants) {
    const count = sources.countIn(mutant.file, mutant.from)
    if (count !== 1) {
      const foundIn = sources.filesWith(mutant.from).filter((file) => file !== mutant.file)
      stale.push({ mutant, problem: `${problemOf(count)} in ${mutant.file}`, foundIn, suites: [] })
      continue
    }
    const row = rows.find(({ id }) => id === mutant.row)
    const trial = trialOf(mutant, row)
    const suites = row?.tests.map(({ file }) => file) ?? []
    if (typeof trial === 'string') stale.push({ mutant, problem: trial, foundIn: [], suites })
    else trials.push(trial)
  }
  return { trials, stale }
}

const problemOf = (count: number | null): string => {
  if (count === null) return 'its text is not there, for there is no file'
  return count === 0 ? 'its text is not there' : `its text is there ${count} times`
}

/** A journey needs a built site and a browser, which is too slow for every mutant. */
const isJourney = (file: string): boolean => file.endsWith('.e2e.ts')

/** A trial, or the problem with the row or the test file that a mutant names. */
function trialOf(mutant: Mutant, row: Row | undefined): Trial | string {
  if (row === undefined) return `docs/conformance.md has no row ${mutant.row}`
  if (row.state?.kind === 'not built') return `row ${row.id} is not built`
  const tests = row.tests.filter(({ file }) => !isJourney(file))
  const suites = mutant.suite === null ? [...new Set(tests.map(({ file }) => file))] : [mutant.suite]
  const [first, ...others] = suites.map((suite): RowSuite => {
    const titles = tests.filter(({ file }) => file === suite).map(({ title }) => title)
    return { suite, titles }
  })
  if (first === undefined) return `row ${row.id} is held by journeys alone, which no mutant is tried with`
  if (first.titles.length === 0) return `row ${row.id} names no test in ${first.suite}, or it is a journey`
  return { ...mutant, ...first, others }
}

interface SourceReader {
  /** How many times a file contains a text; null when the file does not exist. */
  countIn(file: string, text: string): number | null
  /** The product files that contain a text exactly once. */
  filesWith(text: string): readonly string[]
}

const PRODUCT = /^(?:shell|shared|platform|deploy|mfe-[^/]+)$/
const IS_SOURCE = /(?<!\.test|\.e2e)\.(?:ts|tsx|css|vcl)$/

function sourceReader(root: string): SourceReader {
  const read = new Map<string, string | null>()
  let files: readonly string[] | null = null
  const countIn = (file: string, text: string): number | null => {
    const absolute = path.join(root, file)
    const source = read.get(file) ?? (existsSync(absolute) ? readFileSync(absolute, 'utf8') : null)
    read.set(file, source)
    return source === null ? null : source.split(text).length - 1
  }
  return {
    countIn,
    filesWith(text) {
      files ??= readdirSync(root)
        .filter((name) => PRODUCT.test(name))
        .flatMap((name) => filesBelow(root, name))
      return files.filter((file) => countIn(file, text) === 1)
    },
  }
}

const filesBelow = (root: string, folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const name = path.posix.join(folder, item.name)
    if (item.isDirectory()) return item.name === 'node_modules' ? [] : filesBelow(root, name)
    return IS_SOURCE.test(item.name) ? [name] : []
  })

/**
 * Update the paths of moved files in the tables of a folder. The heading of a file is changed when all of its mutants have
 * lost their text and all are found in one other file; a test file when its row has one of the same name in another place.
 * Gives the changes, as `from → to`.
 */
export function fixPaths(
  { stale }: Pick<Checked, 'stale'>,
  all: readonly Mutant[],
  folder: string,
): readonly string[] {
  const moves = [...new Map([...movedFiles(stale, all), ...movedSuites(stale)])]
  for (const name of readdirSync(folder)) {
    const table = path.join(folder, name)
    const text = readFileSync(table, 'utf8')
    const written = moves.reduce(
      (sum, [from, to]) =>
        sum.replaceAll(`=== ${from}\n`, `=== ${to}\n`).replaceAll(` ${from}\n`, ` ${to}\n`),
      text,
    )
    if (written !== text) writeFileSync(table, written)
  }
  return moves.map(([from, to]) => `${from} → ${to}`)
}

type Move = readonly [from: string, to: string]

const movedFiles = (stale: readonly Stale[], all: readonly Mutant[]): readonly Move[] =>
  [...new Set(stale.map(({ mutant }) => mutant.file))].flatMap((file) => {
    const own = stale.filter(({ mutant }) => mutant.file === file)
    if (own.length < all.filter((mutant) => mutant.file === file).length) return []
    const files = own.map(({ foundIn }) => foundIn)
    const to = files[0]?.filter((file) => files.every((found) => found.includes(file))) ?? []
    return to.length === 1 && to[0] !== undefined ? [[file, to[0]] as const] : []
  })

const movedSuites = (stale: readonly Stale[]): readonly Move[] =>
  stale.flatMap(({ mutant: { suite }, suites }) => {
    const to =
      suite === null ? undefined : suites.find((file) => path.basename(file) === path.basename(suite))
    return suite === null || to === undefined ? [] : [[suite, to] as const]
  })
