import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** An installed program that suites start, most of them as a server of their own. `npm test` installs it where it may. */
export interface SystemProgram {
  readonly name: string
  /** The packages of Debian and Ubuntu that contain it. */
  readonly packages: readonly string[]
  /** Whether it is installed with everything that the suites need. */
  readonly isThere: (env?: NodeJS.ProcessEnv) => boolean
}

/** A program that does not answer within this time, in milliseconds, does not work. */
const ANSWER_TIMEOUT_MS = 20_000

const succeeds = (program: string, args: readonly string[], env = process.env): boolean =>
  spawnSync(program, args, { env, stdio: 'ignore', timeout: ANSWER_TIMEOUT_MS }).status === 0

export const REDIS: SystemProgram = {
  name: 'Redis',
  packages: ['redis-server'],
  isThere: (env) => succeeds('redis-server', ['--version'], env),
}

/** Makes the certificate of a test's own https server. */
export const OPENSSL: SystemProgram = {
  name: 'OpenSSL',
  packages: ['openssl'],
  isThere: (env) => succeeds('openssl', ['version'], env),
}

/** Varnish with xkey, which has a package of its own: without it Varnish cannot read our configuration. */
export const VARNISH: SystemProgram = {
  name: 'Varnish',
  packages: ['varnish', 'varnish-modules'],
  isThere: (env) => compiles('vcl 4.1;\nimport xkey;\nbackend default none;\n', env),
}

function compiles(vcl: string, env?: NodeJS.ProcessEnv): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'vcl-'))
  try {
    // It drops its privileges before it reads the file.
    chmodSync(folder, 0o755)
    const file = path.join(folder, 'probe.vcl')
    writeFileSync(file, vcl)
    return succeeds('varnishd', ['-C', '-f', file], env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `describe` for a suite that needs a program. Without the program the suite is skipped, which `npm test` counts and reports. */
export const describeWith = (
  program: SystemProgram,
  env?: NodeJS.ProcessEnv,
): typeof describe | typeof describe.skip => (program.isThere(env) ? describe : describe.skip)
