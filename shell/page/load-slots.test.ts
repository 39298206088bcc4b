import { createStore } from '@tessera/shared/store'
import type { AppError, LoadRequest, LoadResult, NestedSlot, PageSlot, Slice } from '@tessera/shared/contract'
import { loadSlots, type SlotContext } from './load-slots.server.ts'

const slice = (key: string): Slice => ({ key, reducer: (state: unknown = `state of ${key}`) => state })
const slot = (id: string): PageSlot => ({ id, remote: 'mfe-content', view: 'v', hydrate: 'never', props: {} })

/** Load slots of one remote that owns two state keys; gives the page's state after that. */
async function stateAfter(slots: readonly PageSlot[], injectRedux?: readonly string[]) {
  const store = createStore()
  const remote = { slices: [slice('list'), slice('detail')] }
  const context = {
    releases: { remotes: new Map([['mfe-content', { remote }]]) },
    store,
    onFailure: () => undefined,
    ...(injectRedux ? { injectRedux } : {}),
  } as unknown as SlotContext
  const loaded = await loadSlots(slots, context)
  expect(loaded.map(({ error }) => error)).toEqual(slots.map(() => null))
  return Object.keys(store.getState())
}

describe('state that a route or a content type injects (specification 2, injectRedux)', () => {
  it('is all of its remote unless some is named', async () => {
    expect(await stateAfter([slot('main')])).toEqual(['list', 'detail'])
  })

  it('is only what is named, so that nothing else is serialised', async () => {
    expect(await stateAfter([slot('main')], ['detail'])).toEqual(['detail'])
    expect(await stateAfter([slot('main')], [])).toEqual([])
  })

  it('does not take from a slot of the frame what the page does not want', async () => {
    expect(await stateAfter([slot('main'), slot('header-user')], ['detail'])).toEqual(['detail', 'list'])
  })
})

describe('the loader of a slot (contract: LoadRequest.deadlineMs)', () => {
  it('gets the deadline of its answer', async () => {
    const asked: (number | undefined)[] = []
    const load = async ({ deadlineMs }: LoadRequest) => (asked.push(deadlineMs), {})
    const releases = { remotes: new Map([['mfe-content', { remote: { load } }]]) }
    await loadSlots([slot('main')], {
      releases,
      store: createStore(),
      deadlineMs: 900,
    } as unknown as SlotContext)
    expect(asked).toEqual([900])
  })
})

