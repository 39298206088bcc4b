import { createRequire } from 'node:module'
import path from 'node:path'
import { ROOT } from '../scripts/paths/root.ts'

/** A package as a workspace of ours has it: the floor stands on the very same fastify, undici and pino as the shell. */
export function packagesOf(workspace: string): <T>(name: string) => T {
  const load = createRequire(path.join(ROOT, workspace, 'package.json'))
  return <T>(name: string) => load(name) as T
}
