import { jest } from '@jest/globals'
import type { PageSlot } from '@tessera/shared/contract'
import { hideLoaderNote, clearNotes, reloadWhenOutdated, watchIsland } from './late-island.client.ts'

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
    '<div id="late" role="alert" hidden><p>Not loaded <a href="">Try again</a></p></div><div data-slot="form-1"><form method="post"></form></div>'
})
afterEach(() => jest.useRealTimers())

describe('an island whose code does not come', () => {
  it('shows a message before the slot after three seconds, and reports it once', async () => {
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

  it('shows the message at once where the code has failed to load', async () => {
    void watchIsland(SLOT, () => Promise.reject(new Error('blocked')))
    await jest.advanceTimersByTimeAsync(0)
    expect(note()).not.toBeNull()
    await jest.advanceTimersByTimeAsync(10_000)
    expect(marks).toHaveLength(1)
  })

  it('removes the message when the slot is hydrated after all', async () => {
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

  it('shows no message above a slot that shows its own', async () => {
    document.querySelector('[data-slot]')!.innerHTML = '<div class="f-missing">Missing</div>'
    void watchIsland(SLOT, () => Promise.resolve(false))
    await jest.advanceTimersByTimeAsync(0)
    expect(note()).toBeNull()
  })

  it('shows no message above a list whose links and filters work without it, but reports it', async () => {
    document.querySelector('[data-slot]')!.innerHTML =
      '<form action="/events"><button>Apply</button></form><a href="/e">Fair</a>'
    void watchIsland(SLOT, never)
    await jest.advanceTimersByTimeAsync(3_000)
    expect(note()).toBeNull()
    expect(marks).toMatchObject([{ detail: { error: { code: 'client/island-late' } } }])
    void watchIsland(SLOT, () => Promise.resolve(false))
    await jest.advanceTimersByTimeAsync(0)
    expect(note()).toBeNull()
  })

  it('shows no message for the same slot of the next page', async () => {
    void watchIsland(SLOT, never)
    document.querySelector('[data-slot]')!.innerHTML = '<form id="another" method="post"></form>'
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

it('removes the message that the loader showed before the boot script ran', () => {
  document.getElementById('late')!.hidden = false
  hideLoaderNote()
  expect(document.getElementById('late')?.hidden).toBe(true)
  expect('boot' in document.documentElement.dataset).toBe(true)
})

const choose = (control: HTMLElement) => ((control as HTMLSelectElement).selectedIndex = 1)

describe('a script that the site no longer has', () => {
  const GONE = '/_mfe/mfe-forms/1.0.0/web/c/1.js'
  const seen: string[] = []
  let status = 404
  beforeAll(() =>
    reloadWhenOutdated(
      () => seen.push('interrupted'),
      () => seen.push('reloaded'),
    ),
  )
  beforeEach(() => {
    seen.length = 0
    status = 404
    sessionStorage.clear()
    Object.assign(globalThis, { fetch: (url: string) => (seen.push(url), Promise.resolve({ status })) })
  })
  const fail = async (src: string, tag = 'script') => {
    const element = Object.assign(document.createElement(tag), { type: 'text/plain', src })
    document.head.append(element)
    element.dispatchEvent(new Event('error'))
    await jest.advanceTimersByTimeAsync(0)
  }

  it('has its page reloaded, once what was typed is stored', async () => {
    await fail(GONE)
    expect(seen).toEqual([GONE, 'interrupted', 'reloaded'])
  })

  it('has the page of a tab reloaded once for each script', async () => {
    await fail(GONE)
    await fail(GONE)
    await fail('/_shell/2.0.0/c/2.js')
    expect(seen.filter((what) => what === 'reloaded')).toHaveLength(2)
  })

  it.each([200, 503])('is not one whose address answers %i', async (answer) => {
    status = answer
    await fail(GONE)
    expect(seen).toEqual([GONE])
  })

  it.each([
    ['https://captcha.example/_mfe/api.js', 'script'],
    ['/uploads/a.js', 'script'],
    [GONE, 'img'],
  ])('is not a file of another origin or folder, nor a picture: %s (%s)', async (src, tag) => {
    await fail(src, tag)
    expect(seen).toEqual([])
  })

  it.each([
    ['<input value="Ada">', (control: HTMLInputElement) => (control.value = 'Grace')],
    ['<textarea></textarea>', (control: HTMLInputElement) => (control.value = 'Hello')],
    ['<input type="checkbox">', (control: HTMLInputElement) => (control.checked = true)],
    ['<select><option value="">None</option><option value="a">A</option></select>', choose],
  ])(
    'has nothing loaded anew where something was filled in that no remote keeps: %s',
    async (markup, change) => {
      const slot = document.querySelector<HTMLElement>('[data-slot]')!
      slot.innerHTML = markup
      const control = slot.firstElementChild as HTMLInputElement
      change(control)
      await fail(GONE)
      expect(seen).toEqual([GONE])
      slot.dataset['hydrated'] = ''
      await fail(GONE)
      expect(seen).toEqual([GONE, GONE, 'interrupted', 'reloaded'])
    },
  )

  it('has nothing reloaded where the tab has no storage', async () => {
    const get = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    await fail(GONE)
    expect(seen).toEqual([GONE])
    get.mockRestore()
  })
})
