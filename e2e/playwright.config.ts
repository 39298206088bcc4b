import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from './support/chromium.ts'

// Kept in the environment: workers read this file again, and need not look again. Without one on the system,
// Playwright takes the one that it has downloaded.
process.env.CHROME_PATH ??= findHeadlessShell() ?? findChromium() ?? ''

/**
 * Journeys that need a site other than the one of all, by what it is: each runs in one worker, which starts that site once, while the other
 * worker runs other journeys.
 */
const SITES_OF_THEIR_OWN = {
  accounts: ['account-*', 'accounts', 'sessions'],
  forms: [
    'embed-playground',
    'embeds',
    'form-names',
    'form-recovery',
    'form-states',
    'form-twice',
    'form-uploads',
    'form-without-script',
  ],
  embeds: [
    'embed-events',
    'embed-host-react',
    'embed-hosts',
    'embed-package',
    'embed-settings',
    'search-embeds',
  ],
}
const filesOf = (names: readonly string[]) => names.map((name) => `${name}.e2e.ts`)

/** Journeys against a built site, which `support/global-setup.ts` starts; SITE_URL names one that runs already. */
export default defineConfig({
  testDir: 'journeys',
  projects: [
    ...Object.entries(SITES_OF_THEIR_OWN).map(([name, files]) => ({
      name,
      testMatch: filesOf(files),
      workers: 1,
    })),
    // Last, so that both workers have something to do until the end.
    {
      name: 'site',
      testMatch: '*.e2e.ts',
      testIgnore: filesOf(Object.values(SITES_OF_THEIR_OWN).flat()),
    },
  ],
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // Long enough for two browsers on a slow machine that does other things too.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.SITE_URL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...CHROMIUM_ARGS],
      ...(process.env.CHROME_PATH !== '' && { executablePath: process.env.CHROME_PATH }),
    },
  },
})
