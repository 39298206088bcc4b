import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { runStep } from './run-step.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-step-'))
afterAll(() => rmSync(folder, { recursive: true }))

const node = (code: string, timeoutMs = 20_000) =>
  runStep({ program: process.execPath, args: ['-e', code], timeoutMs })

async function isAlive(pid: number): Promise<boolean> {
  const child = spawn('ps', ['-o', 'stat=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
  let state = ''
  child.stdout.on('data', (chunk: Buffer) => (state += chunk.toString()))
  await once(child, 'close')
  return state.trim() !== '' && !state.startsWith('Z')
}

/** A process that was told to end needs a moment for it. */
async function expectGone(pidFile: string): Promise<void> {
  const pid = Number(readFileSync(pidFile, 'utf8'))
  await until(async () => !(await isAlive(pid)))
}

/** A program that starts another one, which would run for ever, and says its process id. */
const withChild = (pidFile: string, then: string) => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' })
  require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid))
  ${then}`

describe('a step of npm test', () => {
  it('ends as its program ends', async () => {
    await expect(node('process.exit(3)')).resolves.toEqual({ code: 3, isTimedOut: false, output: '' })
  })

  it('fails when its program does not exist', async () => {
    const end = await runStep({ program: path.join(folder, 'nothing'), args: [], timeoutMs: 1000 })
    expect(end.code).toBeNull()
  })

  it('is stopped when it takes too long, with everything that it started', async () => {
    const pidFile = path.join(folder, 'late.pid')
    const end = await node(withChild(pidFile, 'setInterval(() => 0, 1000)'), 3000)
    expect(end).toEqual({ code: null, isTimedOut: true, output: '' })
    await expectGone(pidFile)
  })

  it('gives what it has printed, where it runs beside others and something that it started does too', async () => {
    const pidFile = path.join(folder, 'beside.pid')
    const code = withChild(
      pidFile,
      'console.log("one"); console.error("two"); process.exitCode = 1; child.unref()',
    )
    const step = {
      program: process.execPath,
      args: ['-e', code.replace("'ignore'", "'inherit'")],
      timeoutMs: 20_000,
    }
    const end = await runStep({ ...step, isBesideOthers: true })
    expect({ ...end, output: end.output.split('\n').toSorted() }).toEqual({
      code: 1,
      isTimedOut: false,
      output: ['', 'one', 'two'],
    })
    await expectGone(pidFile)
  })

  it('leaves nothing behind when it ends by itself', async () => {
    const pidFile = path.join(folder, 'left.pid')
    await node(withChild(pidFile, 'process.exit(0)'))
    await expectGone(pidFile)
  })
})
