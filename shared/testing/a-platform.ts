import type { Platform } from '@tessera/platform/create-platform'
import { readSiteConfig, type Limits, type SiteConfig } from '../config/index.ts'
import type { ContentClient } from '../contract/index.ts'
import {
  createContentClient,
  createPlatformClient,
  type ContentRequest,
  type PlatformClient,
} from '../io/index.ts'
import { aDemonstration } from './a-demonstration.ts'

/** A platform for one suite, and clients that call it over HTTP. */
export interface TestPlatform {
  readonly url: string
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  client(request?: ContentRequest): ContentClient
  close(): Promise<void>
}

/** Start the embedded platform in process on a free port, filled with the demonstration content or a seed file. */
export async function aPlatform(
  options: {
    readonly seed?: string
    readonly projectId?: string
    readonly accessToken?: string
    readonly limits?: Partial<Limits>
  } = {},
): Promise<TestPlatform> {
  const { seed, projectId = 'website', accessToken = 'larkmoor-demo-full-access', limits = {} } = options
  const platform = await (seed === undefined ? aDemonstration() : fromSeed(seed))
  const { url } = await platform.listen(0)
  const config = readSiteConfig({
    projects: [{ id: projectId, publicUrl: 'http://localhost' }],
    platform: { apiUrl: url },
    accessToken,
    languages: { supported: ['en-GB', 'cy'] },
    siteName: { 'en-GB': 'Larkmoor Council', cy: 'Cyngor Larkmoor' },
    limits,
  })
  const platformClient = createPlatformClient({ limits: config.limits })
  return {
    url,
    config,
    platformClient,
    client: (request = {}) => createContentClient({ config, platformClient, request }),
    close: async () => {
      await platformClient.close()
      await platform.close()
    },
  }
}

async function fromSeed(seed: string): Promise<Platform> {
  const { createPlatform } = await import('@tessera/platform/create-platform')
  return createPlatform({ dataDir: ':memory:', seed })
}
