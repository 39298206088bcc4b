import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../paths/root.ts'
import { editFile } from './edit-file.ts'

const run = promisify(execFile)

/** The result of a command. */
export interface Outcome {
  readonly code: number
  /** The output of both streams. */
  readonly printed: string
}

/** A remote in a repository outside this checkout. */
export interface TeamRepository {
  readonly folder: string
  /** Replace text in a file. @throws Error when the file does not contain it */
  readonly edit: (file: string, from: string, to: string) => void
  /** `npm run COMMAND -- ARGS`. */
  readonly npmRun: (command: string, ...args: readonly string[]) => Promise<Outcome>
}

/** A folder with the kit installed, from its tarballs only. */
export interface TeamFolder {
  /** `tessera-remote create`. */
  readonly create: (name: string) => Promise<TeamRepository>
  readonly remove: () => void
}

/** Pack the kit of this checkout and install it in an empty folder outside, as npm would anywhere. */
export async function aTeamFolder(): Promise<TeamFolder> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-teams-'))
  const kit = path.join(folder, 'kit')
  mkdirSync(kit)
  const { stdout } = await run(process.execPath, [path.join(ROOT, 'scripts/kit.ts'), '--to', kit])
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  // The registry is asked again before the caller's own time limit: by default npm waits five minutes for an answer.
  const retries = ['--fetch-timeout', '20000', '--fetch-retries', '4']
  const options = ['--prefer-offline', '--no-audit', '--no-fund', ...retries]
  const { code, printed } = await npm(folder, 'install', ...options, ...stdout.trim().split('\n'))
  if (code !== 0) throw new Error(printed)
  return {
    async create(name) {
      const made = await npm(folder, 'exec', '--no', '--', 'tessera-remote', 'create', name)
      if (made.code !== 0) throw new Error(made.printed)
      return repositoryAt(path.join(folder, name))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const repositoryAt = (folder: string): TeamRepository => ({
  folder,
  edit: (file, from, to) => editFile(folder, file, from, to),
  npmRun: (command, ...args) => npm(folder, 'run', command, '--', ...args),
})

/** The environment without npm's variables of the running package, and without colours. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD$|FORCE_COLOR$)/i.test(name)),
  ),
  NO_COLOR: '1',
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
}

const npm = (cwd: string, ...args: readonly string[]): Promise<Outcome> =>
  run('npm', args, { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    (error: Error & { readonly code?: number; readonly stdout?: string; readonly stderr?: string }) => ({
      code: error.code ?? 1,
      printed: `${error.stdout ?? ''}${error.stderr ?? ''}`,
    }),
  )
