import { wantsLessData } from './slow-line.client.ts'

/** A pointer that rests on a link this long means it. */
const HOLD_MS = 65

/** Tell of links that the visitor is about to follow: a resting pointer, keyboard focus, the touch before a tap. */
export function watchIntent(root: Document, onIntent: (link: HTMLAnchorElement) => void): void {
  if (wantsLessData(root)) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (event: Event) => {
    const link = linkOf(event)
    if (link) onIntent(link)
  }
  root.addEventListener('pointerover', (event) => {
    clearTimeout(timer)
    if (event.pointerType === 'mouse' && linkOf(event)) timer = setTimeout(() => tell(event), HOLD_MS)
  })
  root.addEventListener('pointerout', () => clearTimeout(timer))
  root.addEventListener('focusin', tell)
  root.addEventListener('touchstart', tell, { passive: true })
}

/** The link that an event happened on. */
export const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
