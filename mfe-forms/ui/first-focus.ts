/** The fields of a page, or the heading before them. The honeypot field, which nobody sees, has a tab index. */
const FIELDS = '[data-focus], input:not([type="hidden"], [tabindex]), select, textarea'

/** What takes the focus on a page of a form: its first field, else its first heading, which is made focusable. */
export function firstFocus(form: HTMLFormElement | null): HTMLElement | null {
  const field = form?.querySelector<HTMLElement>(FIELDS)
  const heading = form?.querySelector<HTMLElement>('h2, h3')
  if (heading && !field) heading.tabIndex = -1
  return field ?? heading ?? null
}
