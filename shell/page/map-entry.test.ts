import type { Entry } from '@tessera/shared/content'
import type { EntryMapper, JsonObject } from '@tessera/shared/contract'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { createEntryMapper } from './resolve.server.ts'

const mapEntry = createEntryMapper((html) => html, 1_000)
const aMapping = (entryMapper?: string) => ({
  remote: 'mfe-content' as const,
  ...(entryMapper ? { entryMapper } : {}),
})
const entry = (id = 'e1', entryTitle = 'Title'): Entry => ({ sys: { id, language: 'en-GB' }, entryTitle })
const node = (path: string) => ({ id: path, path })
const relatives = async () => ({ ancestors: [node('/')], children: [], siblings: [node('/a')] })

/** A live release whose mapper counts how often it runs. */
function aRelease(make?: EntryMapper, version = '1.0.0') {
  let runs = 0
  const title: EntryMapper = (input) => {
    runs += 1
    return make ? make(input) : ({ title: input.entry.entryTitle, run: runs } as JsonObject)
  }
  const live = { release: { version }, remote: { entryMappers: { title } } }
  const releases = { remotes: new Map([['mfe-content', live]]) } as unknown as ReleaseSnapshot
  return { releases, runs: () => runs }
}

describe('entry mappers (specification 2, entryMapper)', () => {
  it('map nothing where none is named', async () => {
    const { releases } = aRelease()
    expect(
      await mapEntry(releases, aMapping(), {
        node: null,
        entry: entry(),
        language: 'en-GB',
        relatives,
      }),
    ).toBeNull()
  })

  it('run once for an entry while its id and language are unchanged', async () => {
    const { releases, runs } = aRelease()
    const input = { node: node('/a'), entry: entry(), language: 'en-GB', relatives }
    const first = await mapEntry(releases, aMapping('title'), input)
    expect(await mapEntry(releases, aMapping('title'), input)).toBe(first)
    expect(runs()).toBe(1)
  })

  it('run anew for a changed entry of the same id, for another language, another page of it, and another release', async () => {
    const { releases, runs } = aRelease()
    const input = { node: node('/a'), entry: entry(), language: 'en-GB', relatives }
    await mapEntry(releases, aMapping('title'), input)
    const changed = { ...input, entry: entry('e1', 'Changed') }
    expect(await mapEntry(releases, aMapping('title'), changed)).toMatchObject({ title: 'Changed' })
    await mapEntry(releases, aMapping('title'), { ...input, language: 'cy' })
    await mapEntry(releases, aMapping('title'), { ...input, node: node('/b') })
    expect(runs()).toBe(4)
    const next = aRelease(undefined, '2.0.0')
    await mapEntry(next.releases, aMapping('title'), input)
    expect(next.runs()).toBe(1)
  })

  it('may look at the relatives of the node, and then run for every page', async () => {
    const { releases, runs } = aRelease(async (input) => {
      const { ancestors, siblings } = await input.relatives()
      return { trail: ancestors.map(({ path }) => path), beside: siblings.map(({ path }) => path) }
    })
    const input = { node: node('/a'), entry: entry(), language: 'en-GB', relatives }
    const expected = { trail: ['/'], beside: ['/a'] }
    expect(await mapEntry(releases, aMapping('title'), input)).toEqual(expected)
    const moved = { ...input, relatives: async () => ({ ...(await relatives()), ancestors: [] }) }
    expect(await mapEntry(releases, aMapping('title'), moved)).toEqual({ ...expected, trail: [] })
    expect(runs()).toBe(2)
  })

  it('never give a visitor what was made of the relatives of another, also while both wait', async () => {
    const { releases } = aRelease(async (input) => {
      await Promise.resolve() // as the guard of remotes: a mapper begins in a task of its own
      const { children } = await input.relatives()
      return { children: children.map(({ path }) => path) }
    })
    const input = { node: node('/a'), entry: entry(), language: 'en-GB', relatives }
    const seenBy = (...paths: readonly string[]) =>
      mapEntry(releases, aMapping('title'), {
        ...input,
        relatives: async () => ({ ...(await relatives()), children: paths.map(node) }),
      })
    expect(await Promise.all([seenBy('/a/members'), seenBy(), seenBy('/a/open')])).toEqual([
      { children: ['/a/members'] },
      { children: [] },
      { children: ['/a/open'] },
    ])
  })

  it('may be asynchronous, and two requests at the same time share one run', async () => {
    const { releases, runs } = aRelease(async ({ entry: { sys } }) => Promise.resolve({ id: sys.id }))
    const input = { node: null, entry: entry('e9'), language: 'en-GB', relatives }
    const both = [0, 1].map(() => mapEntry(releases, aMapping('title'), input))
    expect(await Promise.all(both)).toEqual([{ id: 'e9' }, { id: 'e9' }])
    expect(runs()).toBe(1)
  })

  it('that fail are an error of the page, and are tried again', async () => {
    const { releases, runs } = aRelease(() => {
      throw new Error('broken')
    })
    const input = { node: null, entry: entry(), language: 'en-GB', relatives }
    for (let time = 0; time < 2; time += 1)
      await expect(mapEntry(releases, aMapping('title'), input)).rejects.toMatchObject({
        code: 'page/render-failed',
        status: 500,
      })
    expect(runs()).toBe(2)
  })

  it('of a remote that is not loaded make the page unavailable', async () => {
    const releases = { remotes: new Map() } as unknown as ReleaseSnapshot
    await expect(
      mapEntry(releases, aMapping('title'), {
        node: null,
        entry: entry(),
        language: 'en-GB',
        relatives,
      }),
    ).rejects.toMatchObject({ code: 'page/remote-missing', status: 503 })
  })

  it('that never end fail their own page, and not those after it', async () => {
    const never = createEntryMapper((html) => html, 20)
    let isStuck = true
    const { releases } = aRelease(() => (isStuck ? new Promise<never>(() => undefined) : { title: 'made' }))
    const input = { node: node('/a'), entry: entry(), language: 'en-GB', relatives }
    await expect(never(releases, aMapping('title'), input)).rejects.toMatchObject({
      code: 'page/deadline',
      status: 503,
      details: { what: 'title' },
    })
    isStuck = false
    expect(await never(releases, aMapping('title'), input)).toEqual({ title: 'made' })
  })
})
