import path from 'node:path'
import { rspack } from '@rspack/core'
import { builds } from '../../rspack.config.ts'
import type { AppName } from './apps.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')

/** Build the given apps for every target. @throws Error with the compiler's own messages. */
export async function runRspack(apps: readonly AppName[]): Promise<void> {
  const compiler = rspack(apps.flatMap((app) => builds({ app })))
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

/** Where a build's files are before they are packed into a release. */
export const distFolder = (app: AppName): string => path.join(dist, app)
