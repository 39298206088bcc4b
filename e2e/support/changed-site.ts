import { aCheckout, type TestCheckout } from '../../scripts/testing/a-checkout.ts'
import { startSite, type TestSite } from './start-site.ts'

/** How long a copy of the checkout may take to be built and started, in milliseconds. */
export const COPY_BUILD_AND_START_MS = 120_000

/** Run the site from a copy of this checkout that differs in something, as long as `use` takes. */
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
