/** A visitor's decision. Without a decision there is no consent. */
export type Choice = 'accepted' | 'rejected'

/** The texts of the consent banner (shell/features/analytics/analytics.server.ts). */
export interface ConsentText {
  readonly title: string
  readonly text: string
  readonly link: { readonly label: string; readonly path: string } | null
  readonly accept: string
  readonly reject: string
}

const KEY = 'tessera-consent'
/** The visitor is asked again after this: the user of the browser may be another one by then. Source: reference security, Privacy. */
const CHOICE_LIFETIME_MS = 182 * 24 * 3_600_000
const BANNER_ID = 'consent'

interface StoredChoice {
  readonly choice: Choice
  /** The address that the choice is about: for another address the visitor is asked again. */
  readonly endpoint: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** The visitor's choice about what is sent to an address; null before there is one. */
export function readChoice(endpoint: string, now = Date.now()): Choice | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as StoredChoice | null
    if (kept?.endpoint !== endpoint || !(kept.until > now)) return null
    return kept.choice === 'accepted' ? 'accepted' : 'rejected'
  } catch {
    return null // storage is disabled, or the entry is not ours
  }
}

/** Store a choice; when storage is disabled, the choice is valid for this document only. */
export function storeChoice(endpoint: string, choice: Choice, now = Date.now()): void {
  const kept: StoredChoice = { choice, endpoint, until: now + CHOICE_LIFETIME_MS }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // The visitor is asked again with the next document.
  }
}

/** Whether the browser sends Global Privacy Control: its visitor does not want to be tracked. */
export const refusesTracking = (): boolean =>
  (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true

/**
 * Show the question over the page, without a layout shift. It comes directly after the skip link in the tab order, and has two buttons
 * that look the same. `focus` is for a visitor who has opened it.
 */
export function showBanner(
  { title, text, link, accept, reject }: ConsentText,
  { focus, onChoice }: { readonly focus: boolean; readonly onChoice: (choice: Choice) => void },
): void {
  document.getElementById(BANNER_ID)?.remove()
  const heading = make('h2', { id: `${BANNER_ID}-title`, textContent: title, tabIndex: -1 })
  const paragraph = make('p', { textContent: `${text} ` })
  if (link) paragraph.append(make('a', { href: link.path, textContent: link.label }))
  const button = (label: string, choice: Choice) => {
    const own = make('button', { type: 'button', className: 'button', textContent: label })
    own.addEventListener('click', () => onChoice(choice))
    return own
  }
  const inner = make('div', { className: 'wrap' })
  inner.append(heading, paragraph, button(accept, 'accepted'), ' ', button(reject, 'rejected'))
  const banner = make('section', { id: BANNER_ID, className: 'f-note' })
  banner.setAttribute('aria-labelledby', heading.id)
  banner.append(inner)
  document.querySelector('.f-skip')?.after(banner)
  if (focus) heading.focus({ preventScroll: true })
}

/** Remove the question; true when it had the focus. */
export function hideBanner(): boolean {
  const banner = document.getElementById(BANNER_ID)
  const hadFocus = banner?.contains(document.activeElement) ?? false
  banner?.remove()
  return hadFocus
}

const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(tag), properties)
