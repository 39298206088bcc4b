import type { PagePreview } from '@tessera/shared/contract'

/** Make the preview bar (shell/document/banners.ts) say what the page on the screen is. */
export function updatePreviewBar({ status, facts, other, exitPath }: PagePreview): void {
  const bar = document.querySelector('[data-preview]')
  const part = (name: string) => bar?.querySelector<HTMLElement>(`[data-preview-${name}]`)
  const statusText = part('status')
  if (statusText) statusText.textContent = status
  part('facts')?.replaceChildren(...facts.map(factElement))
  const link = part('other') as HTMLAnchorElement | null | undefined
  if (link) {
    link.textContent = other?.label ?? ''
    link.setAttribute('href', other?.path ?? '/')
    if (link.parentElement) link.parentElement.hidden = other === null
  }
  const exit = part('exit') as HTMLInputElement | null | undefined
  if (exit) exit.value = exitPath ?? '/'
}

function factElement({ label, value }: PagePreview['facts'][number]): HTMLElement {
  const pair = document.createElement('div')
  const term = document.createElement('dt')
  const description = document.createElement('dd')
  term.textContent = label
  description.textContent = value
  pair.append(term, description)
  return pair
}
