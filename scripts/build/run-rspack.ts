import { rspack } from '@rspack/core'
import { builds } from '../../rspack.config.ts'
import type { AppName } from './apps.ts'

/** Build apps for every target, each as the given version, below a folder. @throws Error with the compiler's own messages. */
export async function runRspack(versions: ReadonlyMap<AppName, string>, output: string): Promise<void> {
  const named = Object.fromEntries(versions)
  const compiler = rspack([...versions.keys()].flatMap((app) => builds({ app, output, versions: named })))
  try {
    await new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error) reject(error)
        else if (stats?.hasErrors())
          reject(new Error(stats.toString({ preset: 'errors-only', colors: false })))
        else resolve()
      })
    })
  } finally {
    await new Promise<void>((resolve) => compiler.close(() => resolve()))
  }
}