/** Loads of slots that end when the test says so, with a log of the events in their order. */
function aPage() {
  const log: string[] = []
  const ends = new Map<string, { resolve: (result: LoadResult) => void; reject: (error: Error) => void }>()
  const nested = new Map<string, readonly string[] | Error>()
  const failures: [string, string][] = []
  const remote = {
    slices: [slice('list')],
    slots: async ({ slot: { id } }: LoadRequest) => {
      const named = nested.get(id) ?? []
      if (named instanceof Error) throw named
      return named.map(slot)
    },
    load: ({ slot: { id } }: LoadRequest) => {
      log.push(`${id} begins`)
      return new Promise<LoadResult>((resolve, reject) => ends.set(id, { resolve, reject }))
    },
  }
  const store = createStore()
  const context = {
    releases: { remotes: new Map([['mfe-content', { remote }]]) },
    store,
    deadlineMs: 60_000,
    onFailure: ({ id }: PageSlot, { message }: AppError) => failures.push([id, message]),
  } as unknown as SlotContext
  return {
    log,
    failures,
    store,
    /** Sets the slots nested in a slot, which its remote names from the route alone. */
    place: (id: string, named: readonly string[] | Error) => nested.set(id, named),
    load: async (...ids: readonly string[]) => loadSlots(ids.map(slot), context),
    async end(id: string, result: LoadResult = {}) {
      log.push(`${id} ends`)
      ends.get(id)?.resolve(result)
      await settled()
    },
    async fail(id: string) {
      ends.get(id)?.reject(new Error(`${id} is broken`))
      await settled()
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))
const nestedSlot = (id: string): NestedSlot => slot(id)
const idsOf = (loaded: Awaited<ReturnType<typeof loadSlots>>) => loaded.map(({ slot: { id } }) => id)

describe('slots inside slots', () => {
  it('that the route tells are loaded beside the slot around them, in one round however deep they lie', async () => {
    const page = aPage()
    page.place('main', ['list', 'form'])
    page.place('list', ['map'])
    const loading = page.load('main', 'header')
    await settled()
    expect(page.log).toEqual(['main begins', 'header begins', 'list begins', 'form begins', 'map begins'])
    for (const id of ['map', 'form', 'list', 'header', 'main']) await page.end(id)
    expect(idsOf(await loading)).toEqual(['main', 'header', 'list', 'form', 'map'])
    expect((await loading).map(({ slot: { parent } }) => parent)).toEqual([
      undefined,
      undefined,
      'main',
      'main',
      'list',
    ])
  })

  it('that only its data tells begin when that is there, and wait for no other slot', async () => {
    const page = aPage()
    const loading = page.load('main', 'header')
    await settled()
    await page.end('main', { slots: [nestedSlot('list')] })
    expect(page.log).toEqual(['main begins', 'header begins', 'main ends', 'list begins'])
    await page.end('list')
    await page.end('header')
    expect(idsOf(await loading)).toEqual(['main', 'header', 'list'])
  })

  it('are one when the route and the data both tell them', async () => {
    const page = aPage()
    page.place('main', ['list'])
    const loading = page.load('main')
    await settled()
    await page.end('main', { slots: [nestedSlot('list'), nestedSlot('form')] })
    await page.end('list')
    await page.end('form')
    expect(idsOf(await loading)).toEqual(['main', 'list', 'form'])
    expect(page.log.filter((line) => line === 'list begins')).toHaveLength(1)
  })

  it('put their state into the store after that of the slot around them, whichever was quicker', async () => {
    const page = aPage()
    page.place('main', ['list'])
    const loading = page.load('main')
    await settled()
    const told: unknown[] = []
    page.store.subscribe(() => told.push(page.store.getState()))
    const dispatched: string[] = []
    const { dispatch } = page.store
    Object.assign(page.store, {
      dispatch: (action: { type: string }) => (dispatched.push(action.type), dispatch(action)),
    })
    await page.end('list', { actions: [{ type: 'inner' }] })
    expect(told).toEqual([])
    await page.end('main', { actions: [{ type: 'outer' }] })
    await loading
    expect(dispatched).toEqual(['outer', 'inner'])
  })

  it('are dropped with the slot around them: they are not awaited, and none of their state or failures remains', async () => {
    const page = aPage()
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    try {
      page.place('main', ['quick', 'slow', 'broken'])
      const loading = page.load('main')
      await settled()
      await page.end('quick', { actions: [{ type: 'inner' }] })
      await page.fail('main')
      expect(idsOf(await loading)).toEqual(['main'])
      await page.fail('broken')
      await page.end('slow', { slots: [nestedSlot('later')] })
      expect(page.failures).toEqual([['main', 'main is broken']])
      expect(page.store.getState()).toEqual({})
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  it('are dropped too when it is the state of the slot around them that fails', async () => {
    const page = aPage()
    page.store.inject({ owner: 'mfe-forms', slices: [slice('list')] })
    page.place('main', ['inner'])
    const loading = page.load('main')
    await settled()
    await page.end('inner')
    await page.end('main')
    expect((await loading).map(({ slot: { id }, error }) => [id, error?.code])).toEqual([
      ['main', 'store/key-taken'],
    ])
  })

  it('cost nothing but themselves when they fail', async () => {
    const page = aPage()
    page.place('main', ['list'])
    const loading = page.load('main')
    await settled()
    await page.fail('list')
    await page.end('main')
    expect((await loading).map(({ error }) => error?.message ?? null)).toEqual([null, 'list is broken'])
    expect(page.failures).toEqual([['list', 'list is broken']])
  })

  it('that cannot be named fail the slot that should name them', async () => {
    const page = aPage()
    page.place('main', new Error('no model'))
    const [main] = await page.load('main')
    expect(main).toMatchObject({ remote: null, error: { message: 'no model' } })
  })

  it('are there down to the third level', async () => {
    const page = aPage()
    for (const [outer, inner] of ['1', '2', '3', '4'].map((id) => [id, String(Number(id) + 1)] as const))
      page.place(outer, [inner])
    const loading = page.load('1')
    await settled()
    for (const id of ['1', '2', '3']) await page.end(id)
    expect(idsOf(await loading)).toEqual(['1', '2', '3'])
  })
})
