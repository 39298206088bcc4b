import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../paths/root.ts'
import type { App } from './apps.ts'

/** Has the same extension as this file, because an installed kit has both as JavaScript. */
const CONFIG = path.join(ROOT, `rspack.config${path.extname(import.meta.filename)}`)
const CLI = fileURLToPath(new URL('../bin/rspack.js', import.meta.resolve('@rspack/cli')))

/** Build apps for every target into a folder, by rspack.config.ts. @throws Error with the compiler's own messages */
export async function runRspack(apps: readonly App[], output: string): Promise<void> {
  const env = [`folder=${apps.map(({ folder }) => folder).join(',')}`, `output=${output}`].flatMap(
    (value) => ['--env', value],
  )
  const { code, text } = await run([CLI, 'build', '--config', CONFIG, ...env])
  if (code !== 0) throw new Error(text.trim() || `rspack ended with ${code ?? 'a signal'}`)
}

/** Run the compiler in a process of its own, so that its memory and handles end with it. */
function run(args: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    const end = () => void child.kill()
    process.once('exit', end)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', end)
      resolve({ code, text })
    })
  })
}
