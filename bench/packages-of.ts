import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from '../scripts/paths/root.ts'

/** Load a package as one of our workspaces resolves it, so that the baseline uses exactly the shell's fastify, undici and pino. */
export function packagesOf(workspace: string): <T>(name: string) => T {
  const load = createRequire(path.join(ROOT, workspace, 'package.json'))
  return <T>(name: string) => load(name) as T
}
