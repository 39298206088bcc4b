import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from './support/chromium.ts'

// Stored in the environment, because workers read this file again and need not search again. Without a browser on the
// system Playwright uses the one that it has downloaded.
process.env.CHROME_PATH ??= findHeadlessShell() ?? findChromium() ?? ''

/**
 * Journeys that need a site of their own, by project: each project runs in one worker, which starts its site once, while the other
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

/** Journeys against a built site, which `support/global-setup.ts` starts; SITE_URL names one that is running already. */
export default defineConfig({
  testDir: 'journeys',
  projects: [
    ...Object.entries(SITES_OF_THEIR_OWN).map(([name, files]) => ({
      name,
      testMatch: filesOf(files),
      workers: 1,
    })),
    // Last, so that both workers are busy until the end.
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
  // Long enough for two browsers on a slow machine with other work.
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
