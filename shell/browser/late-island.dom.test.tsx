import { jest } from '@jest/globals'
import type { PageSlot } from '@tessera/shared/contract'
import { bootHasCome, clearNotes, watchIsland } from './late-island.client.ts'

const SLOT: PageSlot = { id: 'form-1', remote: 'mfe-forms', view: 'form', hydrate: 'load', props: {} }
const never = () => new Promise<boolean>(() => undefined)

const note = () => document.querySelector<HTMLElement>('.f-late--slot')
let marks: { readonly name: string; readonly detail: unknown }[]

beforeEach(() => {
  jest.useFakeTimers()
  marks = []
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } })
  Object.assign(performance, {
    mark: (name: string, { detail }: PerformanceMarkOptions) => void marks.push({ name, detail }),
  })
  document.body.innerHTML =
    '<div id="late" role="alert" hidden><p>Not loaded <a href="">Try again</a></p></div><div data-slot="form-1"><form></form></div>'
})
afterEach(() => jest.useRealTimers())

describe('an island whose code does not come', () => {
  it('says so after three seconds, before the slot, and reports it once', async () => {
    void watchIsland(SLOT, never)
    await jest.advanceTimersByTimeAsync(2_999)
    expect(note()).toBeNull()
    await jest.advanceTimersByTimeAsync(1)
    expect(note()?.textContent).toBe('Not loaded Try again')
    expect(note()).toMatchObject({ hidden: false, id: '' })
    expect(note()?.nextElementSibling).toBe(document.querySelector('[data-slot]'))
    expect(marks).toMatchObject([
      { name: 'tessera-remote-failed', detail: { slotId: 'form-1', error: { code: 'client/island-late' } } },
    ])
  })

  it('says so at once where the code is known not to come', async () => {
    void watchIsland(SLOT, () => Promise.reject(new Error('blocked')))
    await jest.advanceTimersByTimeAsync(0)
    expect(note()).not.toBeNull()
    await jest.advanceTimersByTimeAsync(10_000)
    expect(marks).toHaveLength(1)
  })

  it('takes it back when the slot comes alive after all', async () => {
    let works: (answer: boolean) => void = () => undefined
    void watchIsland(SLOT, () => new Promise((resolve) => (works = resolve)))
    await jest.advanceTimersByTimeAsync(3_000)
    works(true)
    await jest.advanceTimersByTimeAsync(0)
    expect(note()).toBeNull()
  })

  it('tries again in place when asked, past the pause after a failure', async () => {
    const tries: boolean[] = []
    void watchIsland(SLOT, (isRetry) => Promise.resolve(tries.push(isRetry) > 1))
    await jest.advanceTimersByTimeAsync(0)
    note()?.querySelector('a')?.click()
    await jest.advanceTimersByTimeAsync(0)
    expect(tries).toEqual([false, true])
    expect(note()).toBeNull()
  })

  it('leaves the word to a slot that says itself that it is missing', async () => {
    document.querySelector('[data-slot]')!.innerHTML = '<div class="f-missing">Missing</div>'
    void watchIsland(SLOT, () => Promise.resolve(false))
    await jest.advanceTimersByTimeAsync(0)
    expect(note()).toBeNull()
  })

  it('says nothing beside the same slot of the next page', async () => {
    void watchIsland(SLOT, never)
    document.querySelector('[data-slot]')!.innerHTML = '<form id="another"></form>'
    await jest.advanceTimersByTimeAsync(3_000)
    expect(note()).toBeNull()
    expect(marks).toEqual([])
  })

  it('is forgotten with its page', async () => {
    void watchIsland(SLOT, () => Promise.resolve(false))
    await jest.advanceTimersByTimeAsync(0)
    clearNotes()
    expect(note()).toBeNull()
    expect(document.getElementById('late')).not.toBeNull()
  })
})

it('what the loader has said before the boot script came is taken back', () => {
  document.getElementById('late')!.hidden = false
  bootHasCome()
  expect(document.getElementById('late')?.hidden).toBe(true)
  expect('boot' in document.documentElement.dataset).toBe(true)
})
