import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, search, TOKEN } from '../testing/a-platform.ts'

const PLANTS = { field: 'sys.contentTypeId', equalTo: 'plant' }

describe('parameters in all their spellings (protocol 1.3, 1.7, 1.12)', () => {
  let platform: Platform
  beforeAll(async () => {
    platform = await aPlatform()
  })
  afterAll(() => platform.close())

  test.each([
    ['plants/ferns?language=de-DE', 200, '/plants/ferns'],
    ['fr-FR/plantes?language=de-DE', 200, '/fr-FR/plantes'],
    ['plants/nowhere?language=de-DE&allowPartialMatch=true', 200, '/plants'],
    ['root?language=de-DE', 404, undefined],
    ['?language=de-DE', 404, undefined],
  ])(
    'a language that the project lacks is ignored for a node by path only: %s',
    async (path, status, found) => {
      const answer = await ask(platform, `${PROJECT}/nodes/${path}`)
      expect([answer.status, (answer.json as { readonly path?: string }).path]).toEqual([status, found])
    },
  )

  test.each(['9'.repeat(11), '9'.repeat(400)])(
    'a number that is too large counts as the largest: %s',
    async (large) => {
      const answer = await ask(platform, `${PROJECT}/entries?pageSize=${large}&linkDepth=${large}`)
      expect([answer.status, (answer.json as { readonly pageSize?: number }).pageSize]).toEqual([200, 10_000])
      const past = await ask(platform, `${PROJECT}/entries?pageIndex=${large}&pageSize=10000`)
      expect([past.status, past.json.items]).toEqual([200, []])
      const posted = await search(platform, PLANTS, { pageIndex: 1e300, pageSize: 10_000 })
      expect([posted.status, posted.json.items]).toEqual([200, []])
    },
  )

  test.each([
    ['entryLinkDepth', '-1'],
    ['entryFieldLinkDepths', '[1]'],
    ['entryFieldLinkDepths', '{"a":-1}'],
  ])('a bad %s is named: %s', async (name, value) => {
    const answer = await ask(platform, `${PROJECT}/nodes/root?${name}=${encodeURIComponent(value)}`)
    expect([answer.status, answer.json.message]).toEqual([400, expect.stringContaining(`"${name}"`)])
  })

  test('of a repeated access token the first counts', async () => {
    const url = `${PROJECT}?accessToken=${TOKEN}&accessToken=other`
    expect((await ask(platform, url, {})).status).toBe(200)
  })

  test('surrogate keys are asked for in any case', async () => {
    const headers = { accesstoken: TOKEN, 'x-require-surrogate-key': 'True' }
    expect((await ask(platform, PROJECT, headers)).headers['surrogate-key']).toBeDefined()
  })

  test('the operator of free text is read in any case', async () => {
    const found = async (operator: string) =>
      (await search(platform, { field: 'title', freeText: { term: 'boston silver', operator } })).json
        .totalCount
    expect(await found('or')).toBeGreaterThan(0)
    expect(await found('OR')).toBe(await found('or'))
  })
})
