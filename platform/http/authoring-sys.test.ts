import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, search, signIn } from '../testing/a-platform.ts'

const ENTRIES = '/api/management/projects/website/entries'

type Sys = {
  readonly id: string
  readonly slug: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly versionStatus: string
}

describe("an entry's slug and metadata (reference delivery-api 5)", () => {
  let platform: Platform
  let token = ''
  beforeAll(async () => {
    platform = await aPlatform()
    token = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
  })
  afterAll(() => platform.close())

  const call = async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const url = `${ENTRIES}${path}`
    const response = await platform.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    const { sys } = (response.body ? response.json() : {}) as { readonly sys: Sys }
    return { status: response.statusCode, sys }
  }
  const create = (name: string, sys: object = {}) =>
    call('POST', '', { name, sys: { contentTypeId: 'person', language: 'en-GB', ...sys } })
  const update = (id: string, sys: object, name = 'Ada') =>
    call('PUT', `/${id}`, { name, sys: { language: 'en-GB', ...sys } })
  const publish = (id: string) =>
    call('POST', `/${id}/workflow/events`, { event: 'draft.publish', language: 'en-GB' })
  const delivered = async (id: string) =>
    (await ask(platform, `${PROJECT}/entries/${id}`)).json.sys as unknown as Sys
  const withSlug = async (slug: string) =>
    (await search(platform, [{ field: 'sys.slug', equalTo: slug }])).json.totalCount

  test('a changed slug and changed metadata are kept, and delivered from the next publishing on', async () => {
    const { id } = (await create('Ada', { slug: 'ada-first', metadata: { includeInSearch: true } })).sys
    await publish(id)
    const changed = { slug: 'ada-second', metadata: { includeInSearch: false } }
    expect(await update(id, changed)).toMatchObject({ status: 200, sys: changed })
    expect((await call('GET', `/${id}`)).sys).toMatchObject(changed)
    expect(await delivered(id)).toMatchObject({ slug: 'ada-first', metadata: { includeInSearch: true } })
    expect([await withSlug('ada-first'), await withSlug('ada-second')]).toEqual([1, 0])
    await publish(id)
    expect(await delivered(id)).toMatchObject(changed)
    expect([await withSlug('ada-first'), await withSlug('ada-second')]).toEqual([0, 1])
  })

  test('a change without them keeps them', async () => {
    const { id } = (await create('Bea', { slug: 'bea-first', metadata: { includeInSearch: true } })).sys
    await publish(id)
    const changed = { slug: 'bea-second', metadata: { includeInSearch: false } }
    await update(id, changed)
    expect((await update(id, {}, 'Beatrix')).sys).toMatchObject(changed)
    await publish(id)
    expect(await delivered(id)).toMatchObject(changed)
  })

  test('each language has its own', async () => {
    const { id } = (await create('Cleo', { slug: 'cleo', metadata: { keywords: 'one' } })).sys
    await publish(id)
    const french = { language: 'fr-FR', slug: 'cleo-fr', metadata: { keywords: 'un' } }
    expect((await update(id, french)).sys).toMatchObject(french)
    expect((await call('GET', `/${id}?language=fr-FR`)).sys).toMatchObject(french)
    expect((await call('GET', `/${id}`)).sys).toMatchObject({ slug: 'cleo', metadata: { keywords: 'one' } })
  })

  test('a slug that was derived from the title follows a changed title', async () => {
    const { id } = (await create('Dora First')).sys
    expect((await update(id, {}, 'Dora Second')).sys.slug).toBe('dora-second')
  })

  test.each(['', ',', 'en-GB,', '%20'])(
    'deleting the languages "%s" is refused, and nothing is deleted',
    async (languages) => {
      const { id } = (await create('Edna')).sys
      expect((await call('DELETE', `/${id}?language=${languages}`)).status).toBe(422)
      expect((await call('GET', `/${id}`)).status).toBe(200)
    },
  )
})
