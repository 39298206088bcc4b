/** `npm run forms -- list | show | count | export | prune | remove`: the posts of forms on the embedded platform. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fromTerminal, ROOT } from './paths/root.ts'

const DATA = '--data'

/** The arguments without the option for the site's data folder, and that folder. */
function withoutData(args: readonly string[]): readonly [rest: readonly string[], dataDir: string] {
  const at = args.indexOf(DATA)
  const named = at < 0 ? undefined : args[at + 1]
  if (named === undefined) return [args, path.join(ROOT, '.data')]
  return [[...args.slice(0, at), ...args.slice(at + 2)], fromTerminal(named)]
}

const [rest, dataDir] = withoutData(process.argv.slice(2))
const args = [
  path.join(ROOT, 'platform/main.server.ts'),
  'forms',
  ...rest,
  DATA,
  path.join(dataDir, 'platform'),
]
const child = spawn(process.execPath, args, { cwd: fromTerminal('.'), stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
