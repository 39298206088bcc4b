import type { CDPSession, Page } from '@playwright/test'

/** As Lighthouse has it: 150 ms to everything, 1.6 Mbit/s. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Hold a page to a slow connection, which it can tell. The answer is the session that holds it. */
export async function onSlow4G(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  return session
}
