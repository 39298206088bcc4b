import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { ownCalls } from './own-calls.ts'

/** Something that is wrong with a site in development, as its pages show it. */
export interface Problem {
  /** What has found it. */
  readonly kind: 'build' | 'types' | 'lint' | 'server' | 'page'
  /** The remote it is in, or `shell`, `shared`, `platform`; absent where that is not known. */
  readonly app?: string | undefined
  /** Below the root, with its line: `mfe-forms/ui/field.tsx:12`. */
  readonly file?: string | undefined
  readonly message: string
  /** Lines of code, the innermost first. */
  readonly stack?: string | undefined
}

/** All that is wrong, by where it comes from: each source says anew what it finds, and nothing once all is well. */
export interface Problems {
  readonly set: (source: string, found: readonly Problem[]) => void
  /** Forget what sources have said whose names begin so. */
  readonly forget: (prefix: string) => void
  readonly all: () => readonly Problem[]
  /** Be told everything that is wrong, each time that it has changed. */
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

/** Where a file of the checkout is, as a problem says it. `line` counts from 1. */
export function placeOf(file: string, line?: number): Pick<Problem, 'app' | 'file'> {
  const below = path.relative(ROOT, file).replaceAll(path.sep, '/')
  const [folder = ''] = below.split('/')
  return {
    ...(APP.test(folder) && { app: folder }),
    file: line === undefined ? below : `${below}:${line}`,
  }
}

/** An error that the server has met in the code of an app. */
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
