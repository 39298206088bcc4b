import { aCheckout, type TestCheckout } from '../../scripts/testing/a-checkout.ts'
import { startSite, type TestSite } from './start-site.ts'

/** Longest time to build and start a copy of the checkout, in milliseconds. */
export const COPY_BUILD_AND_START_MS = 120_000

/** Run the site from a changed copy of this checkout until `use` has finished. */
export async function withChangedSite<Change>(
  change: (checkout: TestCheckout) => Change,
  use: (site: TestSite, checkout: TestCheckout, changed: Change) => Promise<void>,
): Promise<void> {
  const checkout = aCheckout()
  try {
    const changed = change(checkout)
    const site = await startSite([], checkout.root)
    await use(site, checkout, changed)
    await site.stop()
  } finally {
    checkout.remove()
  }
}
