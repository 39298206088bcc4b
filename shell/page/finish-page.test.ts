import type { Action, HostState, LoadRequest, Slice } from '@tessera/shared/contract'
import { createStore } from '@tessera/shared/store'
import { hostSlices } from '../state/host-slices.ts'
import { finishPage, type ResolvedPage } from './finish-page.server.ts'

const FACTS = {
  path: '/news',
  location: { pathname: '/news', search: '', hash: '' },
  hostname: 'localhost',
  project: 'website',
}
const CALL = { status: 200, keyCount: 1, url: 'http://platform.test/nodes' }

const noteType = (types: readonly string[] = [], { type }: Action): readonly string[] => [...types, type]

/** A page with one main slot, whose loader answers with a status of its own. */
async function aFinishedPage(status?: number) {
  const asked: LoadRequest[] = []
  const remote = {
    slices: [],
    load: (request: LoadRequest) => {
      asked.push(request)
      return Promise.resolve(status === undefined ? {} : { status })
    },
  }
  const slices = [...hostSlices, { key: 'types', reducer: noteType as Slice['reducer'] }]
  const store = createStore({ parts: [{ owner: 'test', slices }] })
  const page = {
    request: {
      releases: { remotes: new Map([['mfe-content', { remote }]]), table: { frameSlots: [] } },
      target: { path: '/news', search: '', query: {} },
      calls: { keys: () => ['key-1'], list: () => [CALL] },
    },
    shell: {
      files: { pageRelease: () => null },
      config: { languages: { default: 'en-GB', supported: ['en-GB'] } },
      slotDeadlineMs: 1_000,
      staff: { inspectFor: () => undefined },
    },
    store,
    result: {
      type: 'page',
      facts: FACTS,
      lane: 'public',
      isComplete: true,
      main: { remote: 'mfe-content', view: 'page', hydrate: 'never' },
    },
    language: 'en-GB',
    responseClass: 'public',
    hasTree: true,
    needsLogin: false,
  } as unknown as ResolvedPage
  const finished = await finishPage(page)
  const { types, ...state } = store.getState() as unknown as HostState & {
    readonly types: readonly string[]
  }
  return { finished, asked, state, types }
}

describe('the state of a page on the server (design 5: one owner per key)', () => {
  it('is told its route once, with the notes about calls that it was made from', async () => {
    const { types, state, asked } = await aFinishedPage()
    expect(types.filter((type) => type === 'host/routeResolved')).toHaveLength(1)
    expect(types.filter((type) => type === 'host/pageComposed')).toHaveLength(1)
    expect(state.routing).toMatchObject({ statusCode: 200, surrogateKeys: ['key-1'], apiCalls: [CALL] })
    expect(asked[0]?.route).toMatchObject({ currentPath: '/news', statusCode: 200 })
  })

  it('has the status that its main slot knows better', async () => {
    const { finished, state } = await aFinishedPage(404)
    expect([finished.status, state.routing.statusCode]).toEqual([404, 404])
  })
})
