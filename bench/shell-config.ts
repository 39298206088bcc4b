import { RELEASE_KEY, RELEASES } from '../scripts/release/releases-folder.ts'
import { claimPort } from '../scripts/start/ports.ts'
import type { SeedAccess } from '../scripts/start/seed-access.ts'

/** Releases are never polled, so that none goes live during a measurement. */
const NEVER_MS = 3_600_000

interface ConfigOptions {
  readonly dataDir: string
  readonly platformUrl: string
  readonly access: SeedAccess
  readonly limits?: Readonly<Record<string, number>>
}

/** The configuration of a shell on a free port that serves the current build. */
export async function shellConfig({
  dataDir,
  platformUrl,
  access: { projectId, accessToken, alias },
  limits = {},
}: ConfigOptions): Promise<Record<string, unknown>> {
  const port = await claimPort('port', 0)
  return {
    port,
    host: '127.0.0.1',
    publicUrl: `http://127.0.0.1:${port}`,
    platformUrl,
    projectId,
    accessToken,
    alias,
    dataDir,
    releasesDir: RELEASES,
    releaseKeyFile: `${RELEASE_KEY}.pub`,
    pollMs: NEVER_MS,
    limits,
  }
}
