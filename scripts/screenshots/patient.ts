import { expect as playwrightExpect } from '@playwright/test'

/** How long a page may take on a machine that does other things too. */
export const PATIENCE_MS = 20_000

export const expect = playwrightExpect.configure({ timeout: PATIENCE_MS })
