import { useId } from 'react'
import type { SlotProps } from '../contract/index.ts'
import { createBus, createStore } from '../store/index.ts'
import { Slot, useSelector } from '../ui/index.ts'
import { renderSlot } from './render-slot.tsx'

const aSlot = (props: Partial<SlotProps> = {}): SlotProps => ({
  slotId: 'main',
  view: 'x',
  props: {},
  store: createStore({ preloadedState: { greeting: 'hello' } }),
  bus: createBus(),
  messages: {},
  ...props,
})

describe('a slot on the server', () => {
  it('renders from the store', () => {
    const Greeting = () => (
      <p>{String(useSelector((state) => (state as Readonly<Record<string, unknown>>)['greeting']))}</p>
    )
    expect(renderSlot(Greeting, aSlot())).toBe('<p>hello</p>')
  })

  it('holds the markup of its nested slots, byte for byte', () => {
    const html = "<form>$& $' $` \u2028</form>"
    expect(renderSlot(() => <Slot id="form-1" />, aSlot({ slotHtml: { 'form-1': html } }))).toBe(
      `<div data-slot="form-1">${html}</div>`,
    )
  })

  it('makes ids that no other slot makes', () => {
    const Ids = () => <p id={useId()} />
    expect(renderSlot(Ids, aSlot({ slotId: 'a' }))).not.toBe(renderSlot(Ids, aSlot({ slotId: 'b' })))
  })

  it('marks text for hydration only when it will be hydrated', () => {
    const Two = () => (
      <p>
        {'a'}
        {'b'}
      </p>
    )
    expect(renderSlot(Two, aSlot())).toBe('<p>a<!-- -->b</p>')
    expect(renderSlot(Two, aSlot({ isStatic: true }))).toBe('<p>ab</p>')
  })

  it('throws what its component throws', () => {
    const Broken = () => {
      throw new Error('broken')
    }
    expect(() => renderSlot(Broken, aSlot())).toThrow('broken')
  })
})
