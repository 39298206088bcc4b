import { RELEASE_KEY, RELEASES } from '../scripts/release/releases-folder.ts'
import { claimPort } from '../scripts/start/ports.ts'
import type { SeedAccess } from '../scripts/start/seed-access.ts'

/** No new release comes live while figures are taken. */
const NEVER_MS = 3_600_000

interface ConfigOptions {
  readonly dataDir: string
  readonly platformUrl: string
  readonly access: SeedAccess
  readonly limits?: Readonly<Record<string, number>>
}

/** What a shell on a free port is configured with that serves what has been built. */
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
