import { createStore } from '@tessera/shared/store'
import type { PageSlot, Slice } from '@tessera/shared/contract'
import { loadSlots, type SlotContext } from './load-slots.server.ts'

const slice = (key: string): Slice => ({ key, reducer: (state: unknown = `state of ${key}`) => state })
const slot = (id: string): PageSlot => ({ id, remote: 'mfe-content', view: 'v', hydrate: 'never', props: {} })

/** Load slots of one remote that owns two state keys; the state that the page then has. */
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
