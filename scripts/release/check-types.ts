import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../paths/root.ts'
import { ReleaseRefused } from './release-refused.ts'

const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc')
/** Where the compiler's notes are kept: what has not changed is not checked again. */
const NOTES = path.join(ROOT, 'dist/types')
const DEADLINE_MS = 120_000
/** Lines of the compiler's report that are shown. */
const SHOWN_LINES = 20

const run = promisify(execFile)

/**
 * Check the types of a remote's sources, tests left out, in a process of its own.
 * @throws ReleaseRefused with the compiler's report
 */
export async function checkTypes(app: string): Promise<void> {
  const project = path.join(NOTES, `${app}.json`)
  mkdirSync(NOTES, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { incremental: true, tsBuildInfoFile: `./${app}.tsbuildinfo`, types: ['node'] },
      include: [`../../${app}/**/*`, '../../shared/ui/css-modules.d.ts'],
      exclude: ['../../**/*.test.ts', '../../**/*.test.tsx', '../../**/node_modules'],
    }),
  )
  try {
    await run(process.execPath, [TSC, '-p', project, '--pretty', 'false'], {
      cwd: ROOT,
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
