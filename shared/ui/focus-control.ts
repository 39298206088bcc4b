/** A control by its id in the tree of an element: in the document, or in a shadow root. */
export const controlIn = (element: Element | null, id: string): HTMLElement | null =>
  (element?.getRootNode() as Document | ShadowRoot | undefined)?.getElementById(id) ?? null

/** A `ref` for what takes the focus as soon as it is on the page. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** Focuses a control and scrolls to its label: with focus alone the label would be outside a small screen. */
export function focusInSight(control: HTMLElement | null): void {
  control?.closest('fieldset, div')?.scrollIntoView?.()
  control?.focus({ preventScroll: true })
}
