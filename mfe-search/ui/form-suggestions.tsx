import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import { comboboxAttributes } from './combobox-attributes.ts'
import { OptionList } from './option-list.tsx'
import { useOptions } from './use-options.ts'
import { useBoxActions } from './use-search-events.ts'

/**
 * Suggestions for the search field of the form around the slot, which the host renders: the field becomes a combobox like that of the
 * search page, and keeps its focus and the text that was typed before this code was loaded.
 */
export function FormSuggestions({ slotId, messages, store, bus }: SlotProps<SearchMessages>) {
  const search = useSelector(selectSearch)
  const actions = useBoxActions(store, bus)
  const container = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const id = `${slotId}-options`
  const toTerm = (term: string): string => addressOf(field.current?.form, term)
  const box = useOptions({ search, typed, toTerm, messages, actions })
  const read = () => {
    const value = field.current?.value ?? ''
    setTyped(value)
    actions.typed(value)
    box.open()
  }
  // Another page may have changed the text in the field. While it is empty, recent searches are shown at once.
  const begin = () => {
    const value = field.current?.value ?? ''
    setTyped(value)
    actions.opened()
    if (value === '') box.open()
  }
  useFieldEvents(container, field, {
    found: (input) => {
      if (document.activeElement !== input) return
      begin()
      if (input.value) read()
    },
    focus: begin,
    input: read,
    click: box.open,
    keydown: box.onKeyDown,
    blur: box.close,
    submit: box.close,
  })
  useEffect(() => setAttributes(field.current, comboboxAttributes(box, id)))
  return (
    <div ref={container}>
      <OptionList {...box} id={id} typed={typed} messages={messages} />
    </div>
  )
}

/** Listeners for events of the field and its form. */
interface FieldListeners {
  /** Called once, when the field is found. */
  readonly found: (field: HTMLInputElement) => void
  readonly focus: () => void
  readonly input: () => void
  readonly click: () => void
  readonly keydown: (event: KeyboardEvent) => void
  readonly blur: () => void
  readonly submit: () => void
}

/**
 * Finds the search field of the form around an element, and listens to its events. It is outside of this React root, so React neither
 * renders it nor handles its events.
 */
function useFieldEvents(
  container: RefObject<HTMLElement | null>,
  field: RefObject<HTMLInputElement | null>,
  listeners: FieldListeners,
): void {
  const found = useEffectEvent(listeners.found)
  const handle = useEffectEvent((event: Event) =>
    (listeners[event.type as keyof FieldListeners] as (event: Event) => void)(event),
  )
  useEffect(() => {
    const input = container.current?.closest('form')?.querySelector<HTMLInputElement>('input[type="search"]')
    if (!input) return undefined
    field.current = input
    const listening = new AbortController()
    for (const type of ['focus', 'input', 'click', 'keydown', 'blur'])
      input.addEventListener(type, (event) => handle(event), { signal: listening.signal })
    input.form?.addEventListener('submit', (event) => handle(event), { signal: listening.signal })
    found(input)
    return () => {
      listening.abort()
      // Without its list the field is no combobox.
      for (const name of Object.keys(comboboxAttributes({ isOpen: false, active: 0 }, '')))
        input.removeAttribute(name)
    }
  }, [container, field])
}

const addressOf = (form: HTMLFormElement | null | undefined, term: string): string =>
  `${new URL(form?.action ?? '', location.href).pathname}?${new URLSearchParams({ term }).toString()}`

/** Sets the ARIA attributes of an element; removes `aria-activedescendant` if there is none. */
function setAttributes(
  element: HTMLElement | null,
  { 'aria-activedescendant': active, ...attributes }: ReturnType<typeof comboboxAttributes>,
): void {
  for (const [name, value] of Object.entries(attributes)) element?.setAttribute(name, String(value))
  if (active) element?.setAttribute('aria-activedescendant', active)
  else element?.removeAttribute('aria-activedescendant')
}
