import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, form, PROJECT, search, signIn, TOKEN } from '../testing/a-platform.ts'

const NAMES = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty']
const OPERATORS: readonly (readonly [string, unknown])[] = [
  ['equalTo', 'x'],
  ['in', ['x']],
  ['contains', 'x'],
  ['between', ['a', 'b']],
  ['exists', true],
  ['freeText', 'x'],
  ['distanceWithin', { lat: 51, lon: 0, distance: '1km' }],
]

describe('names of properties that every JavaScript object inherits (issue: hostile terms)', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())

  test.each(NAMES)('a field called %s is a field that no entry has', async (name) => {
    for (const [operator, value] of OPERATORS) {
      const answer = await search(platform, [{ field: name, [operator]: value }])
      expect([operator, answer.status, answer.json.totalCount]).toEqual([operator, 200, 0])
    }
    const all = (await search(platform, [])).json.totalCount
    // The JSON parser refuses `__proto__` as the name of a member everywhere.
    const own = name === '__proto__' ? {} : { [name]: { field: 'title' } }
    const aggregations = { sf_x: { field: name }, ...own }
    const ordered = await search(platform, [], { orderBy: [name], fields: [name], aggregations })
    expect([ordered.status, ordered.json.totalCount]).toEqual([200, all])
    for (const zenql of [`${name} = 1`, `title = ${name}`, `title exists order by ${name}`])
      expect((await ask(platform, `${PROJECT}/entries?zenql=${encodeURIComponent(zenql)}`)).status).toBe(200)
  })

  test.each(NAMES)('an id, a path, a unit, a type or an action called %s is unknown', async (name) => {
    for (const path of [`entries/${name}`, `contentTypes/${name}`, `nodes/${name}`, `taxonomy/nodes/${name}`])
      expect([path, (await ask(platform, `${PROJECT}/${path}`)).status]).toEqual([path, 404])
    expect((await ask(platform, `/api/delivery/projects/${name}`)).status).toBe(404)
    const place = { lat: 51, lon: 0, distance: `1${name.toLowerCase()}` }
    expect((await search(platform, [{ field: 'origin', distanceWithin: place }])).status).toBe(400)
    const authorization = `Bearer ${(await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token}`
    const headers = { authorization }
    const url = '/api/security/users/v.visitor/actions'
    const acted = await platform.inject({ method: 'POST', url, headers, payload: { type: name } })
    expect(acted.statusCode).toBe(422)
    expect((await form(platform, '/authenticate/connect/token', { grant_type: name })).status).toBe(400)
  })

  test('values of the wrong kind are refused or find nothing, whatever field and operator they meet', async () => {
    const values = [
      null,
      true,
      -1,
      1e308,
      '',
      '\0',
      '\ud800',
      '(',
      '[]',
      [],
      {},
      [[]],
      [{}],
      { a: {} },
      'x'.repeat(9000),
    ]
    const fields = [
      'title',
      'price',
      'planted',
      'inStock',
      'origin',
      'topic',
      '*',
      '_searchContent',
      'sys.metadata.x',
      'quotes[].source',
    ]
    const operators = [
      ...OPERATORS.map(([operator]) => operator),
      'startsWith',
      'endsWith',
      'lessThan',
      'and',
      'or',
      'not',
      'weight',
    ]
    for (const field of fields)
      for (const operator of operators) {
        // A request with several conditions is refused for the first invalid one, so each value has a request of its own.
        const answers = await Promise.all(
          values.map((value) =>
            platform.inject({
              method: 'POST',
              url: `${PROJECT}/entries/search`,
              headers: { accesstoken: TOKEN },
              payload: { where: [{ field, [operator]: value }], pageSize: 1 },
            }),
          ),
        )
        for (const [at, { statusCode }] of answers.entries())
          expect([field, operator, at, statusCode < 500]).toEqual([field, operator, at, true])
      }
  }, 120_000)
})
