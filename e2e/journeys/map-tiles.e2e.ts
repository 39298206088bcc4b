import { expectAccessible } from '../support/accessibility.ts'
import { answeredWith, expect } from '../support/test.ts'
import { tilesTest as test } from '../support/tiles-site.ts'

const VENUE = '/libraries-and-leisure/central-library'
const OWN_MAP = 'image[href^="/image-library/maps/"]'

// All tests share one shell, so they run in one worker.
test.describe.configure({ mode: 'default' })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test("maps show the tiles of the site's provider over the site’s own map", async ({
      page,
      tileServer,
    }) => {
      const policy = (await page.goto(VENUE))?.headers()['content-security-policy'] ?? ''
      expect(policy).toContain(`img-src 'self' data: ${tileServer.origin}`)
      const map = page.getByRole('img', { name: /^Map: where Larkmoor Central Library/ })
      await map.scrollIntoViewIfNeeded()
      await expect(map.locator(OWN_MAP)).toBeAttached()
      const tiles = map.locator(`image[href^="${tileServer.origin}/15/"]`)
      expect(await tiles.count()).toBeGreaterThanOrEqual(2)
      await expect.poll(() => tileServer.requests.length).toBeGreaterThanOrEqual(await tiles.count())
      await expect(page.getByRole('link', { name: '© Stand-in mappers' })).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.goto('/libraries-and-leisure')
      const plan = page.getByRole('group', { name: 'Plan of the places' })
      await plan.scrollIntoViewIfNeeded()
      await expect(plan.locator(OWN_MAP)).toBeAttached()
      expect(await plan.locator(`image[href^="${tileServer.origin}/"]`).count()).toBeGreaterThanOrEqual(4)
      await expect(page.getByRole('link', { name: '© Stand-in mappers' })).toBeVisible()
      if (javaScriptEnabled) {
        await expect(page.locator('[data-slot="listing"][data-hydrated]')).toBeAttached()
        await expect(plan.locator(`image[href^="${tileServer.origin}/"]`).first()).toBeAttached()
      }
    })
  })

test('where the provider fails the site’s own map is shown', async ({ page, tileServer, faults }) => {
  faults.allow(answeredWith(503))
  tileServer.isGone = true
  await page.goto(VENUE)
  const map = page.getByRole('img', { name: /^Map: where Larkmoor Central Library/ })
  await expect(map.locator(OWN_MAP)).toBeVisible()
  await expect(page.getByText('14 Fuller Street')).toBeVisible()
  tileServer.isGone = false
})
