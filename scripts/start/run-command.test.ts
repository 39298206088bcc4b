import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

describe('a command whose starter has gone', () => {
  it('before it could be notified of that, starts nothing and ends', async () => {
    const script = `
      const gone = new Promise((resolve) => process.once('disconnect', resolve))
      process.send('listening')
      await gone
      const { runCommand } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'run-command.ts'))})
      setInterval(() => undefined, 1000)
      await runCommand(async () => console.log('started'))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    child.disconnect()
    const started = once(child.stdout!, 'data').then(([text]) => String(text))
    const ended = once(child, 'exit').then(([code]) => code as number)
    try {
      expect(await Promise.race([started, ended])).toBe(0)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
