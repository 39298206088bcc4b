import { jest } from '@jest/globals'
import { act, useId, useState } from 'react'
import { renderToString } from 'react-dom/server.node'
import type { Bus, BusEvents, RemoteName, SlotProps, Store } from '../contract/index.ts'
import { createBus, createStore } from '../store/index.ts'
import { StoreProvider, useSelector } from '../ui/index.ts'
import { createLifecycles } from './index.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const Counter = ({ props, slotId }: SlotProps) => {
  const [count, setCount] = useState(0)
  return (
    <button id={useId()} data-slot-id={slotId} onClick={() => setCount(count + 1)}>
      {String(props.label)} {count}
    </button>
  )
}
const Broken = (): never => {
  throw new Error('broken component')
}
const BreaksWhenPressed = () => {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error('broken component')
  return <button onClick={() => setBroken(true)}>Press</button>
}
const Greeting = () => <p>{useSelector((state) => (state as { word?: string }).word ?? '')}</p>

interface Mounted {
  readonly element: HTMLElement
  readonly failures: BusEvents['remote.failed'][]
  readonly store: Store
  readonly bus: Bus
}

function aSlot(html = ''): Mounted {
  const element = document.body.appendChild(document.createElement('div'))
  element.innerHTML = html
  const bus = createBus()
  const failures: BusEvents['remote.failed'][] = []
  bus.on('remote.failed', (event) => failures.push(event))
  return { element, failures, bus, store: createStore({ preloadedState: { word: 'hello' } }) }
}

const propsOf = ({ store, bus }: Mounted, extra: object = {}) => ({
  name: 'parcel-0',
  slotId: 'form-1',
  view: 'form',
  remote: 'mfe-forms' as RemoteName,
  props: { label: 'Pressed' },
  store,
  bus,
  ...extra,
})

const fromServer = (Component: typeof Counter, slot: Mounted) =>
  renderToString(
    <StoreProvider store={slot.store}>
      <Component
        slotId="form-1"
        view="form"
        props={{ label: 'Pressed' }}
        store={slot.store}
        bus={slot.bus}
        messages={{}}
      />
    </StoreProvider>,
    { identifierPrefix: 'form-1-' },
  )

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  document.body.replaceChildren()
  jest.restoreAllMocks()
})

describe('createLifecycles (reference federation 3.1)', () => {
  it("hydrates onto the server's own nodes, ids included, and answers to clicks", async () => {
    const slot = aSlot()
    slot.element.innerHTML = fromServer(Counter, slot)
    const before = slot.element.querySelector('button')!
    const lifecycles = createLifecycles(Counter)(slot.element)
    await lifecycles.bootstrap(propsOf(slot))
    await lifecycles.mount(propsOf(slot))
    await act(async () => before.click())
    expect(slot.element.querySelector('button')).toBe(before)
    expect(before.textContent).toBe('Pressed 1')
    expect(slot.element.dataset.hydrated).toBe('')
    expect(slot.failures).toEqual([])
  })

  it('renders into an empty element at once, and leaves nothing when it is unmounted', async () => {
    const slot = aSlot()
    const lifecycles = createLifecycles(Counter)(slot.element)
    const mounting = lifecycles.mount(propsOf(slot))
    expect(slot.element.textContent).toBe('Pressed 0')
    await mounting
    await lifecycles.unmount({})
    expect(slot.element.childNodes).toHaveLength(0)
    expect(slot.element.dataset.hydrated).toBeUndefined()
  })

  it('keeps the props that an update does not give', async () => {
    const slot = aSlot()
    const lifecycles = createLifecycles(Counter)(slot.element)
    await lifecycles.mount(propsOf(slot))
    await lifecycles.update?.({ name: 'parcel-0', props: { label: 'Touched' } })
    expect(slot.element.querySelector('button')?.dataset.slotId).toBe('form-1')
    expect(slot.element.textContent).toBe('Touched 0')
  })

  it('gives its component the store of the slot', async () => {
    const slot = aSlot()
    await createLifecycles(Greeting)(slot.element).mount(propsOf(slot))
    expect(slot.element.textContent).toBe('hello')
  })

  it('reports a difference between server and browser, and mends it', async () => {
    const slot = aSlot('<button>Something else</button>')
    await createLifecycles(Counter)(slot.element).mount(propsOf(slot))
    expect(slot.element.textContent).toBe('Pressed 0')
    expect(slot.failures.map(({ remote, slotId, error }) => [remote, slotId, error.code])).toEqual([
      ['mfe-forms', 'form-1', 'spa/hydration-mismatch'],
    ])
  })

  it('reports no failure where the state came after the markup, and is newer', async () => {
    const slot = aSlot('<button>Something else</button>')
    const mark = jest.fn()
    Object.assign(performance, { mark })
    await createLifecycles(Counter)(slot.element).mount(propsOf(slot, { isStateLater: true }))
    expect(slot.element.textContent).toBe('Pressed 0')
    expect(slot.failures).toEqual([])
    expect(mark.mock.calls).toEqual([['tessera-markup-replaced', { detail: 'form-1' }]])
  })

  it("brings the server's markup back when the component throws", async () => {
    const slot = aSlot('<p>Complete before any script</p>')
    await createLifecycles(Broken)(slot.element).mount(propsOf(slot, { fallbackText: 'Not available' }))
    expect(slot.element.textContent).toBe('Complete before any script')
    expect(slot.failures.at(-1)).toMatchObject({
      slotId: 'form-1',
      error: { code: 'spa/render-failed', message: 'broken component' },
    })
  })

  it('shows the error under a heading when the component throws and there is no markup', async () => {
    const slot = aSlot()
    await createLifecycles(Broken)(slot.element).mount(propsOf(slot, { fallbackText: 'Not available' }))
    expect(slot.element.querySelector('[role="alert"] h2')?.textContent).toBe('Not available')
    expect(slot.element.textContent).toBe('Not available')
  })

  it('moves the focus to the error message when the focused component throws', async () => {
    const slot = aSlot()
    await createLifecycles(BreaksWhenPressed)(slot.element).mount(
      propsOf(slot, { fallbackText: 'Not available' }),
    )
    const button = slot.element.querySelector('button')!
    button.focus()
    await act(async () => button.click())
    expect(slot.element.textContent).toBe('Not available')
    expect(document.activeElement).toBe(slot.element.querySelector('h2'))
  })

  it('keeps the focus where it was when what the server had sent is brought back', async () => {
    const slot = aSlot('<input id="form-1-name">')
    slot.element.querySelector('input')!.focus()
    await createLifecycles(Broken)(slot.element).mount(propsOf(slot))
    expect(document.activeElement).toMatchObject({ id: 'form-1-name', isConnected: true })
  })

  it('leaves a focus elsewhere where it is', async () => {
    const slot = aSlot()
    const outside = document.body.appendChild(document.createElement('button'))
    await createLifecycles(BreaksWhenPressed)(slot.element).mount(
      propsOf(slot, { fallbackText: 'Not available' }),
    )
    outside.focus()
    await act(async () => slot.element.querySelector('button')!.click())
    expect(document.activeElement).toBe(outside)
  })

  it('mounts one component twice without mixing the two', async () => {
    const slots = [aSlot(), aSlot()]
    const lifecycles = slots.map((slot) => createLifecycles(Counter)(slot.element))
    await Promise.all(lifecycles.map((own, n) => own.mount(propsOf(slots[n]!, { slotId: `form-${n}` }))))
    await lifecycles[0]?.unmount({})
    expect(slots.map(({ element }) => element.textContent)).toEqual(['', 'Pressed 0'])
  })
})
