import path from 'node:path'
import { aTeamKey } from '../../scripts/testing/team-key.ts'
import {
  aTeamFolder,
  type Outcome,
  type TeamFolder,
  type TeamRepository,
} from '../../scripts/testing/team-repositories.ts'
import { ROOT } from '../support/environment.ts'
import { copyReleases, type ReleaseStoreCopy } from '../support/release-store.ts'
import { startShell, type TestShell } from '../support/start-shell.ts'
import { expect, siteTest as test } from '../support/test.ts'
import { hydrated } from '../support/visit.ts'

/** Time from an empty folder to a live remote: packing, an installation, two builds at the same time. */
const FROM_NOTHING_MS = 300_000

test.describe('two teams with their own repositories', () => {
  test.describe.configure({ mode: 'serial', timeout: FROM_NOTHING_MS })
  let store: ReleaseStoreCopy
  let shell: TestShell
  let teams: TeamFolder
  let weather: TeamRepository
  let target: readonly string[]
  let release: (repository: TeamRepository) => Promise<Outcome>
  test.beforeAll(async () => {
    test.setTimeout(FROM_NOTHING_MS)
    store = copyReleases()
    const key = path.join(ROOT, '.data/keys/release.pem')
    release = (repository) => repository.npmRun('release', '--to', store.folder, '--key', key)
    ;[shell, teams] = await Promise.all([startShell({ releases: store.folder }), aTeamFolder()])
  })
  test.afterAll(async () => {
    await shell?.stop()
    teams?.remove()
    store?.remove()
  })

  test('release at the same time: the broken remote is refused with the reason, the other is live', async ({
    page,
  }) => {
    weather = await teams.create('mfe-weather')
    const parking = await teams.create('mfe-parking')
    parking.edit('manifest.ts', "path: '/parking'", "path: '/account/login'")
    const [live, refused] = await Promise.all([release(weather), release(parking)])

    expect(live.printed).toMatch(/mfe-weather \S+ is live\n +taken by /)
    expect(live.code).toBe(0)
    expect(refused.printed).toMatch(/mfe-parking \S+ is not released; no release of it is live\./)
    expect(refused.printed).toContain(
      'the route "/account/login" collides with the route "/account/login" of mfe-account',
    )
    expect(refused.code).not.toBe(0)
    expect(store.live('mfe-parking')).toBe('')

    await page.goto(`${shell.url}/weather`)
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
    const more = await hydrated(page, 'weather-more')
    await more.getByRole('button', { name: 'Show more' }).click()
    await expect(more.getByRole('status')).toHaveText('5 more shown')
    await page.goto(`${shell.url}/account/login`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  })

  test('release with their own key what their remote is granted, and nothing else', async ({ page }) => {
    target = await aTeamKey(weather.folder, store.folder, 'mfe-weather')
    weather.edit('manifest.ts', "path: '/weather'", "path: '/weather/today'")
    const refused = await weather.npmRun('release', ...target)
    expect(refused.printed).toContain('the route "/weather/today" is not granted to it')
    expect(refused.printed).toContain('npm run keys -- grant mfe-weather --route /weather/today')
    expect(refused.code).not.toBe(0)

    weather.edit('manifest.ts', "path: '/weather/today'", "path: '/weather'")
    const live = await weather.npmRun('release', ...target)
    expect(live.printed).toMatch(/mfe-weather \S+ is live\n +taken by /)
    expect(live.code).toBe(0)
    await page.goto(`${shell.url}/weather`)
    await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible()
  })

  test('show a release to a share of the visitors before they promote it', async ({ page }) => {
    const before = store.live('mfe-weather')
    weather.edit('messages/en-GB.ts', 'Titles of entries of this site.', 'What the weather is like.')
    const canary = await weather.npmRun('release', '--canary', '50', ...target)
    expect(canary.printed).toMatch(/mfe-weather \S+ is a canary: 50 % of the visitors see it/)
    expect(canary.code).toBe(0)
    expect(store.live('mfe-weather')).toBe(before)

    const promoted = await weather.npmRun('promote', ...target)
    expect(promoted.printed).toMatch(/mfe-weather \S+ is live\n +taken by /)
    expect(promoted.code).toBe(0)
    await page.goto(`${shell.url}/weather`)
    await expect(page.getByText('What the weather is like.')).toBeVisible()
    const nothing = await weather.npmRun('halt', ...target)
    expect(nothing.printed).toContain('mfe-weather has no canary')
    expect(nothing.code).not.toBe(0)
  })

  test('test their remote with the kit, and see what would be refused', async () => {
    const sound = await weather.npmRun('test', '--to', store.folder)
    expect(sound.printed).toMatch(/Tests: +6 passed, 6 total/)
    expect(sound.printed).toContain('mfe-weather would pass the gate')
    expect(sound.code).toBe(0)

    weather.edit('domain/read-titles.ts', 'PAGE_SIZE = 5', 'PAGE_SIZE: string = 5')
    const broken = await weather.npmRun('test')
    expect(broken.printed).toContain('Why: Its sources have type errors.')
    expect(broken.printed).toContain('domain/read-titles.ts(4,14): error TS2322')
    expect(broken.code).not.toBe(0)
  })
})
