import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { ownCalls } from './own-calls.ts'

/** A problem of a site in development, which its pages show. */
export interface Problem {
  /** The check that has found it. */
  readonly kind: 'build' | 'types' | 'lint' | 'server' | 'page'
  /** Its remote, or `shell`, `shared`, `platform`; absent when unknown. */
  readonly app?: string | undefined
  /** Path below the root, with the line: `mfe-forms/ui/field.tsx:12`. */
  readonly file?: string | undefined
  readonly message: string
  /** Lines of the stack trace, the innermost first. */
  readonly stack?: string | undefined
}

/** All current problems, by source: each source replaces its own list, with an empty one when nothing is wrong. */
export interface Problems {
  readonly set: (source: string, found: readonly Problem[]) => void
  /** Remove the problems of all sources whose names have a prefix. */
  readonly forget: (prefix: string) => void
  readonly all: () => readonly Problem[]
  /** Call `listener` with all problems after each change. */
  readonly follow: (listener: (all: readonly Problem[]) => void) => void
}

export function createProblems(): Problems {
  const listeners: ((all: readonly Problem[]) => void)[] = []
  const bySource = new Map<string, readonly Problem[]>()
  const all = () => [...bySource.values()].flat()
  const change = (work: () => void): void => {
    const before = JSON.stringify(all())
    work()
    if (JSON.stringify(all()) !== before) for (const listener of listeners) listener(all())
  }
  return {
    set: (source, found) => change(() => bySource.set(source, found)),
    forget: (prefix) =>
      change(() => {
        for (const source of bySource.keys()) if (source.startsWith(prefix)) bySource.delete(source)
      }),
    all,
    follow: (listener) => void listeners.push(listener),
  }
}

const APP = /^(?:mfe-[a-z]+|shell|shared|platform)$/

/** The location of a file of the checkout as problems show it. `line` counts from 1. */
export function locationOf(file: string, line?: number): Pick<Problem, 'app' | 'file'> {
  const below = path.relative(ROOT, file).replaceAll(path.sep, '/')
  const [folder = ''] = below.split('/')
  return {
    ...(APP.test(folder) && { app: folder }),
    file: line === undefined ? below : `${below}:${line}`,
  }
}

/** An error in the code of an app on the server. */
export function problemOfServer(app: string, message: string, stack: string): Problem {
  const [first, ...rest] = ownCalls(stack)
  if (!first) return { kind: 'server', app, message }
  return {
    kind: 'server',
    app,
    message,
    file: first.file,
    stack: [first, ...rest].map(({ text }) => text).join('\n'),
  }
}
