import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeWith, REDIS, VARNISH } from './system-programs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-programs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An environment in which a program of this name runs the script. */
function withProgram(program: string, script: string): NodeJS.ProcessEnv {
  writeFileSync(path.join(folder, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { PATH: `${folder}${path.delimiter}${process.env.PATH}` }
}

describe('programs that suites need (CONTRIBUTING.md, Test)', () => {
  it('takes a Varnish without its modules for none', () => {
    // The third argument is the file to compile.
    expect(VARNISH.isThere(withProgram('varnishd', 'grep -q xkey "$3" && exit 2'))).toBe(false)
    expect(VARNISH.isThere(withProgram('varnishd', 'grep -q xkey "$3"'))).toBe(true)
  })

  it('skips a suite whose program is not there or does not work', () => {
    expect(describeWith(REDIS, { PATH: folder })).toBe(describe.skip)
    expect(describeWith(REDIS, withProgram('redis-server', 'exit 1'))).toBe(describe.skip)
    expect(describeWith(REDIS, withProgram('redis-server', 'exit 0'))).toBe(describe)
  })
})
