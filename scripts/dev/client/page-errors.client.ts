import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import type { Problem } from '../problems.ts'

/** A call in a stack trace: the address of a script of the dev server, line and column. */
const CALL = /((?:https?:\/\/[^\s()]+)?\/_dev\/[^\s():]+):(\d+):(\d+)/

/**
 * Report the errors of an open page with the places in the sources that their stack traces lead to: uncaught errors, and errors that
 * are logged to the console, as React does for what a slot throws while rendering.
 */
export function watchErrors(
  page: Window & { readonly console: Console },
  onError: (problem: Problem) => void,
): void {
  const report = (thrown: unknown) =>
    void describe(thrown).then(onError, () => onError({ kind: 'page', message: String(thrown) }))
  page.addEventListener('error', ({ error }) => {
    if (error) report(error)
  })
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  const { console } = page
  const write = console.error.bind(console)
  console.error = (...values: unknown[]) => {
    write(...values)
    const error = values.find((value) => value instanceof Error)
    if (error) report(error)
  }
}

async function describe(thrown: unknown): Promise<Problem> {
  const isError = thrown instanceof Error
  const message = isError ? `${thrown.name}: ${thrown.message}` : String(thrown)
  const lines = isError ? (thrown.stack ?? '').split('\n').filter((line) => CALL.test(line)) : []
  const calls = (await Promise.all(lines.map(callOf))).filter((call) => call !== null)
  const [first] = calls
  return {
    kind: 'page',
    message,
    ...(first && { file: first.file, app: first.app, stack: calls.map(({ text }) => text).join('\n') }),
  }
}

interface Call {
  readonly file: string
  readonly app: string
  readonly text: string
}

/** The place of a call in the sources; null for a call in a package. */
async function callOf(line: string): Promise<Call | null> {
  const [, script = '', at = '', column = ''] = CALL.exec(line) ?? []
  const map = await (await fetch(`${script}.map`)).text()
  const found = originalPositionFor(new TraceMap(map), { line: Number(at), column: Number(column) - 1 })
  const [, path] = /\/((?:shell|shared|mfe-[\w-]+)\/.+)$/.exec(found.source ?? '') ?? []
  if (!path || path.includes('node_modules')) return null
  const file = `${path}:${found.line ?? 0}`
  const name = /^\s*at ([^(]+) \(/.exec(line)?.[1]
  return { file, app: path.split('/')[0] ?? '', text: name ? `at ${name} (${file})` : `at ${file}` }
}
