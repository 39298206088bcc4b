/** Worker thread of `npm run dev` that checks types, and changed files by the lint rules that need no types. */
import { watch } from 'node:fs'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import ts from 'typescript'
import { appsHere } from '../build/apps.ts'
import { writeTypesProject } from '../build/types-project.ts'
import { ROOT } from '../paths/root.ts'
import { locationOf, type Problem } from './problems.ts'

/** A message of this thread: all current problems of one of its checks. */
export interface Found {
  readonly source: 'types' | 'lint'
  readonly problems: readonly Problem[]
}

/** Waiting time after a change, in milliseconds, because editors write a file in several steps. */
const SETTLE_MS = 60
const FOLDERS = ['shared', ...appsHere().map(({ name }) => name)]

const send = (found: Found): void => parentPort?.postMessage(found)

checkTypes()
lintWhatChanges()

/** The compiler checks everything once, and then only changes; its incremental state is stored for the next start. */
function checkTypes(): void {
  const project = writeTypesProject({
    root: ROOT,
    name: 'dev',
    folders: FOLDERS.map((folder) => path.join(ROOT, folder)),
    exclude: ['**/testing'],
  })
  let problems: Problem[] = []
  const host = ts.createWatchCompilerHost(
    project,
    {},
    ts.sys,
    ts.createSemanticDiagnosticsBuilderProgram,
    (diagnostic) => problems.push(problemOf(diagnostic)),
    () => undefined,
  )
  const { afterProgramCreate } = host
  host.afterProgramCreate = (program) => {
    problems = []
    afterProgramCreate?.(program)
    send({ source: 'types', problems })
  }
  ts.createWatchProgram(host)
}

function problemOf({ file, start, code, messageText }: ts.Diagnostic): Problem {
  const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : undefined
  return {
    kind: 'types',
    ...(file && locationOf(file.fileName, line)),
    message: `${ts.flattenDiagnosticMessageText(messageText, '\n')} (TS${code})`,
  }
}

function lintWhatChanges(): void {
  const eslint = new ESLint({ cwd: ROOT, overrideConfig: [tseslint.configs.disableTypeChecked] })
  const found = new Map<string, readonly Problem[]>()
  const changed = new Set<string>()
  const lint = async (): Promise<void> => {
    const files = [...changed]
    changed.clear()
    for (const file of files) found.delete(file)
    for (const { filePath, messages } of await eslint.lintFiles(files))
      found.set(
        filePath,
        messages.map(({ line, message, ruleId }) => ({
          kind: 'lint',
          ...locationOf(filePath, line),
          message: ruleId ? `${message} (${ruleId})` : message,
        })),
      )
    send({ source: 'lint', problems: [...found.values()].flat() })
  }
  let work = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  for (const folder of FOLDERS)
    watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => {
      if (!name || !/\.tsx?$/.test(name) || name.includes('node_modules')) return
      changed.add(path.join(ROOT, folder, name))
      clearTimeout(timer)
      timer = setTimeout(() => void (work = work.then(lint).catch(report)), SETTLE_MS)
    })
}

/** A file that was removed before it was linted is ignored. Other errors are printed, and the next change tries again. */
function report(thrown: unknown): void {
  if (thrown instanceof Error && /No files matching/.test(thrown.message)) return
  process.stderr.write(`lint: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
}
