import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A program of the machine that suites start a server of their own from. `npm test` installs it where it may. */
export interface SystemProgram {
  readonly name: string
  /** Debian's and Ubuntu's packages that bring it. */
  readonly packages: readonly string[]
  /** Whether it is there with everything that the suites need of it. */
  readonly isThere: (env?: NodeJS.ProcessEnv) => boolean
}

/** A program that cannot answer within this does not work. */
const ANSWER_TIMEOUT_MS = 20_000

const succeeds = (program: string, args: readonly string[], env = process.env): boolean =>
  spawnSync(program, args, { env, stdio: 'ignore', timeout: ANSWER_TIMEOUT_MS }).status === 0

export const REDIS: SystemProgram = {
  name: 'Redis',
  packages: ['redis-server'],
  isThere: (env) => succeeds('redis-server', ['--version'], env),
}

/** Varnish with xkey, which is in a package of its own: one without the other cannot read our configuration. */
export const VARNISH: SystemProgram = {
  name: 'Varnish',
  packages: ['varnish', 'varnish-modules'],
  isThere: (env) => compiles('vcl 4.1;\nimport xkey;\nbackend default none;\n', env),
}

function compiles(vcl: string, env?: NodeJS.ProcessEnv): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'vcl-'))
  try {
    // It gives up its rights before it reads.
    chmodSync(folder, 0o755)
    const file = path.join(folder, 'probe.vcl')
    writeFileSync(file, vcl)
    return succeeds('varnishd', ['-C', '-f', file], env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `describe` for a suite that needs a program. Without it the suite is skipped, which `npm test` counts and names. */
export const describeWith = (
  program: SystemProgram,
  env?: NodeJS.ProcessEnv,
): typeof describe | typeof describe.skip => (program.isThere(env) ? describe : describe.skip)
