import {
  toAppError,
  type AppError,
  type Bus,
  type PageSlot,
  type SlotOutcome,
  type Store,
} from '@tessera/shared/contract'
import { pageError } from '../errors.ts'
import { html, raw, type Html } from '../ui/html.ts'
import { renderSlotFallback } from '../ui/page-outcome.ts'
import type { LoadedSlot } from './load-slots.server.ts'

interface RenderContext {
  readonly store: Store
  readonly bus: Bus
  readonly language: string
  readonly onFailure: (slot: PageSlot, error: AppError) => void
}

/** Markup of a page's slots by id, and how each came out. */
export interface RenderedSlots {
  readonly markup: ReadonlyMap<string, Html>
  readonly outcomes: ReadonlyMap<string, SlotOutcome>
}

/** Render each slot once, the inner ones first, since their markup stands in the outer ones. */
export function renderSlots(loaded: readonly LoadedSlot[], context: RenderContext): RenderedSlots {
  const markup = new Map<string, Html>()
  const outcomes = new Map<string, SlotOutcome>()
  for (const item of loaded.toReversed()) {
    const inner = loaded.filter(({ slot }) => slot.parent === item.slot.id)
    const slotHtml = Object.fromEntries(inner.map(({ slot }) => [slot.id, String(markup.get(slot.id) ?? '')]))
    const rendered = renderSlot(item, slotHtml, context)
    outcomes.set(item.slot.id, rendered === null ? 'fallback' : 'rendered')
    markup.set(
      item.slot.id,
      rendered === null
        ? renderSlotFallback({ language: context.language, isMain: item.slot.id === 'main' })
        : raw(rendered),
    )
  }
  return { markup, outcomes }
}

function renderSlot(
  { slot, remote }: LoadedSlot,
  slotHtml: Record<string, string>,
  context: RenderContext,
): string | null {
  if (!remote) return null
  try {
    return remote.render({
      slotId: slot.id,
      view: slot.view,
      props: slot.props,
      store: context.store,
      bus: context.bus,
      isStatic: slot.hydrate === 'never',
      slotHtml,
    })
  } catch (cause) {
    const error = toAppError(cause)
    context.onFailure(slot, pageError('page/render-failed', { cause, details: { reason: error.message } }))
    return null
  }
}

/** The element that a slot is mounted in. */
export const slotElement = (id: string, markup: Html | undefined): Html =>
  html`<div data-slot="${id}">${markup}</div>`
