import type { CDPSession, Page } from '@playwright/test'

/** Lighthouse's slow 4G: 150 ms latency, 1.6 Mbit/s. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Throttle a page to a slow connection, which its scripts can detect. Gives the session that throttles it. */
export async function onSlow4G(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  return session
}
