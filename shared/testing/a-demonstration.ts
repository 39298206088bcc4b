import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Platform, PlatformOptions } from '@tessera/platform/create-platform'

const SEED = fileURLToPath(new URL('../../platform/content', import.meta.url))

/**
 * The embedded platform with the demonstration content, in this process and in a folder of its own, not listening yet. With the
 * environment variable TESSERA_TEST_DATA (a folder; `npm test` sets it) the content is imported once and copied for each platform.
 */
export async function aDemonstration(webhooks: PlatformOptions['webhooks'] = []): Promise<Platform> {
  // Imported on demand: most users of these helpers need no platform, and it starts threads.
  const { createPlatform } = await import('@tessera/platform/create-platform')
  const shared = process.env['TESSERA_TEST_DATA']
  if (shared === undefined) return createPlatform({ dataDir: ':memory:', seed: SEED, webhooks })
  const imported = path.join(shared, 'demonstration')
  if (!existsSync(imported)) await importInto(imported)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'demonstration-'))
  cpSync(imported, dataDir, { recursive: true })
  const platform = await createPlatform({ dataDir, webhooks })
  return {
    ...platform,
    async close() {
      await platform.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Import the content into a folder atomically, by a rename, because other suites check for it at the same time. */
async function importInto(folder: string): Promise<void> {
  const { createPlatform } = await import('@tessera/platform/create-platform')
  const dataDir = mkdtempSync(`${folder}-`)
  await (await createPlatform({ dataDir, seed: SEED })).close()
  try {
    renameSync(dataDir, folder)
  } catch (error) {
    // Another suite has created the folder first; its content is the same.
    if (!existsSync(folder)) throw error
    rmSync(dataDir, { recursive: true, force: true })
  }
}
