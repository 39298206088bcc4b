import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Platform } from '../create-platform.ts'
import type { SeedEntry } from '../domain/content.ts'
import { aPlatform, search, SEED } from '../testing/a-platform.ts'

const HALF_A_DEGREE_KM = 55.6
const PLACE = { lat: 52.5, lon: -2 }
const NEAR = { lat: 52, lon: -2, distance: '100km' }

describe('the distance of a place (protocol 1.13)', () => {
  let platform: Platform
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-distances-'))
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as {
      components: { fields: object[] }[]
      contentTypes: { id: string; fields: object[] }[]
      entries: SeedEntry[]
    }
    seed.components[0]?.fields.push({ id: 'place', dataType: 'object', dataFormat: 'location' })
    seed.components[0]?.fields.push({ id: 'stops', dataType: 'objectArray', dataFormat: 'location' })
    const plant = seed.contentTypes.find(({ id }) => id === 'plant')
    plant?.fields.push(
      { id: 'type', dataType: 'string' },
      { id: 'spot', dataType: 'object', dataFormat: 'location' },
    )
    const fern = seed.entries.find(
      ({ variations }) => variations['en-GB']?.published?.fields['title'] === 'Boston Fern',
    )
    Object.assign(fern?.variations['en-GB']?.published?.fields ?? {}, {
      care: { difficulty: 'Easy', place: PLACE, stops: [PLACE, NEAR] },
      story: [
        { type: 'mainHeading', value: 'A heading' },
        { type: 'careBlock', value: { place: PLACE } },
      ],
      type: 'spot',
      spot: PLACE,
    })
    writeFileSync(join(folder, 'seed.json'), JSON.stringify(seed))
    platform = await aPlatform(join(folder, 'seed.json'))
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const find = async (field: string): Promise<object | undefined> =>
    (await search(platform, { field, distanceWithin: NEAR }, { orderBy: [{ asc: field }] })).json.items[0]
  const there = { ...PLACE, distance: expect.closeTo(HALF_A_DEGREE_KM, 0) as number }

  test('is given in a component', async () => {
    expect(await find('care.place')).toMatchObject({ care: { difficulty: 'Easy', place: there } })
  })

  test('is given for each place of a list', async () => {
    const [first, second] = [there, { lat: 52, lon: -2, distance: 0 }]
    expect(await find('care.stops')).toMatchObject({ care: { stops: [first, second], place: PLACE } })
  })

  test('is given where another field, called type, has its name as a value', async () => {
    expect(await find('spot')).toMatchObject({ type: 'spot', spot: there })
  })

  test('is given in the component of a composer', async () => {
    expect(await find('story.careBlock.place')).toMatchObject({
      story: [{ value: 'A heading' }, { type: 'careBlock', value: { place: there } }],
    })
  })
})
