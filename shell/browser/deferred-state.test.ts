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
  const answers = {
    answer: aTree({ 7: 'whole' }) as ServedState | null,
    isFitting: true,
    fetched: 0,
    wait: Promise.resolve() as Promise<unknown>,
  }
  const slices = [...hostSlices, form]
  const store = createStore({ parts: [{ owner: 'shell', slices }] })
  store.adopt({ page: aTree({}, deferredKeys).page })
  const deferred = createDeferredState({
    store,
    fetchPage: async () => {
      answers.fetched += 1
      await answers.wait
      return answers.answer
    },
    fits: () => answers.isFitting,
  })
  return { answers, store, deferred, formState: () => store.getState()['form'] }
}

describe('state that a document leaves out (design 7: state never over a quarter of the document)', () => {
  it('is fetched once for all slots that need it', async () => {
    const { deferred, answers, formState } = aPage(['form'])
    await Promise.all([deferred(), deferred()])
    await deferred()
    expect(answers.fetched).toBe(1)
    expect(formState()).toEqual({ 7: 'whole' })
  })

  it('is not requested where the document has the whole state', async () => {
    const { deferred, answers } = aPage()
    await deferred()
    expect(answers.fetched).toBe(0)
  })

  it('that cannot be loaded, or was made by other releases, is an error, and is requested again', async () => {
    const { deferred, answers, formState } = aPage(['form'])
    answers.answer = null
    await expect(deferred()).rejects.toMatchObject({ code: 'client/page-unavailable' })
    Object.assign(answers, { answer: aTree({ 7: 'whole' }), isFitting: false })
    await expect(deferred()).rejects.toMatchObject({ code: 'client/page-unavailable' })
    answers.isFitting = true
    await deferred()
    expect(formState()).toEqual({ 7: 'whole' })
  })

  it('that fails after a navigation does not affect the fetch of the next page', async () => {
    const { deferred, store, answers } = aPage(['form'])
    answers.wait = Promise.reject(new Error('offline'))
    const left = deferred()
    store.adopt({ page: aTree({}, ['form']).page })
    answers.wait = new Promise((resolve) => setTimeout(resolve, 20))
    const next = deferred()
    await expect(left).rejects.toThrow('offline')
    await Promise.all([next, deferred()])
    expect(answers.fetched).toBe(2)
  })

  it('that arrives after a navigation is dropped', async () => {
    const { deferred, store, formState } = aPage(['form'])
    const done = deferred()
    store.adopt({ page: aTree({}).page, form: { 8: 'of the next page' } })
    await done
    expect(formState()).toEqual({ 8: 'of the next page' })
  })
})
