import type { JsonObject } from './json.ts'

/** The remotes a site is composed of. */
export type RemoteName = `mfe-${string}`

/** When the browser needs the slot's code: never (adopted as it stands), when seen, when idle, or at once. */
export type Hydrate = 'never' | 'visible' | 'idle' | 'load'

/**
 * The same for a slot of the frame, or `touch`: when the form that it stands in, or the slot itself, is pressed or typed into for
 * the first time. Until then it has no markup of its own, and costs a page neither state nor styles nor code. Since contract 1.7.
 */
export type FrameHydrate = Hydrate | 'touch'

/** One slot of a page: a region filled by one remote in its own React root. */
export interface PageSlot {
  /** Unique on the page, a valid HTML id: `main`, `header-user`, `form-1001`. */
  readonly id: string
  readonly remote: RemoteName
  /** Which of the remote's views fills it. */
  readonly view: string
  readonly hydrate: FrameHydrate
  readonly props: JsonObject
  /** The slot whose markup holds this one; absent for slots of the frame. */
  readonly parent?: string
  /**
   * Of a slot inside another: the page is nothing without it, e.g. without the list that it is about. Its failure is the page's,
   * and so are its status and its part of the head. Since contract 1.2.
   */
  readonly essential?: boolean
}

/** How a slot came out on the server. */
export type SlotOutcome = 'rendered' | 'fallback'
