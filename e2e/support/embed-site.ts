import { startHost, type HostSite } from './host-site.ts'
import { startShell, type TestShell } from './start-shell.ts'
import { test as base } from './test.ts'

/** A site with the demonstration content, and another site that may embed parts of it. */
export interface EmbedSite extends TestShell {
  readonly host: HostSite
}

/** Journeys of pages of other sites. The tests of one worker share one site and one host. */
export const embedTest = base.extend<object, { embedSite: EmbedSite }>({
  embedSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const host = await startHost()
      const shell = await startShell({
        options: () => ({
          site: { embedOrigins: [host.url], forms: { requestsPerMinute: 0, postsPerHour: 0 } },
        }),
      })
      await use({ ...shell, host })
      await host.stop()
      await shell.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
