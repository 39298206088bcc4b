import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { ROOT } from '../paths/root.ts'

/** A call in a stack trace that is in the sources of the checkout. */
export interface Call {
  /** Path below the root, with the line. */
  readonly file: string
  readonly text: string
}

const PLACE = /\(?((?:file:\/\/)?\/[^()\s]+?):(\d+):(\d+)\)?$/
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;[^,]*base64,([\w+/=]+)\s*$/

/**
 * The calls of a stack trace that are in the sources of the checkout, the innermost first. Node does not apply the source maps inside
 * chunks of node builds, because these evaluate their chunks themselves.
 */
export const ownCalls = (stack: string): readonly Call[] =>
  stack.split('\n').flatMap((line) => {
    const [, address = '', at = '', column = ''] = PLACE.exec(line) ?? []
    if (!address) return []
    const { source, line: original } = sourceOf(
      address.startsWith('file:') ? fileURLToPath(address) : address,
      Number(at),
      Number(column),
    )
    const below = path.relative(ROOT, source).replaceAll(path.sep, '/')
    if (below.startsWith('..') || /(^|\/)(node_modules|dist|\.data)\//.test(below)) return []
    const file = `${below}:${original}`
    const name = /^\s*at (.+) \(/.exec(line)?.[1]
    return [{ file, text: name ? `at ${name} (${file})` : `at ${file}` }]
  })

function sourceOf(
  script: string,
  line: number,
  column: number,
): { readonly source: string; readonly line: number } {
  const [, encoded] = /\.js$/.test(script) ? (INLINE_MAP.exec(read(script)) ?? []) : []
  if (!encoded) return { source: script, line }
  const map = new TraceMap(Buffer.from(encoded, 'base64').toString())
  const found = originalPositionFor(map, { line, column: column - 1 })
  return found.source === null ? { source: script, line } : { source: found.source, line: found.line }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // a part of Node, or a removed release
  }
}
