import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** Files of `shell` and `shared` whose code one uncached page runs, measured in a process of its own. Takes some seconds. */
export function pageFiles(): readonly string[] {
  const script = path.join(import.meta.dirname, 'files-of-a-page.ts')
  const printed = execFileSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { status, files } = JSON.parse(printed) as { readonly status: number; readonly files: string[] }
  if (status !== 200) throw new Error(`the page answered ${status}`)
  return files
}
