import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { App } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'
import { ReleaseRefused } from './release-refused.ts'

const TSC = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
/** Where the compiler's notes are kept: what has not changed is not checked again. */
const NOTES = 'dist/types'
const DEADLINE_MS = 120_000
/** Lines of the compiler's report that are shown. */
const SHOWN_LINES = 20

const run = promisify(execFile)

/**
 * Check the types of a remote's sources, tests left out, in a process of its own.
 * @throws ReleaseRefused with the compiler's report
 */
export async function checkTypes({ name, folder, root }: App): Promise<void> {
  const notes = path.join(root, NOTES)
  const project = path.join(notes, `${name}.json`)
  mkdirSync(notes, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: { incremental: true, tsBuildInfoFile: `./${name}.tsbuildinfo`, types: ['node'] },
      files: [path.join(ROOT, 'shared/ui/css-modules.d.ts')],
      include: [`${folder}/**/*`],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/node_modules'].map((place) => path.join(root, place)),
    }),
  )
  try {
    await run(process.execPath, [TSC, '-p', project, '--pretty', 'false'], {
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
