import type { PagePreview } from '@tessera/shared/contract'

/** Messages arrive as fast as an author types: the page is fetched again this long after the first of them. */
const DEBOUNCE_MS = 300

/** The dependencies of a preview in a frame of the content system. */
export interface LivePreviewParts {
  /** The preview of the page that is currently on the screen. */
  readonly preview: () => PagePreview | undefined
  /** Fetch the page on the screen again and replace its main part. Never rejects. */
  readonly refresh: () => Promise<void>
  readonly view: Pick<Window, 'addEventListener' | 'removeEventListener' | 'parent'>
  /** Origin of the frame around this one; null when the browser does not tell. */
  readonly parentOrigin: string | null
}

/**
 * Follow an author's changes: a message `{ type: 'LIVE_ENTRY_UPDATE' | 'LIVE_ENTRY_RESET', entryId? }` from the frame's parent, at
 * an origin that the site's configuration names, makes the page be fetched again. No other part of a message is read: the content
 * always comes from the platform, through mapper and sanitiser. Returns a function that ends it.
 */
export function followChanges({ preview, refresh, view, parentOrigin }: LivePreviewParts): () => void {
  let isRunning = false
  let isWanted = false

  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    while (isWanted) {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      isWanted = false
      await refresh()
    }
    isRunning = false
  }
  const onMessage = ({ source, origin, data }: MessageEvent): void => {
    const shown = preview()
    if (!shown || source !== view.parent || !shown.frameOrigins.includes(origin)) return
    if (!isChange(data) || (data.entryId !== undefined && data.entryId !== shown.entryId)) return
    isWanted = true
    void run()
  }
  view.addEventListener('message', onMessage)
  postReady(view.parent, preview(), parentOrigin)
  return () => view.removeEventListener('message', onMessage)
}

/** Tell the content system that it may start to send messages: only at its exact origin. */
function postReady(parent: Window, shown: PagePreview | undefined, origin: string | null): void {
  if (shown && origin && shown.frameOrigins.includes(origin))
    parent.postMessage({ type: 'LIVE_ENTRY_READY', entryId: shown.entryId }, origin)
}

/** Follow the changes that the frame around this window reports. */
export function followParent(preview: LivePreviewParts['preview'], refresh: () => Promise<void>): void {
  followChanges({ preview, refresh, view: window, parentOrigin: originOfParent() })
}

/** The origin of the frame around this page. Firefox has no `ancestorOrigins`, so the referrer is used there. */
function originOfParent(): string | null {
  const nearest = (location as { readonly ancestorOrigins?: ArrayLike<string> }).ancestorOrigins?.[0]
  return nearest ?? URL.parse(document.referrer)?.origin ?? null
}

interface Change {
  readonly entryId?: unknown
}

function isChange(data: unknown): data is Change {
  if (typeof data !== 'object' || data === null) return false
  const { type } = data as { readonly type?: unknown }
  return type === 'LIVE_ENTRY_UPDATE' || type === 'LIVE_ENTRY_RESET'
}
