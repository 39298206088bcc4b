import type { PagePreview } from '@tessera/shared/contract'
import type { PageTree } from '../state/follow-path.epic.ts'
import type { Islands } from './islands.client.ts'
import type { SessionFacts } from './fetch-session.client.ts'
import type { PageCache } from './page-cache.client.ts'

/** How the visitor comes to a page: by a link, the same page again, through the history, or without having done anything. */
export type NavigationKind = 'push' | 'replace' | 'pop' | 'refresh'

/** What the boot script hands over to the code that brings the page to life. */
export interface BootContext {
  /** The inline state; of a page without islands only what the next navigation needs. */
  readonly state: Readonly<Record<string, unknown>> & Pick<PageTree, 'page'>
  readonly pages: PageCache
  readonly islands: Islands
  /** Ask for a page, as a click on a link does. */
  readonly go: (url: URL) => void
  /** Leave the document for an address: nothing that happens meanwhile leads elsewhere. */
  readonly leave: (address: string) => void
  /** Which page is on the screen: `pageKey` of its address. */
  shown: string
  /** Of that page, where it is a preview. */
  preview: PagePreview | undefined
}

/** What the boot script calls once the code is there. */
export interface Activation {
  /** Bring one slot of the page to life. Never rejects. */
  readonly wake: (slotId: string) => Promise<void>
  /** Begin to fetch the code of what stands in the main region: the next page is most likely one of its kind. */
  readonly prepare: () => void
  /** Go to another page. Resolves when it is on the screen or a newer one was asked for; rejects when only a full load helps. */
  readonly navigate: (url: URL, kind: NavigationKind) => Promise<void>
  /** The state of the page on the screen. */
  readonly state: () => PageTree
  /** Somebody has signed in or out: into the state, and to whoever listens. */
  readonly sessionChanged: (facts: SessionFacts) => void
  /** The page is about to be left against the visitor's will: whoever holds what they have typed keeps it. */
  readonly interrupt: () => void
}
