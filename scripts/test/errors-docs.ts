import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format } from 'prettier'

/** One code that our software can throw. */
export interface ErrorRow {
  readonly code: string
  readonly status: number | null
  readonly message: string | null
  /** The table's file, from the project's root. */
  readonly file: string
}

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The page that lists every code. */
export const ERRORS_PAGE = join(ROOT, 'docs/errors.md')

const CODE = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/
const SKIPPED = ['node_modules', 'dist', 'releases', '.node', '.data', '.git']

const INTRO = `# Errors

Every error that the product throws on purpose carries a code, \`package/kebab-case\`. Codes are for logs and for whoever reads them;
visitors read the texts of \`messages/\`. The status is the HTTP status that the error stands for, where it stands for one.
\`app/unexpected\` stands for anything that was thrown without a code.

This page is made from the \`errors.ts\` tables by \`node scripts/test/errors-docs.ts\`; a test keeps it equal to them.
`

/** Every row of every exported table in every errors.ts, in the order of their codes. */
export async function collectErrors(root: string): Promise<readonly ErrorRow[]> {
  const files = globSync('**/errors.ts', { cwd: root, exclude: (name) => SKIPPED.includes(name) })
  const tables = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(pathToFileURL(join(root, file)).href)) as Readonly<
        Record<string, unknown>
      >
      return Object.values(exported).flatMap((table) => rowsOf(table, file))
    }),
  )
  return tables.flat().toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** The page for these rows: a section for each package, by the part of the code before the slash. */
export async function errorsPage(rows: readonly ErrorRow[]): Promise<string> {
  const sections = Map.groupBy(rows, ({ code }) => code.slice(0, code.indexOf('/')))
  const text = [INTRO, ...[...sections].map(([name, own]) => section(name, own))].join('\n')
  return format(text, { parser: 'markdown' })
}

function section(name: string, rows: readonly ErrorRow[]): string {
  const files = [...new Set(rows.map(({ file }) => `\`${file}\``))].join(', ')
  const lines = rows.map(
    ({ code, status, message }) => `| \`${code}\` | ${status ?? '–'} | ${message ?? '–'} |`,
  )
  return [
    `## ${name}`,
    '',
    `Defined in ${files}.`,
    '',
    '| Code | Status | Meaning |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

function rowsOf(table: unknown, file: string): readonly ErrorRow[] {
  if (typeof table !== 'object' || table === null) return []
  return Object.entries(table).flatMap(([code, value]) => (CODE.test(code) ? [rowOf(code, value, file)] : []))
}

/** A row is a status, or a message with or without one. */
function rowOf(code: string, value: unknown, file: string): ErrorRow {
  if (typeof value === 'number') return { code, status: value, message: null, file }
  const { message, status } = value as { readonly message?: string; readonly status?: number }
  return { code, status: status ?? null, message: message ?? null, file }
}

if (import.meta.main) writeFileSync(ERRORS_PAGE, await errorsPage(await collectErrors(ROOT)))
