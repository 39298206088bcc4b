import type { Action, LoadRequest, Slice } from '@tessera/shared/contract'
import type { FileRules } from '../document/document.server.ts'
import { createLoader } from './load.server.ts'
import type { ResolvedPage } from './page.ts'

const ALTERNATES = [
  { language: 'en-GB', path: '/news' },
  { language: 'cy', path: '/cy/newyddion' },
]
const FACTS = {
  alternates: ALTERNATES,
  path: '/news',
  location: { pathname: '/news', search: '', hash: '' },
  hostname: 'localhost',
  project: 'website',
}
const CALL = { status: 200, keyCount: 1, url: 'http://platform.test/nodes' }

const noteType = (types: readonly string[] = [], { type }: Action): readonly string[] => [...types, type]

const aFrameSlot = (at: number) => ({
  id: `frame-${at}`,
  remote: 'mfe-content',
  view: 'menu',
  hydrate: 'never',
})

/** A page with one main slot, whose loader sets its own status; its slice records the types of all actions. */
async function aLoadedPage(
  status?: number,
  problem?: unknown,
  validUntil: readonly number[] = [],
  sharedSearch?: string,
  failure?: Error,
) {
  const asked: LoadRequest[] = []
  const problems: unknown[] = []
  const until = [...validUntil]
  const remote = {
    slices: [{ key: 'types', reducer: noteType as Slice['reducer'] }],
    load: (request: LoadRequest) => {
      asked.push(request)
      if (failure && request.slot.id === 'main') return Promise.reject(failure)
      return Promise.resolve({
        ...(status !== undefined && { status }),
        ...(problem !== undefined && { problem }),
        ...(sharedSearch !== undefined && { sharedSearch }),
        ...(until.length > 0 && { validUntil: until.shift() }),
      })
    },
  }
  const load = createLoader({
    languages: { primary: 'en-GB', supported: ['en-GB', 'cy'] },
    build: { commitRef: null, buildNo: null },
    files: { pageRelease: () => undefined } as unknown as FileRules,
    sanitise: (html) => html,
    origin: 'https://site.example',
    slotDeadlineMs: 1_000,
    inspectFor: async () => undefined,
    previewBar: () => {
      throw new Error('no preview')
    },
    onSlotFailure: (_page, _slot, error) => {
      if (!failure) throw error
    },
    onSiteFailure: (_page, error) => problems.push(error),
    shareImage: () => ({ imagePath: '/share.png', imageAlt: 'A page' }),
    formGate: (token) => ({ hidden: { token: token ?? 'none' }, trapField: 'fax' }),
  })
  const loaded = await load({
    session: null,
    releases: {
      remotes: new Map([['mfe-content', { remote }]]),
      table: { frameSlots: until.slice(1).map((_, at) => aFrameSlot(at)) },
    },
    target: { path: '/news', search: '?topic=roads&utm_source=a', query: {} },
    calls: { keys: () => ['key-1'], list: () => [CALL] },
    route: {
      type: 'page',
      facts: FACTS,
      auth: 'public',
      problems: [],
      main: { remote: 'mfe-content', view: 'page', hydrate: 'never' },
    },
    language: 'en-GB',
    responseClass: 'public',
    needsLogin: false,
    versionStatus: 'published',
    preview: null,
    navigation: Promise.resolve({ root: null, error: null }),
    alerts: Promise.resolve({ key: '', validUntil: Infinity, render: () => [] }),
  } as unknown as ResolvedPage)
  const { types, ...state } = loaded.store.getState()
  return { loaded, asked, state, problems, types: types as readonly string[] }
}

describe('the state of a page on the server (design 5: one owner per key)', () => {
  it('gets its route in one action, with the record of the calls that it was made from', async () => {
    const { types, state, asked } = await aLoadedPage()
    expect(types.filter((type) => type === 'host/routeResolved')).toHaveLength(1)
    expect(types.filter((type) => type === 'host/pageComposed')).toHaveLength(1)
    expect(state.routing).toMatchObject({ statusCode: 200, surrogateKeys: ['key-1'], apiCalls: [CALL] })
    expect(asked[0]?.route).toMatchObject({ currentPath: '/news', statusCode: 200 })
    expect(asked[0]).not.toHaveProperty('preview')
  })

  it('has the status that its main slot knows better', async () => {
    const { loaded, state } = await aLoadedPage(404)
    expect([loaded.status, state.routing.statusCode]).toEqual([404, 404])
  })

  it('has the slots of the frame alone when its main slot has failed: an error page replaces it', async () => {
    const { loaded, state } = await aLoadedPage(undefined, undefined, [1, 1], undefined, new Error('down'))
    expect(loaded.status).toBe(500)
    expect(state.page.slots.map(({ id }) => id)).toEqual(['frame-0'])
    const said = await aLoadedPage(503, undefined, [1, 1])
    expect(said.state.page.slots.map(({ id }) => id)).toEqual(['main', 'frame-0'])
  })

  it('is not cached when a part of a slot is missing, and the reason is logged', async () => {
    const problem = new Error('no key')
    const { loaded, problems } = await aLoadedPage(undefined, problem)
    expect([loaded.isComplete, problems]).toEqual([false, [problem]])
    const whole = await aLoadedPage()
    expect([whole.loaded.isComplete, whole.problems]).toEqual([true, []])
  })

  it('is true for as long as all of its slots are', async () => {
    expect((await aLoadedPage(undefined, undefined, [2_000, 1_000, 3_000])).loaded.validUntil).toBe(1_000)
    expect((await aLoadedPage()).loaded.validUntil).toBe(Infinity)
  })
})

describe('the links to a page in other languages', () => {
  it('keep the filters of its list, as its slot names them, and nothing else of its query', async () => {
    const { state } = await aLoadedPage(undefined, undefined, [], '?topic=roads')
    expect(state.page.languages).toEqual([
      { language: 'en-GB', path: '/news?topic=roads' },
      { language: 'cy', path: '/cy/newyddion?topic=roads' },
    ])
    expect(state.page.head.alternates).toEqual(ALTERNATES)
  })

  it('keep nothing of the query of content that has no list', async () => {
    expect((await aLoadedPage()).state.page.languages).toEqual(ALTERNATES)
  })
})
