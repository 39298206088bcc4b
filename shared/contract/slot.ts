import type { JsonObject } from './json.ts'

/** Name of a remote. */
export type RemoteName = `mfe-${string}`

/** When the browser hydrates a slot: never, when it becomes visible, when the browser is idle, or on load. */
export type Hydrate = 'never' | 'visible' | 'idle' | 'load'

/**
 * The same for a slot of the frame, or `touch`: on the first click or key press in the slot or in the form around it. Until then it
 * has no markup, and the page loads neither state nor styles nor code for it. Since contract 1.7.
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
  /** Id of the slot whose markup contains this one; absent for slots of the frame. */
  readonly parent?: string
  /**
   * Marks a nested slot that the page cannot do without, e.g. the list of a listing page. If it fails the page fails, and its status
   * and head apply to the page. Since contract 1.2.
   */
  readonly essential?: boolean
}

/** Result of rendering a slot on the server. */
export type SlotOutcome = 'rendered' | 'fallback'
