import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from './support/chromium.ts'

// Kept in the environment: workers read this file again, and need not look again. Without one on the system,
// Playwright takes the one that it has downloaded.
process.env.CHROME_PATH ??= findHeadlessShell() ?? findChromium() ?? ''

/** Journeys against a built site, which `support/global-setup.ts` starts; SITE_URL names one that runs already. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.e2e.ts',
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
