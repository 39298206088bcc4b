import { TEST_LIMITS } from './limits.ts'
import { startSite } from './start-site.ts'

/** Start one site for all journeys; Playwright calls the returned function after the last one. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.SITE_URL !== undefined) return async () => undefined
  process.env.TESSERA_LIMITS ??= JSON.stringify(TEST_LIMITS)
  const site = await startSite()
  process.env.SITE_URL = site.url
  process.env.PLATFORM_URL = site.platformUrl
  return site.stop
}
