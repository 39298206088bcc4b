import { jest } from '@jest/globals'
import type { FrameHydrate, PageSlot } from '@tessera/shared/contract'
import { createIslands } from './islands.client.ts'

type Seen = (entries: readonly { readonly isIntersecting: boolean }[]) => void

const observers: { seen: Seen; isConnected: boolean; margin: string | undefined }[] = []

class FakeObserver {
  readonly #own
  constructor(seen: Seen, { rootMargin }: { readonly rootMargin?: string }) {
    this.#own = { seen, isConnected: false, margin: rootMargin }
    observers.push(this.#own)
  }
  observe() {
    this.#own.isConnected = true
  }
  disconnect() {
    this.#own.isConnected = false
  }
}

const aSlot = (id: string, hydrate: FrameHydrate): PageSlot => ({
  id,
  hydrate,
  remote: 'mfe-forms',
  view: 'form',
  props: {},
})

function aPage(...slots: readonly PageSlot[]) {
  document.body.replaceChildren(
    ...slots.map(({ id }) => Object.assign(document.createElement('div'), { id })),
  )
  for (const { id } of slots) document.getElementById(id)!.dataset['slot'] = id
  const hydrated: string[] = []
  const islands = createIslands(({ id }) => hydrated.push(id))
  islands.schedule(slots)
  return { islands, hydrated }
}

beforeEach(() => {
  jest.useFakeTimers()
  observers.length = 0
  Object.assign(globalThis, { IntersectionObserver: FakeObserver, CSS: { escape: (text: string) => text } })
})
afterEach(() => {
  jest.useRealTimers()
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(window, name)
})

describe('createIslands (design 2, Islands)', () => {
  it('never hydrates a slot that the page is complete without', () => {
    const { hydrated } = aPage(aSlot('main', 'never'))
    jest.runAllTimers()
    expect(hydrated).toEqual([])
    expect(observers).toHaveLength(0)
  })

  it('hydrates slots with `load` at once, and none that the document lacks', () => {
    const { islands, hydrated } = aPage(aSlot('main', 'load'))
    islands.schedule([aSlot('elsewhere', 'load')])
    expect(hydrated).toEqual(['main'])
  })

  it('hydrates what comes into view, once, a little before it is seen', () => {
    const { hydrated } = aPage(aSlot('form-1', 'visible'))
    expect(observers[0]?.margin).toBe('200px')
    observers[0]?.seen([{ isIntersecting: false }])
    expect(hydrated).toEqual([])
    observers[0]?.seen([{ isIntersecting: true }])
    expect(hydrated).toEqual(['form-1'])
    expect(observers[0]?.isConnected).toBe(false)
  })

  it('hydrates in an idle moment where the browser tells one', () => {
    const idle: (() => void)[] = []
    Object.assign(window, {
      requestIdleCallback: (run: () => void) => idle.push(run),
      cancelIdleCallback: () => undefined,
    })
    const { hydrated } = aPage(aSlot('header-user', 'idle'))
    expect(hydrated).toEqual([])
    idle[0]?.()
    expect(hydrated).toEqual(['header-user'])
  })

  it('hydrates a little later where the browser tells none', () => {
    const { hydrated } = aPage(aSlot('header-user', 'idle'))
    expect(hydrated).toEqual([])
    jest.runAllTimers()
    expect(hydrated).toEqual(['header-user'])
  })

  describe('a slot that is hydrated when it is used', () => {
    /** A slot in the form of a header, beside its field. */
    function inForm(focusFirst = false) {
      document.body.innerHTML =
        '<form><input><button type="button"></button><div data-slot="header-search"></div></form>'
      const field = document.querySelector('input')!
      if (focusFirst) field.focus()
      const hydrated: string[] = []
      const islands = createIslands(({ id }) => hydrated.push(id))
      islands.schedule([aSlot('header-search', 'touch')])
      return { islands, field, hydrated }
    }

    it('waits until the form around it is used, and is hydrated once', () => {
      const { field, hydrated } = inForm()
      jest.runAllTimers()
      expect(hydrated).toEqual([])
      const fire = (type: string, key?: string) =>
        field.dispatchEvent(
          key === undefined
            ? new Event(type, { bubbles: true })
            : new KeyboardEvent(type, { key, bubbles: true }),
        )
      field.focus()
      fire('keydown', 'Tab')
      expect(hydrated).toEqual([])
      fire('keydown', 'b')
      fire('input')
      expect(hydrated).toEqual(['header-search'])
    })

    it.each(['pointerdown', 'input'])('is hydrated by %s too', (type) => {
      const { field, hydrated } = inForm()
      field.dispatchEvent(new Event(type, { bubbles: true }))
      expect(hydrated).toEqual(['header-search'])
    })

    it('is hydrated at once where the focus was quicker', () => {
      expect(inForm(true).hydrated).toEqual(['header-search'])
    })

    it('is forgotten with the page', () => {
      const { islands, field, hydrated } = inForm()
      islands.cancel(['header-search'])
      field.dispatchEvent(new Event('input', { bubbles: true }))
      expect(hydrated).toEqual([])
    })
  })

  it('forgets slots that leave the page before they were hydrated', () => {
    const { islands, hydrated } = aPage(
      aSlot('form-1', 'visible'),
      aSlot('form-2', 'idle'),
      aSlot('header-user', 'idle'),
    )
    islands.cancel(['form-1', 'form-2'])
    jest.runAllTimers()
    expect(observers[0]?.isConnected).toBe(false)
    expect(hydrated).toEqual(['header-user'])
  })
})
