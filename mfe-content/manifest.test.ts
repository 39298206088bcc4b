import { entryLimits } from '@tessera/shared/content'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { entryMappers, type PageView } from './domain/map-entry.ts'
import { manifest } from './manifest.ts'
import { noRelatives } from './testing/no-relatives.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await aPlatform()
})
afterAll(() => platform.close())

describe('the limits of each content type', () => {
  it.each([
    '/',
    '/services/bins-and-recycling',
    '/services/environment/climate-plan',
    '/services/bins-and-recycling/collection-days',
    '/news/larrow-bridge-night-closures',
    '/events/lantern-parade-2026',
    '/libraries-and-leisure/central-library',
    '/your-council/councillors/eluned-vaughan-pryce',
    '/planning/applications/2026-0256-hse',
    '/documents/local-plan-summary',
    '/news',
  ])('bring all that %s shows, and not its whole entry', async (path) => {
    const client = platform.client()
    const whole = (await client.nodeByPath(path, { entryLimits: entryLimits(undefined, undefined) }))?.entry
    const mapping = manifest.contentTypes?.find((one) => one.contentTypeId === whole?.sys.contentTypeId)
    const limited = (await client.nodeByPath(path, { entryLimits: entryLimits(undefined, mapping) }))?.entry
    const model = (entry: typeof whole) =>
      entryMappers[mapping?.entryMapper as PageView]({
        node: null,
        entry: entry!,
        language: 'en-GB',
        sanitise: (html) => html,
        relatives: noRelatives,
      })
    expect(model(limited)).toEqual(model(whole))
    expect(JSON.stringify(limited).length).toBeLessThan(JSON.stringify(whole).length)
  })

  it('name no field twice', () => {
    for (const { fields = [] } of manifest.contentTypes ?? [])
      expect(fields).toHaveLength(new Set(fields).size)
  })
})
