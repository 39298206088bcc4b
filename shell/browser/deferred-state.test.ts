import { createStore, defineSlice } from '@tessera/shared/store'
import type { ServedState } from '@tessera/shared/contract'
import { hostSlices } from '../state/host-slices.ts'
import { createDeferredState } from './deferred-state.client.ts'

const form = defineSlice('form', {}, () => undefined)
const aTree = (form: object, deferredKeys?: readonly string[]) =>
  ({
    page: { head: {}, slots: [], releases: {}, ...(deferredKeys && { deferredKeys }) },
    form,
  }) as unknown as ServedState

function aPage(deferredKeys?: readonly string[]) {
  const wishes = { answer: aTree({ 7: 'whole' }) as ServedState | null, isFitting: true, fetched: 0 }
  const slices = [...hostSlices, form]
  const store = createStore({ parts: [{ owner: 'shell', slices }] })
  store.adopt({ page: aTree({}, deferredKeys).page })
  const deferred = createDeferredState({
    store,
    fetchPage: async () => {
      wishes.fetched += 1
      return wishes.answer
    },
    fits: () => wishes.isFitting,
  })
  return { wishes, store, deferred, formState: () => store.getState()['form'] }
}

describe('state that a document leaves out (design 7: state never over a quarter of the document)', () => {
  it('is fetched once for all slots that need it', async () => {
    const { deferred, wishes, formState } = aPage(['form'])
    await Promise.all([deferred(), deferred()])
    await deferred()
    expect(wishes.fetched).toBe(1)
    expect(formState()).toEqual({ 7: 'whole' })
  })

  it('is not asked for where the document holds everything', async () => {
    const { deferred, wishes } = aPage()
    await deferred()
    expect(wishes.fetched).toBe(0)
  })

  it('that cannot be had, or was made by other releases, is an error, and is tried anew', async () => {
    const { deferred, wishes, formState } = aPage(['form'])
    wishes.answer = null
    await expect(deferred()).rejects.toMatchObject({ code: 'client/page-unavailable' })
    Object.assign(wishes, { answer: aTree({ 7: 'whole' }), isFitting: false })
    await expect(deferred()).rejects.toMatchObject({ code: 'client/page-unavailable' })
    wishes.isFitting = true
    await deferred()
    expect(formState()).toEqual({ 7: 'whole' })
  })

  it('that comes when the visitor has gone on is dropped', async () => {
    const { deferred, store, formState } = aPage(['form'])
    const done = deferred()
    store.adopt({ page: aTree({}).page, form: { 8: 'of the next page' } })
    await done
    expect(formState()).toEqual({ 8: 'of the next page' })
  })
})
