import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from './conformance-page.ts'
import type { Mutant } from './read-table.ts'

/** A row that needs no mutant, the reason, and where that is written. */
export interface Exception {
  readonly row: string
  readonly reason: string
  /** `file:line`. */
  readonly position: string
}

/** The rows of the conformance page by whether a mutant tests them. */
export interface Covered {
  /** Rows that are built, completely, partly or differently. */
  readonly rows: number
  readonly withMutant: number
  readonly excepted: number
  /** Rows with neither a mutant nor an exception. */
  readonly without: readonly Row[]
  /** Invalid exceptions: of rows that have a mutant, are not built, or do not exist. */
  readonly problems: readonly string[]
}

/**
 * Every exception of the `.rows` files in a folder. A line has the numbers of rows, a colon and the reason; lines that begin
 * with `#` are comments.
 * @throws Error for a line that is none of these
 */
export const readExceptions = (folder: string): readonly Exception[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.rows'))
    .flatMap((name) => readRows(readFileSync(path.join(folder, name), 'utf8'), name))

const readRows = (text: string, name: string): readonly Exception[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const position = `${name}:${index + 1}`
    const [, rows = '', reason = ''] = /^([^:]+): (.+)$/.exec(line) ?? []
    if (reason === '') throw new Error(`${position}: no exception, which is rows, a colon and a reason`)
    return rows.split(/\s+/).map((row) => ({ row, reason, position }))
  })

/** Find the rows without a mutant and without an exception. */
export function coverRows(
  rows: readonly Row[],
  mutants: readonly Mutant[],
  exceptions: readonly Exception[],
): Covered {
  const changed = new Set(mutants.map(({ row }) => row))
  const excepted = new Set(exceptions.map(({ row }) => row))
  const built = rows.filter(({ state }) => state?.kind !== 'not built')
  const ids = new Set(built.map(({ id }) => id))
  const open = built.filter(({ id }) => !changed.has(id))
  return {
    rows: built.length,
    withMutant: built.length - open.length,
    excepted: open.filter(({ id }) => excepted.has(id)).length,
    without: open.filter(({ id }) => !excepted.has(id)),
    problems: exceptions.flatMap(({ row, position }) => {
      if (!ids.has(row)) return [`${position} ${row}: the page has no such row, or it is not built`]
      return changed.has(row) ? [`${position} ${row}: it has a mutant, so it is no exception`] : []
    }),
  }
}
