import type { Page } from '@playwright/test'
import type { Box } from './screen.ts'

const NAMED = [
  'header, nav, main, aside, footer, form, fieldset, table, dl, figure, img',
  'h1, h2, h3, h4, a[href], button, input, select, textarea, summary',
  '[role="status"], [role="alert"], [role="group"], [role="region"]',
].join(', ')

/** Visible landmarks, headings and controls, in document order. */
export const readBoxes = (page: Page): Promise<readonly Box[]> => page.evaluate(boxesOf, NAMED)

/** Runs in the page. */
function boxesOf(selector: string): readonly Box[] {
  const label = (element: Element): string => {
    const labels = (element as HTMLInputElement).labels ?? []
    const isText = element.matches('a, button, summary, h1, h2, h3, h4')
    const words =
      element.getAttribute('aria-label') ??
      (isText ? element.textContent : (labels[0]?.textContent ?? element.getAttribute('alt')))
    return (words ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
  }
  return (
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const kind = element.getAttribute('role') ?? element.localName
        const words = label(element)
        return {
          name: words === '' ? kind : `${kind} "${words}"`,
          x: Math.round(x + scrollX),
          y: Math.round(y + scrollY),
          width: Math.round(width),
          height: Math.round(height),
        }
      })
      // Text for screen readers only is one pixel wide.
      .filter(({ width, height }) => width > 1 && height > 1)
  )
}
