/** What a visitor has decided. Nothing decided is no consent. */
export type Choice = 'accepted' | 'rejected'

/** What the site says and asks (shell/features/analytics/analytics.server.ts). */
export interface ConsentText {
  readonly title: string
  readonly text: string
  readonly link: { readonly label: string; readonly path: string } | null
  readonly accept: string
  readonly reject: string
}

const KEY = 'tessera-consent'
/** Somebody else may use the browser by then, or think otherwise. Source: reference security, Privacy. */
const REMEMBERED_MS = 182 * 24 * 3_600_000
const BANNER_ID = 'consent'

interface Kept {
  readonly choice: Choice
  /** Who was to be sent something: another one is another question. */
  readonly endpoint: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** The visitor's choice about what is sent to an address; null before there is one. */
export function readChoice(endpoint: string, now = Date.now()): Choice | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null
    if (kept?.endpoint !== endpoint || !(kept.until > now)) return null
    return kept.choice === 'accepted' ? 'accepted' : 'rejected'
  } catch {
    return null // storage is switched off, or holds something else
  }
}

/** Remember a choice; where storage is switched off it holds for the document. */
export function keepChoice(endpoint: string, choice: Choice, now = Date.now()): void {
  const kept: Kept = { choice, endpoint, until: now + REMEMBERED_MS }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // The visitor is asked again with the next document.
  }
}

/** Whether the browser says for its visitor that they do not want to be counted. */
export const refusesTracking = (): boolean =>
  (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true

/**
 * Show the question in front of the page, which does not move: the first thing that the keyboard reaches after the link to the content. Two buttons that look the
 * same answer it. `focus` where the visitor has asked for it.
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

/** Take the question away; whether the focus was in it. */
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
