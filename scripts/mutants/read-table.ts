import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A small change of the code for which a test must fail. */
export interface Mutant {
  /** Row of docs/conformance.md whose statement becomes untrue by the change. */
  readonly row: string
  readonly file: string
  /** The text to replace; the file contains it exactly once. */
  readonly from: string
  readonly to: string
  /** The test file to run; null for those of the row, without its journeys, one after the other. */
  readonly suite: string | null
  /** Where the mutant is written: `table:line`. */
  readonly position: string
}

const ROW = /^(?:\d\.\d+|[a-z]+-\d+)$/

/** Every mutant of the tables in a folder, in the order in which they are written. */
export const readTables = (folder: string): readonly Mutant[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.mutants'))
    .toSorted()
    .flatMap((name) => readTable(readFileSync(path.join(folder, name), 'utf8'), name))

/**
 * Read one table. `=== FILE` names the file that the mutants below it change. A mutant is a line with its row, or several,
 * and optionally a test file; then the text to replace, each line after `- `, and its replacement, each line after `+ `.
 * Lines that begin with `#` are comments.
 * @throws Error for a line that is none of these
 */
export function readTable(text: string, name: string): readonly Mutant[] {
  const mutants: Mutant[] = []
  let file = ''
  let block: string[] = []
  const endBlock = (line: number) => {
    if (block.length > 0) mutants.push(...readBlock(block, file, `${name}:${line - block.length}`))
    block = []
  }
  const lines = `${text}\n`.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('=== ')) file = line.slice(4).trim()
    else if (line.trim() === '') endBlock(index + 1)
    else if (!line.startsWith('#')) block.push(line)
  }
  return mutants
}

function readBlock(
  [head = '', ...changes]: readonly string[],
  file: string,
  position: string,
): readonly Mutant[] {
  const words = head.trim().split(/\s+/)
  const rows = words.filter((word) => ROW.test(word))
  const [suite = null, ...others] = words.filter((word) => !ROW.test(word))
  const from = linesAfter('-', changes)
  const to = linesAfter('+', changes)
  const isWhole = changes.every((line) => /^[-+](?: |$)/.test(line)) && others.length === 0
  if (!isWhole || rows.length === 0 || from === '' || file === '')
    throw new Error(`${position}: no mutant, which is a row, "- " and "+ " lines, below a line "=== FILE"`)
  return rows.map((row) => ({ row, file, from, to, suite, position }))
}

const linesAfter = (sign: string, lines: readonly string[]): string =>
  lines
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(2))
    .join('\n')
