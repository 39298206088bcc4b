import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { App } from '../build/apps.ts'
import { writeTypesProject } from '../build/types-project.ts'
import { ReleaseRefused } from './release-refused.ts'

/** TypeScript 7, the native compiler: it takes a third of the time (decision 0097). */
const TSC = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript-7')))
const DEADLINE_MS = 120_000
/** How many lines of the compiler's report are shown. */
const SHOWN_LINES = 20

const run = promisify(execFile)

/**
 * Check the types of a remote's sources, tests left out, in a process of its own.
 * @throws ReleaseRefused with the compiler's report
 */
export async function checkTypes({ name, folder, root }: App): Promise<void> {
  const project = writeTypesProject({ root, name, folders: [folder] })
  try {
    await run(process.execPath, [TSC, '-p', project, '--pretty', 'false', '--singleThreaded'], {
      cwd: root,
      timeout: DEADLINE_MS,
    })
  } catch (error) {
    const { stdout = '', message } = error as Error & { readonly stdout?: string }
    const lines = stdout.trim().split('\n').filter(Boolean)
    throw new ReleaseRefused({
      why: 'Its sources have type errors.',
      reasons: lines.length > 0 ? lines.slice(0, SHOWN_LINES) : [message],
      todo: 'Mend the types that the compiler names; `npx tsc -p .` checks them all.',
    })
  }
}
