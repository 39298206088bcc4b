import { expect as playwrightExpect } from '@playwright/test'

/** How long a page may take on a busy machine, in milliseconds. */
export const TIMEOUT_MS = 20_000

export const expect = playwrightExpect.configure({ timeout: TIMEOUT_MS })
